//! Speaks each provider's streaming protocol: a prompt out, timed pieces of text in.
