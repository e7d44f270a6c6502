"""Asks the same of the same models with the official SDKs.

    ask_with_sdks.py BASE_URL <LIST

LIST is a JSON array of {"name", "sdk", "call"}; the request goes to BASE_URL/NAME/…, and `call` is handed to the SDK's own
method as it is. What is answered does not matter: an SDK that refuses the answer has asked.
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


def openai_client(base_url):
    return openai.OpenAI(api_key="none", base_url=base_url, max_retries=0)


def gemini_client(base_url):
    return genai.Client(api_key="none", http_options={"base_url": base_url, "api_version": "v1beta"})


def ask_gemini(base_url, call):
    client = gemini_client(base_url)
    config = genai.types.GenerateContentConfig(**call.pop("config"))
    for _ in client.models.generate_content_stream(config=config, **call):
        pass


def ask_gemini_interactions(base_url, call):
    client = gemini_client(base_url)
    for _ in client.interactions.create(stream=True, **call):
        pass


SDKS = {
    "openai-chat": lambda url, call: openai_client(url).chat.completions.create(stream=True, **call),
    "openai-responses": lambda url, call: openai_client(url).responses.create(stream=True, **call),
    "anthropic": lambda url, call: anthropic.Anthropic(api_key="none", base_url=url, max_retries=0).messages.create(
        stream=True, **call
    ),
    "gemini": ask_gemini,
    "gemini-interactions": ask_gemini_interactions,
    "cerebras": lambda url, call: cerebras.cloud.sdk.Cerebras(
        api_key="none", base_url=url, max_retries=0, warm_tcp_connection=False
    ).chat.completions.create(stream=True, **call),
    "cohere": lambda url, call: list(cohere.ClientV2(api_key="none", base_url=url).chat_stream(**call)),
    "ollama": lambda url, call: list(ollama.Client(host=url).chat(stream=True, **call)),
    "groq": lambda url, call: groq.Groq(api_key="none", base_url=url, max_retries=0).chat.completions.create(
        stream=True, **call
    ),
    "mistral": lambda url, call: list(Mistral(api_key="none", server_url=url).chat.stream(**call)),
}

for task in json.load(sys.stdin):
    try:
        SDKS[task["sdk"]](f"{sys.argv[1]}/{task['name']}", task["call"])
    except Exception as error:
        print(f"{task['name']}: {type(error).__name__}", file=sys.stderr)
