"""Sends requests to the simulator with another benchmark tool's own client, and prints what that tool reports of each.

    report_as_peers.py TOOL BASE_URL MODEL REQUESTS

All requests are sent at once. The last line is JSON: a list with an object for each request, of `ttft_ms`, `latency_ms`,
`tokens`, `ms_per_token` and `tps`, without those that the tool does not report.

A tool's client and its formulas are what the package holds. What its package imports beside them, for models on a GPU or data
sets from the network, is not installed: `Rest` stands in for it, and none of it is called.
"""

import asyncio
import importlib.abc
import importlib.machinery
import json
import sys
import types

PROMPT = "Why do rivers bend?"
PROMPT_TOKENS = 5
MOST_TOKENS = 1_000
WARM_UP = "scripted?ttft=0&tokens=5"


class Rest(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Modules of these names, in which every name is an empty class."""

    def __init__(self, *names):
        self.names = names

    def find_spec(self, name, path=None, target=None):
        if any(name == one or name.startswith(f"{one}.") for one in self.names):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        module = types.ModuleType(spec.name)
        module.__getattr__ = self.attribute
        return module

    def exec_module(self, module):
        pass

    @staticmethod
    def attribute(name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


def without(*names):
    sys.meta_path.insert(0, Rest(*names))


def aiperf(base_url, model, requests):
    without("transformers", "tiktoken", "sentencepiece", "datasets")
    import logging

    from aiperf.common.models import ParsedResponseRecord
    from aiperf.endpoints.openai_chat import ChatEndpoint
    from aiperf.metrics.metric_dicts import MetricRecordDict
    from aiperf.metrics.types.inter_token_latency_metric import InterTokenLatencyMetric
    from aiperf.metrics.types.output_sequence_length_metric import OutputSequenceLengthMetric
    from aiperf.metrics.types.output_token_throughput_metrics import (
        OutputTokenThroughputPerUserMetric,
    )
    from aiperf.metrics.types.request_latency_metric import RequestLatencyMetric
    from aiperf.metrics.types.ttft_metric import TTFTMetric
    from aiperf.records.inference_result_parser import InferenceResultParser
    from aiperf.transports.aiohttp_client import AioHttpClient

    logging.disable()
    endpoint = ChatEndpoint(model_endpoint=None)
    counter = InferenceResultParser.__new__(InferenceResultParser)
    per_chunk = types.SimpleNamespace(per_chunk_usage=False)
    counter.run = types.SimpleNamespace(cfg=types.SimpleNamespace(endpoint=per_chunk))
    payload = dict(
        model=model,
        messages=[dict(role="user", content=PROMPT)],
        max_completion_tokens=MOST_TOKENS,
        stream=True,
        stream_options=dict(include_usage=True),
    )
    headers = {"Content-Type": "application/json", "Accept": "text/event-stream"}

    async def ask(client):
        request = await client.post_request(
            f"{base_url}/chat/completions", json.dumps(payload).encode(), headers
        )
        if request.error:
            raise RuntimeError(request.error)
        responses = endpoint.extract_response_data(request)
        counts = await counter._compute_server_token_counts(responses)
        record = ParsedResponseRecord(request, responses, token_counts=counts)
        found = MetricRecordDict()
        for metric in (
            OutputSequenceLengthMetric,
            TTFTMetric,
            RequestLatencyMetric,
            InterTokenLatencyMetric,
            OutputTokenThroughputPerUserMetric,
        ):
            found[metric.tag] = metric().parse_record(record, found)
        return dict(
            ttft_ms=found[TTFTMetric.tag] / 1e6,
            latency_ms=found[RequestLatencyMetric.tag] / 1e6,
            tokens=found[OutputSequenceLengthMetric.tag],
            ms_per_token=found[InterTokenLatencyMetric.tag] / 1e6,
            tps=found[OutputTokenThroughputPerUserMetric.tag],
        )

    async def ask_all():
        client = AioHttpClient()
        asked = await asyncio.gather(*(ask(client) for _ in range(requests)))
        await client.close()
        return asked

    return asyncio.run(ask_all())


def genai_bench(base_url, model, requests):
    import genai_bench  # noqa: F401  It patches sockets, so it comes first.
    import gevent
    from genai_bench.metrics.request_metrics_collector import RequestMetricsCollector
    from genai_bench.protocol import UserChatRequest
    from genai_bench.user.openai_user import OpenAIUser

    request = UserChatRequest(
        model=model,
        prompt=PROMPT,
        num_prefill_tokens=PROMPT_TOKENS,
        max_tokens=MOST_TOKENS,
        additional_request_params={},
    )

    def ask():
        responses = []
        user = OpenAIUser.__new__(OpenAIUser)
        user.host, user.headers, user.api_backend = base_url.removesuffix("/v1"), {}, "openai"
        user.sample = lambda: request
        user.collect_metrics = lambda response, _endpoint: responses.append(response)
        user.chat()
        collector = RequestMetricsCollector()
        collector.calculate_metrics(responses[0])
        return collector.metrics

    asked = [gevent.spawn(ask) for _ in range(requests)]
    return [
        dict(
            ttft_ms=one.ttft * 1e3,
            latency_ms=one.e2e_latency * 1e3,
            tokens=one.num_output_tokens,
            ms_per_token=one.tpot * 1e3,
            tps=one.output_throughput,
        )
        for one in (each.get() for each in asked)
    ]


def guidellm(base_url, model, requests):
    without("torch", "transformers", "datasets", "culsans", "ftfy", "tabulate")
    from guidellm.backends.openai.http import OpenAIHTTPBackend
    from guidellm.schemas import GenerationRequest, RequestInfo
    from guidellm.schemas.backends import OpenAIHTTPBackendArgs

    async def ask(backend):
        request = GenerationRequest(columns={"text_column": [PROMPT]})
        info = RequestInfo(request_id=request.request_id, status="completed")
        async for response, info in backend.resolve(request, info):
            pass
        return response.compile_stats(request, info)

    async def ask_all():
        target = base_url.removesuffix("/v1")
        backend = OpenAIHTTPBackend(OpenAIHTTPBackendArgs(target=target, model=model))
        await backend.process_startup()
        asked = await asyncio.gather(*(ask(backend) for _ in range(requests)))
        await backend.process_shutdown()
        return asked

    return [
        dict(
            ttft_ms=one.time_to_first_token_ms,
            latency_ms=one.request_latency * 1e3,
            tokens=one.output_tokens,
            ms_per_token=one.inter_token_latency_ms,
            tps=one.output_tokens_per_second,
        )
        for one in asyncio.run(ask_all())
    ]


def llmeter(base_url, model, requests):
    from llmeter.endpoints import OpenAICompletionStreamEndpoint
    from llmeter.runner import Runner

    endpoint = OpenAICompletionStreamEndpoint(
        model_id=model, base_url=base_url, api_key="none", max_retries=0
    )
    payload = endpoint.create_payload(PROMPT, max_tokens=MOST_TOKENS)
    runner = Runner(
        endpoint=endpoint,
        payload=payload,
        n_requests=1,
        clients=requests,
        output_path=None,
        disable_per_client_progress_bar=True,
        disable_clients_progress_bar=True,
    )
    return [
        dict(
            ttft_ms=one.time_to_first_token * 1e3,
            latency_ms=one.time_to_last_token * 1e3,
            tokens=one.num_tokens_output,
            ms_per_token=one.time_per_output_token * 1e3,
        )
        for one in asyncio.run(runner.run()).responses
    ]


def sglang(base_url, model, requests):
    without("transformers", "sglang.srt", "sglang.benchmark.datasets")
    from sglang.benchmark import serving

    serving.args = types.SimpleNamespace(
        disable_stream=False, disable_ignore_eos=True, header=None
    )
    request = serving.RequestFuncInput(
        prompt=PROMPT,
        api_url=f"{base_url}/chat/completions",
        prompt_len=PROMPT_TOKENS,
        output_len=MOST_TOKENS,
        model=model,
        lora_name="",
        image_data=None,
        extra_request_body={"stream_options": {"include_usage": True}},
    )

    class Tokenizer:
        """Counts what the server has counted already; no number that is read here rests on it."""

        @staticmethod
        def encode(text, **_options):
            return text.split()

    def metrics(output):
        measured, lengths = serving.calculate_metrics(
            None, [output], 1.0, Tokenizer, "sglang-oai-chat"
        )
        return dict(
            ttft_ms=measured.median_ttft_ms,
            latency_ms=measured.median_e2e_latency_ms,
            tokens=lengths[0],
            ms_per_token=measured.median_tpot_ms,
        )

    async def ask_all():
        ask = serving.async_request_openai_chat_completions
        return await asyncio.gather(*(ask(request) for _ in range(requests)))

    return [metrics(good(output)) for output in asyncio.run(ask_all())]


def vllm(base_url, model, requests):
    without(
        "vllm.tokenizers",
        "vllm.utils",
        "vllm.benchmarks.datasets",
        "vllm.benchmarks.lib.ready_checker",
        "vllm.benchmarks.lib.utils",
    )
    import aiohttp
    from vllm.benchmarks import serve
    from vllm.benchmarks.lib import endpoint_request_func as client

    request = client.RequestFuncInput(
        prompt=PROMPT,
        api_url=f"{base_url}/chat/completions",
        prompt_len=PROMPT_TOKENS,
        output_len=MOST_TOKENS,
        model=model,
    )

    def metrics(output):
        measured, lengths = serve.calculate_metrics([None], [output], 1.0, None, [50], {})
        return dict(
            ttft_ms=measured.median_ttft_ms,
            latency_ms=measured.median_e2el_ms,
            tokens=lengths[0],
            ms_per_token=measured.median_tpot_ms,
        )

    async def ask_all():
        async with aiohttp.ClientSession() as session:
            ask = client.async_request_openai_chat_completions
            return await asyncio.gather(*(ask(request, session) for _ in range(requests)))

    return [metrics(good(output)) for output in asyncio.run(ask_all())]


def good(output):
    if not output.success:
        raise RuntimeError(output.error)
    return output


TOOLS = dict(
    aiperf=aiperf,
    genai_bench=genai_bench,
    guidellm=guidellm,
    llmeter=llmeter,
    sglang=sglang,
    vllm=vllm,
)

if __name__ == "__main__":
    tool, base_url, model, requests = sys.argv[1:]
    # A client's first request loads and compiles what it needs, which it counts to the wait for the first token.
    TOOLS[tool](base_url, WARM_UP, 1)
    print(json.dumps(TOOLS[tool](base_url, model, int(requests))))
