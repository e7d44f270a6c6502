"""Every field of a request that the official SDKs' types know, each in a body of its own.

    known_fields.py >FILE

Prints a line for each: the dialect, the field as a JSON Pointer, and a body that has this field and otherwise only what its types
require.
"""

import base64
import enum
import importlib.metadata
import json
import types
import typing

import typing_extensions
from anthropic.types.message_create_params import MessageCreateParamsBase
from google.genai import types as gemini
from openai.types.chat.completion_create_params import CompletionCreateParamsBase
from openai.types.responses.response_create_params import ResponseCreateParamsBase
from pydantic import BaseModel
from pydantic.alias_generators import to_camel

# The body of generateContent, whose parts the SDK has as types and whose whole it has not.
GEMINI = {
    "model": str,
    "contents": list[gemini.Content],
    "systemInstruction": gemini.Content,
    "tools": list[gemini.Tool],
    "toolConfig": gemini.ToolConfig,
    "safetySettings": list[gemini.SafetySetting],
    "generationConfig": gemini.GenerationConfig,
    "cachedContent": str,
    "labels": dict[str, str],
    "serviceTier": gemini.ServiceTier,
}
BODIES = {
    "openai-chat": CompletionCreateParamsBase,
    "openai-responses": ResponseCreateParamsBase,
    "anthropic": MessageCreateParamsBase,
    "gemini": GEMINI,
}
# What every body has.
ALWAYS = {
    "openai-chat": {"messages": [{"role": "user", "content": "Hi"}]},
    "openai-responses": {"input": "Hi"},
    "anthropic": {"messages": [{"role": "user", "content": "Hi"}]},
    "gemini": {"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]},
}
DEEPEST = 9


def fields_of(kind):
    """The fields of an object type by name: its type, and whether it is required."""
    if kind is GEMINI:
        return {name: (of, False) for name, of in GEMINI.items()}
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return {field.alias or to_camel(name): (field.annotation, False) for name, field in kind.model_fields.items()}
    if typing_extensions.is_typeddict(kind):
        hints = typing_extensions.get_type_hints(kind, include_extras=True)
        return {name: (of, is_needed(kind, name, of)) for name, of in hints.items()}
    return None


def is_needed(kind, name, of):
    """Whether a field is required, in classes of either kind."""
    origin = typing_extensions.get_origin(of)
    return origin is typing_extensions.Required or (name in kind.__required_keys__ and origin is not typing_extensions.NotRequired)


def plain(kind):
    """A type without what only says how it is used."""
    while typing.get_origin(kind) in (typing_extensions.Required, typing_extensions.NotRequired, typing.Annotated):
        kind = typing.get_args(kind)[0]
    return plain(kind.__value__) if isinstance(kind, typing_extensions.TypeAliasType) else kind


def alternatives(kind):
    """The types of a union, or the type itself."""
    kind = plain(kind)
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        return [one for part in typing.get_args(kind) for one in alternatives(part) if one is not type(None)]
    return [kind]


def list_of(kind):
    origin = typing.get_origin(kind)
    if origin in (list, typing.Iterable, typing.Sequence) or getattr(origin, "__name__", "") in ("Iterable", "Sequence", "SequenceNotStr"):
        return typing.get_args(kind)[0]
    return None


def example(kind, name, above):
    """A value of this type with what it requires and no more; None if there is none that JSON can hold."""
    kind = alternatives(kind)[0]
    fields = fields_of(kind)
    if fields is not None:
        if kind in above or len(above) > DEEPEST:
            return None
        made = {inner: example(of, inner, (*above, kind)) for inner, (of, needed) in fields.items() if needed}
        return None if None in made.values() else made
    inner = list_of(kind)
    if inner is not None:
        one = example(inner, name, above)
        return None if one is None else [one]
    origin = typing.get_origin(kind)
    if origin is typing.Literal:
        return typing.get_args(kind)[0]
    if origin in (dict, typing.Mapping) or getattr(origin, "__name__", "") in ("dict", "Mapping"):
        return {f"a {name}": example(typing.get_args(kind)[1], name, above)}
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return list(kind)[-1].value
    if kind is bytes:
        return base64.b64encode(name.encode()).decode()
    known = {str: f"some {name}", int: 7, float: 0.375, bool: True, object: {"any": name}, typing.Any: {"any": name}, dict: {"any": name}}
    return known.get(kind)


def bodies(kind, above=()):
    """Values of this type that each have one field more than they need, with that field's place, innermost last."""
    for one in alternatives(kind):
        fields = fields_of(one)
        inner = list_of(one)
        if fields is not None and one not in above and len(above) <= DEEPEST:
            least = example(one, "body", above)
            if least is None:
                continue
            for field, (of, needed) in fields.items():
                for other in alternatives(of):
                    value = example(other, field, (*above, one))
                    # A required field is only varied within.
                    if value is not None and not needed:
                        yield [field], {**least, field: value}
                    for place, more in bodies(other, (*above, one)):
                        yield [field, *place], {**least, field: more}
        elif inner is not None:
            for place, more in bodies(inner, above):
                yield ["0", *place], [more]


def main():
    packages = {"openai-chat": "openai", "openai-responses": "openai", "anthropic": "anthropic", "gemini": "google-genai"}
    seen = set()
    for dialect, kind in BODIES.items():
        print(f"# {dialect}: types of {packages[dialect]} {importlib.metadata.version(packages[dialect])}")
        for place, more in bodies(kind):
            body = json.dumps({**ALWAYS[dialect], **more}, ensure_ascii=False, separators=(",", ":"))
            line = f"{dialect} /{'/'.join(place)} {body}"
            if line not in seen:
                print(line)
            seen.add(line)


main()
