"""Asks the same of the same models with the official SDKs.

    ask_with_sdks.py BASE_URL <LIST

LIST is a JSON array of {"sdk", "at", "call"}; the request goes to BASE_URL/AT/…, and `call` is handed to the SDK's own
method as it is. What is answered does not matter: an SDK that refuses the answer has asked.
"""

import json
import sys

import anthropic
import cerebras.cloud.sdk
import cohere
import fireworks
import groq
import ollama
import openai
import perplexity
import replicate
import sambanova
import together
import zai
from google import genai
from google.oauth2.credentials import Credentials
from huggingface_hub import InferenceClient
from mistralai.client import Mistral


def openai_client(base_url):
    return openai.OpenAI(api_key="none", base_url=base_url, max_retries=0)


def bedrock_client(base_url):
    return openai.BedrockOpenAI(api_key="none", base_url=base_url, max_retries=0)


def gemini_client(base_url):
    return genai.Client(api_key="none", http_options={"base_url": base_url, "api_version": "v1beta"})


def ask_gemini(client, call):
    config = genai.types.GenerateContentConfig(**call.pop("config"))
    for _ in client.models.generate_content_stream(config=config, **call):
        pass


def ask_messages(client, call):
    client.messages.create(stream=True, **call)


def ask_gemini_interactions(base_url, call):
    client = gemini_client(base_url)
    for _ in client.interactions.create(stream=True, **call):
        pass


SDKS = {
    "openai-chat": lambda url, call: openai_client(url).chat.completions.create(stream=True, **call),
    "openai-responses": lambda url, call: openai_client(url).responses.create(stream=True, **call),
    "anthropic": lambda url, call: ask_messages(
        anthropic.Anthropic(api_key="none", base_url=url, max_retries=0), call
    ),
    "anthropic-vertex": lambda url, call: ask_messages(
        anthropic.AnthropicVertex(
            base_url=url, region="us-east5", project_id="P", access_token="none", max_retries=0
        ),
        call,
    ),
    "anthropic-foundry": lambda url, call: ask_messages(
        anthropic.AnthropicFoundry(api_key="none", base_url=url, max_retries=0), call
    ),
    "anthropic-aws": lambda url, call: ask_messages(
        anthropic.AnthropicAWS(api_key="none", workspace_id="wrkspc_1", base_url=url, max_retries=0), call
    ),
    "anthropic-mantle": lambda url, call: ask_messages(
        anthropic.AnthropicBedrockMantle(api_key="none", base_url=url, max_retries=0), call
    ),
    "openai-bedrock": lambda url, call: bedrock_client(url).chat.completions.create(stream=True, **call),
    "openai-bedrock-responses": lambda url, call: bedrock_client(url).responses.create(stream=True, **call),
    "gemini": lambda url, call: ask_gemini(gemini_client(url), call),
    "vertex": lambda url, call: ask_gemini(
        genai.Client(
            vertexai=True,
            project="P",
            location="us-central1",
            credentials=Credentials("none"),
            http_options={"base_url": url, "api_version": "v1beta1"},
        ),
        call,
    ),
    "vertex-express": lambda url, call: ask_gemini(
        genai.Client(vertexai=True, api_key="none", http_options={"base_url": url, "api_version": "v1"}), call
    ),
    "gemini-interactions": ask_gemini_interactions,
    "cerebras": lambda url, call: cerebras.cloud.sdk.Cerebras(
        api_key="none", base_url=url, max_retries=0, warm_tcp_connection=False
    ).chat.completions.create(stream=True, **call),
    "cohere": lambda url, call: list(cohere.ClientV2(api_key="none", base_url=url).chat_stream(**call)),
    "ollama": lambda url, call: list(ollama.Client(host=url).chat(stream=True, **call)),
    "groq": lambda url, call: groq.Groq(api_key="none", base_url=url, max_retries=0).chat.completions.create(
        stream=True, **call
    ),
    "together": lambda url, call: together.Together(api_key="none", base_url=url, max_retries=0).chat.completions.create(
        stream=True, **call
    ),
    "fireworks": lambda url, call: fireworks.Fireworks(api_key="none", base_url=url, max_retries=0).chat.completions.create(
        stream=True, **call
    ),
    "sambanova": lambda url, call: sambanova.SambaNova(api_key="none", base_url=url, max_retries=0).chat.completions.create(
        stream=True, **call
    ),
    "perplexity": lambda url, call: perplexity.Perplexity(
        api_key="none", base_url=url, max_retries=0
    ).chat.completions.create(stream=True, **call),
    "zai": lambda url, call: zai.ZaiClient(api_key="none", base_url=url, max_retries=0).chat.completions.create(
        stream=True, **call
    ),
    "huggingface": lambda url, call: list(
        InferenceClient(base_url=url, api_key="none").chat_completion(stream=True, **call)
    ),
    "replicate": lambda url, call: replicate.Client(api_token="none", base_url=url).predictions.create(**call),
    "mistral": lambda url, call: list(Mistral(api_key="none", server_url=url).chat.stream(**call)),
}

for task in json.load(sys.stdin):
    try:
        SDKS[task["sdk"]](f"{sys.argv[1]}/{task['at']}", task["call"])
    except Exception as error:
        print(f"{task['at']}: {type(error).__name__}", file=sys.stderr)
