//! What a knob may be set to, where that is a word of a closed set, and the length of an answer.

use super::value::words;

/// Length of an answer in tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Length {
    /// Exactly this many, even within a sentence.
    Exactly(u32),
    /// This many, extended to the end of the sentence.
    About(u32),
}

words! {
    /// When the role chunk is sent.
    Role { Early = "early", Late = "late", Absent = "absent" }
}
words! {
    /// Content of the role chunk.
    RoleContent { Empty = "empty", Null = "null", Absent = "absent" }
}
words! {
    /// How reasoning is sent.
    ThinkAs {
        Reasoning = "reasoning",
        ReasoningContent = "reasoning_content",
        /// `reasoning_content` is empty beside `reasoning`.
        Both = "both",
        /// In the content, between `<think>` and `</think>`, with the tags in pieces.
        Inline = "inline",
        /// In the content as a list with a part of type `thinking`.
        List = "list",
        /// Not shown, only counted.
        Hidden = "hidden",
    }
}
words! {
    /// Content of the answer.
    AnswerAs {
        /// Calls of the request's tools if it wants them, otherwise text.
        Fitting = "fitting",
        Text = "text",
        ToolCalls = "tool_calls",
        Refusal = "refusal",
    }
}
words! {
    /// Which of two answers a judge prefers.
    JudgeBy {
        /// It is no judge, and answers as to any prompt.
        Absent = "absent",
        Longer = "longer",
        Shorter = "shorter",
        First = "first",
        Second = "second",
        Tie = "tie",
        /// It gives no verdict.
        Unclear = "unclear",
    }
}
words! {
    /// Where usage is sent.
    Usage {
        /// In its own chunk with `choices: []`, after the finish reason.
        Last = "last",
        /// On the chunk with the finish reason.
        Finish = "finish",
        /// The running count in every chunk, and the final one in its own chunk.
        Every = "every",
        /// The prompt's part on the finish chunk, the completion's part in its own chunk.
        Split = "split",
        Absent = "absent",
    }
}
words! {
    /// Whether usage is sent only on request by `stream_options.include_usage`.
    UsageWhen { Asked = "asked", Always = "always" }
}
words! {
    /// What happens to a request with `stream_options`.
    StreamOptions { Accepted = "accepted", BadRequest = "400", Unprocessable = "422" }
}
words! {
    /// The finish reason.
    Finish {
        /// `stop`, or `length` when the request's limit cut the answer, or `tool_calls`.
        Fitting = "fitting",
        Stop = "stop",
        Length = "length",
        ContentFilter = "content_filter",
        /// A word no specification has.
        Eos = "eos",
        /// The fitting one, in two chunks.
        Twice = "twice",
        Never = "never",
    }
}
words! {
    /// The line ending of the stream.
    Line { Lf = "lf", Crlf = "crlf", Cr = "cr" }
}
words! {
    /// The service tier that is said to have answered.
    Tier {
        Absent = "absent",
        /// The one that was asked for.
        Asked = "asked",
        Default = "default",
        Flex = "flex",
        Priority = "priority",
    }
}
words! {
    /// How the data of an event is laid out.
    Data {
        /// `data: {…}`.
        Plain = "plain",
        /// `data:{…}`.
        Tight = "tight",
        /// Over two data lines.
        Multi = "multi",
    }
}
