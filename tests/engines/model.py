"""Writes a model of random weights, 11 MB, that an engine loads in a second: what it says is noise, how it says it is not.

    python model.py FILE
"""

import sys

import gguf
import numpy

LAYERS, WIDTH, HEADS, INNER, CONTEXT = 2, 256, 4, 512, 4096
UNKNOWN, CONTROL, BYTE, NORMAL = 2, 3, 6, 1

random = numpy.random.default_rng(7)
writer = gguf.GGUFWriter(sys.argv[1], "llama")


def vocabulary():
    """
    Three tokens with a meaning, every byte, and 3,000 made-up words. Every tenth ends in the brace with which the call of a tool begins,
    so that a model that must call one does so after a few words.
    """
    yield b"<unk>", UNKNOWN, 0.0
    yield b"<s>", CONTROL, 0.0
    yield b"</s>", CONTROL, 0.0
    for byte in range(256):
        yield f"<0x{byte:02X}>".encode(), BYTE, -1000.0
    syllables = [consonant + vowel for consonant in "bcdfghjklmnprstvwz" for vowel in "aeiou"]
    words = [first + second for first in syllables for second in syllables][:3000]
    for place, word in enumerate(words):
        yield f"\u2581{word}{'{' if place % 10 == 0 else ''}".encode(), NORMAL, -float(place)


def weight(name, *shape):
    writer.add_tensor(name + ".weight", (random.standard_normal(shape) * 0.05).astype(numpy.float32))


def norm(name):
    writer.add_tensor(name + ".weight", numpy.ones(WIDTH, numpy.float32))


tokens, types, scores = zip(*vocabulary())
writer.add_name("random")
writer.add_context_length(CONTEXT)
writer.add_embedding_length(WIDTH)
writer.add_block_count(LAYERS)
writer.add_feed_forward_length(INNER)
writer.add_head_count(HEADS)
writer.add_head_count_kv(HEADS)
writer.add_layer_norm_rms_eps(1e-5)
writer.add_rope_dimension_count(WIDTH // HEADS)
writer.add_file_type(gguf.LlamaFileType.ALL_F32)
writer.add_vocab_size(len(tokens))
writer.add_tokenizer_model("llama")
writer.add_token_list(tokens)
writer.add_token_scores(scores)
writer.add_token_types(types)
writer.add_unk_token_id(0)
writer.add_bos_token_id(1)
writer.add_eos_token_id(2)
# A grammar of calls begins with `assistant:` itself, not with a space before it.
writer.add_add_space_prefix(False)
writer.add_chat_template(
    """\
{% for tool in tools or [] %}{{ tool | tojson }}
{% endfor %}{% for message in messages %}{{ message['role'] }}: {{ message['content'] or '' }}\
{% for call in message['tool_calls'] or [] %}{"name": {{ call['function']['name'] | tojson }}, \
"arguments": {{ call['function']['arguments'] | tojson }}}{% endfor %}
{% endfor %}{% if add_generation_prompt %}assistant:{% endif %}"""
)

weight("token_embd", len(tokens), WIDTH)
weight("output", len(tokens), WIDTH)
norm("output_norm")
for layer in range(LAYERS):
    block = f"blk.{layer}."
    norm(block + "attn_norm")
    norm(block + "ffn_norm")
    for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
        weight(block + part, WIDTH, WIDTH)
    weight(block + "ffn_gate", INNER, WIDTH)
    weight(block + "ffn_up", INNER, WIDTH)
    weight(block + "ffn_down", WIDTH, INNER)

writer.write_header_to_file()
writer.write_kv_data_to_file()
writer.write_tensors_to_file()
writer.close()
