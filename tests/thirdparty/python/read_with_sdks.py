"""Reads recorded streams with the official SDKs of those who send them.

    read_with_sdks.py BASE_URL <LIST

LIST is a JSON array of {"file", "reader"}; BASE_URL/FILE/… answers with that file. Prints a JSON array of what each
reader made of each stream: text, reasoning, tools (names and arguments in order), finish, input, output and error; what a reader did not learn is null.
Counts are brought to one meaning: input with cached tokens, output with reasoning.
"""

import json
import sys

import anthropic
import cerebras.cloud.sdk
import cohere
import groq
import ollama
import openai
from google import genai
from mistralai.client import Mistral

MESSAGES = [{"role": "user", "content": "Why do rivers bend?"}]


class Seen:
    """What a reader has learnt so far: an error ends a stream, and what came before it is kept."""

    def __init__(self):
        self.text = ""
        self.reasoning = ""
        self.tools = ""
        self.finish = None
        self.input = None
        self.output = None
        self.error = None

    def call(self, name, arguments):
        """A tool call, or a piece of one; arguments are a text or an object, which nobody writes out if it is empty."""
        if isinstance(arguments, dict):
            arguments = json.dumps(arguments, ensure_ascii=False, separators=(",", ":")) if arguments else ""
        self.tools += (name or "") + (arguments or "")

    def count(self, input_tokens, output_tokens):
        self.input = input_tokens if input_tokens is not None else self.input
        self.output = output_tokens if output_tokens is not None else self.output


def chat(client, seen):
    stream = client.chat.completions.create(model="m", messages=MESSAGES, stream=True)
    for chunk in stream:
        usage = getattr(chunk, "usage", None)
        if usage:
            seen.count(usage.prompt_tokens, usage.completion_tokens)
        for choice in chunk.choices:
            delta = choice.delta
            if isinstance(delta.content, str):
                seen.text += delta.content
            for field in ("reasoning", "reasoning_content"):
                seen.reasoning += getattr(delta, field, None) or ""
            for call in getattr(delta, "tool_calls", None) or []:
                seen.call(call.function.name, call.function.arguments)
            seen.finish = seen.finish or choice.finish_reason


def read_openai_chat(base_url, seen):
    chat(openai.OpenAI(api_key="none", base_url=base_url, max_retries=0), seen)


def read_groq(base_url, seen):
    chat(groq.Groq(api_key="none", base_url=base_url, max_retries=0), seen)


def read_cerebras(base_url, seen):
    client = cerebras.cloud.sdk.Cerebras(api_key="none", base_url=base_url, max_retries=0, warm_tcp_connection=False)
    chat(client, seen)


def read_mistral(base_url, seen):
    client = Mistral(api_key="none", server_url=base_url)
    for event in client.chat.stream(model="m", messages=MESSAGES):
        if event.data.usage:
            seen.count(event.data.usage.prompt_tokens, event.data.usage.completion_tokens)
        for choice in event.data.choices:
            content = choice.delta.content
            if isinstance(content, str):
                seen.text += content
            else:
                for part in content or []:
                    seen.reasoning += "".join(piece.text for piece in part.thinking)
            seen.finish = seen.finish or choice.finish_reason


def read_openai_responses(base_url, seen):
    client = openai.OpenAI(api_key="none", base_url=base_url, max_retries=0)
    for event in client.responses.create(model="m", input="Why do rivers bend?", stream=True):
        if event.type == "response.output_text.delta":
            seen.text += event.delta
        elif event.type == "response.reasoning_summary_text.delta":
            seen.reasoning += event.delta
        elif event.type == "response.output_item.added" and event.item.type == "function_call":
            seen.call(event.item.name, event.item.arguments)
        elif event.type == "response.function_call_arguments.delta":
            seen.call(None, event.delta)
        elif event.type in ("response.completed", "response.incomplete"):
            details = event.response.incomplete_details
            seen.finish = details.reason if details else event.response.status
            seen.count(event.response.usage.input_tokens, event.response.usage.output_tokens)


def read_anthropic(base_url, seen):
    client = anthropic.Anthropic(api_key="none", base_url=base_url, max_retries=0)
    with client.messages.stream(model="m", max_tokens=9, messages=MESSAGES) as stream:
        for event in stream:
            if event.type == "text":
                seen.text += event.text
            elif event.type == "thinking":
                seen.reasoning += event.thinking
            elif event.type == "content_block_start" and event.content_block.type == "tool_use":
                seen.call(event.content_block.name, None)
            elif event.type == "input_json":
                seen.call(None, event.partial_json)
            usage = stream.current_message_snapshot.usage
            cached = (usage.cache_read_input_tokens or 0) + (usage.cache_creation_input_tokens or 0)
            seen.count(usage.input_tokens + cached, usage.output_tokens)
        seen.finish = stream.get_final_message().stop_reason


def read_gemini(base_url, seen):
    client = genai.Client(api_key="none", http_options={"base_url": base_url})
    for chunk in client.models.generate_content_stream(model="m", contents="Why do rivers bend?"):
        usage = chunk.usage_metadata
        if usage and usage.candidates_token_count is not None:
            seen.output = usage.candidates_token_count + (usage.thoughts_token_count or 0)
        if usage:
            seen.count(usage.prompt_token_count, None)
        if chunk.prompt_feedback and chunk.prompt_feedback.block_reason:
            seen.finish = chunk.prompt_feedback.block_reason.value
        for candidate in chunk.candidates or []:
            for part in candidate.content.parts or []:
                if part.function_call:
                    seen.call(part.function_call.name, part.function_call.args)
                elif part.thought:
                    seen.reasoning += part.text or ""
                else:
                    seen.text += part.text or ""
            seen.finish = candidate.finish_reason.value if candidate.finish_reason else seen.finish


def read_gemini_interactions(base_url, seen):
    client = genai.Client(api_key="none", http_options={"base_url": base_url})
    for event in client.interactions.create(model="m", input="Why do rivers bend?", stream=True, store=False):
        if event.event_type == "step.start":
            # A step may bring its first words with it.
            for part in getattr(event.step, "content", None) or []:
                seen.text += part.text
            if event.step.type == "function_call":
                seen.call(event.step.name, event.step.arguments)
        elif event.event_type == "step.delta":
            if event.delta.type == "text":
                seen.text += event.delta.text
            elif event.delta.type == "thought_summary":
                seen.reasoning += event.delta.content.text
            elif event.delta.type == "arguments_delta":
                seen.call(None, event.delta.arguments)
        elif event.event_type == "interaction.completed":
            usage = event.interaction.usage
            seen.finish = event.interaction.status
            seen.count(usage.total_input_tokens, usage.total_output_tokens + usage.total_thought_tokens)
        elif event.event_type == "error":
            seen.error = event.error.message


def read_cohere(base_url, seen):
    client = cohere.ClientV2(api_key="none", base_url=base_url)
    for event in client.chat_stream(model="m", messages=MESSAGES):
        if event.type == "content-delta":
            content = event.delta.message.content
            seen.text += content.text or ""
            seen.reasoning += content.thinking or ""
        elif event.type == "tool-plan-delta":
            seen.reasoning += event.delta.message.tool_plan
        elif event.type in ("tool-call-start", "tool-call-delta"):
            function = event.delta.message.tool_calls.function
            seen.call(getattr(function, "name", None), function.arguments)
        elif event.type == "message-end":
            seen.finish = event.delta.finish_reason
            seen.error = event.delta.error
            seen.count(event.delta.usage.tokens.input_tokens, event.delta.usage.tokens.output_tokens)


def read_ollama(base_url, seen):
    for line in ollama.Client(host=base_url).chat(model="m", messages=MESSAGES, stream=True):
        seen.text += line.message.content or ""
        seen.reasoning += line.message.thinking or ""
        for call in line.message.tool_calls or []:
            seen.call(call.function.name, dict(call.function.arguments))
        seen.finish = line.done_reason
        seen.count(line.prompt_eval_count, line.eval_count)


def read_ollama_generate(base_url, seen):
    for line in ollama.Client(host=base_url).generate(model="m", prompt="Why do rivers bend?", stream=True):
        seen.text += line.response or ""
        seen.finish = line.done_reason
        seen.count(line.prompt_eval_count, line.eval_count)


def main():
    base_url = sys.argv[1]
    answers = []
    for task in json.load(sys.stdin):
        seen = Seen()
        try:
            globals()["read_" + task["reader"].replace("-", "_")](f"{base_url}/{task['file']}", seen)
        # Any exception an SDK raises is how it reads the stream.
        except Exception as error:
            seen.error = f"{type(error).__name__}: {error}"
        answers.append({**task, **vars(seen)})
    json.dump(answers, sys.stdout)


main()
