"""Checks bodies of requests against the types of the official SDKs, which forbid what they do not know.

    check_bodies.py <LIST

LIST is a JSON array of {"dialect", "body"}. Prints a JSON array with, for each, what its vendor's SDK finds wrong: a list of places
and words, empty if nothing is.
"""

import inspect
import json
import sys
import typing

import typing_extensions
from anthropic.types.message_create_params import MessageCreateParamsStreaming
from cohere.v2.client import V2Client
from google.genai import types as gemini
from google.genai.interactions import CreateModelInteractionParamsStreaming
from ollama._types import ChatRequest
from openai.types.chat.completion_create_params import CompletionCreateParamsStreaming
from openai.types.responses.response_create_params import ResponseCreateParamsStreaming
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError, create_model

FORBID = ConfigDict(extra="forbid", arbitrary_types_allowed=True)


def forbid(kind, seen):
    """Makes every object type that a type mentions refuse fields that it does not know."""
    if id(kind) in seen:
        return
    seen.add(id(kind))
    if isinstance(kind, typing_extensions.TypeAliasType):
        forbid(kind.__value__, seen)
    for part in typing.get_args(kind):
        forbid(part, seen)
    if typing_extensions.is_typeddict(kind):
        kind.__pydantic_config__ = FORBID
        for of in typing_extensions.get_type_hints(kind, include_extras=True).values():
            forbid(of, seen)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        for field in kind.model_fields.values():
            forbid(field.annotation, seen)
        kind.model_config["extra"] = "forbid"
        kind.model_rebuild(force=True)


def typed(kind):
    forbid(kind, set())
    return TypeAdapter(kind)


def gemini_body():
    """The body of generateContent, whose parts the SDK has as types and whose whole it has not."""
    fields = {
        "contents": list[gemini.Content],
        "systemInstruction": gemini.Content,
        "tools": list[gemini.Tool],
        "toolConfig": gemini.ToolConfig,
        "safetySettings": list[gemini.SafetySetting],
        "generationConfig": gemini.GenerationConfig,
        "cachedContent": str,
        "labels": dict[str, str],
        "serviceTier": str,
        "store": bool,
    }
    return create_model("Body", __config__=FORBID, **{name: (of | None, None) for name, of in fields.items()})


def cohere_body():
    """The arguments of the method that streams a chat."""
    hints = typing_extensions.get_type_hints(V2Client.chat_stream)
    taken = inspect.signature(V2Client.chat_stream).parameters
    fields = {name: (hints[name], ...) for name in taken if name not in ("self", "request_options") and name in hints}
    needed = {"model", "messages"}
    fields = {name: (of, ... if name in needed else None) for name, (of, _) in fields.items()}
    return create_model("Body", __config__=FORBID, stream=(bool, ...), **fields)


BODIES = {
    "openai-chat": typed(CompletionCreateParamsStreaming),
    "openai-responses": typed(ResponseCreateParamsStreaming),
    "anthropic": typed(MessageCreateParamsStreaming),
    "gemini": typed(gemini_body()),
    "cohere": typed(cohere_body()),
    "ollama": typed(ChatRequest),
    "gemini-interactions": typed(CreateModelInteractionParamsStreaming),
}


def wrong(dialect, body):
    try:
        BODIES[dialect].validate_json(json.dumps(body))
    except ValidationError as error:
        return [f"{'.'.join(map(str, found['loc']))}: {found['msg']}" for found in error.errors()]
    return []


def main():
    json.dump([wrong(**task) for task in json.load(sys.stdin)], sys.stdout)


main()
