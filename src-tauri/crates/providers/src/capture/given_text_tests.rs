//! Bodies that a line is given to read: by rows below it, by a word, or by a command before it. And code, which is none.

use super::tests::bodies;
use super::*;

const CHAT: &str = "https://api.openai.com/v1/chat/completions";
const JSON: &str =
    r#"{"model":"m","messages":[{"role":"user","content":"It's 5 o'clock, \"now\".\nYes."}]}"#;
const SAID: &str = "It's 5 o'clock, \"now\".\nYes.";

fn taken(text: &str) -> Captured {
    read_capture(text, None).unwrap_or_else(|error| panic!("{error}: {text}")).0
}

fn refused(text: &str) -> String {
    read_capture(text, None).expect_err(text).to_string()
}

#[test]
fn a_body_in_the_rows_below_a_line_is_read_as_the_shell_would_hand_it_on() {
    for text in [
        format!("curl {CHAT} -d @- <<'EOF'\n{JSON}\nEOF"),
        format!("curl {CHAT} -d @- <<\"EOF\"\n{JSON}\nEOF\n"),
        format!("curl {CHAT} -d @- <<\\EOF\n{JSON}\nEOF"),
        format!("curl {CHAT} -d@- <<'A B'\n{JSON}\nA B"),
        format!("curl {CHAT} --data-binary @- << 'EOF'\n{JSON}\nEOF"),
        format!("curl {CHAT} --json @- <<EOF\n{JSON}\nEOF"),
        format!("curl <<EOF {CHAT} \\\n -H 'x: y' \\\n --json @-\n{JSON}\nEOF"),
        format!("curl {CHAT} -d @- <<-EOF\n\t\t{JSON}\n\tEOF"),
        format!("curl {CHAT} -d @- <<'EOF' | jq '.choices[0]\n .message'\n{JSON}\nEOF"),
        format!("curl {CHAT} -d @- <<'EOF' && echo done\n{JSON}\nEOF"),
        format!("$ curl -s {CHAT} -d @- <<'EOF' # the question\r\n{JSON}\r\nEOF"),
        format!("curl {CHAT} -d \"$(cat <<'EOF'\n{JSON}\nEOF\n)\""),
        format!("curl {CHAT} -d \"$(cat <<EOF\n{JSON}\nEOF\n)\" -H 'x: y'"),
        format!("cat <<'EOF' | curl {CHAT} -d @-\n{JSON}\nEOF"),
        format!("cat <<EOF | curl {CHAT} \\\n  -H 'x: y' \\\n  -d @- | jq .\n{JSON}\nEOF"),
    ] {
        assert_eq!(taken(&text).prompt, SAID, "{text}");
    }
    let rows = JSON.replace("\",\"", "\",\n\"");
    let captured = taken(&format!("curl {CHAT} -d @- <<'EOF'\n{rows}\nEOF\necho done"));
    assert_eq!(captured.prompt, SAID);
    assert!(
        captured.told().iter().any(|note| note.contains("What follows the text below the line"))
    );
}

#[test]
fn a_body_that_a_word_or_a_command_before_the_line_gives_is_read_where_its_own_words_say_it() {
    let plain = JSON.replace('\'', "").replace("\\\"", "").replace("\\n", " ");
    let said = "Its 5 oclock, now. Yes.";
    for text in [
        format!("echo '{plain}' | curl {CHAT} -d @-"),
        format!("echo -n '{plain}' | curl -sS {CHAT} --data-binary @- | jq ."),
        format!("printf '%s' '{plain}' | curl {CHAT} -d @-"),
        format!("printf '%s\\n' '{plain}' \\\n  | curl {CHAT} --json @-"),
        format!("printf '{plain}' |\n curl {CHAT} --json @-"),
        format!("curl {CHAT} -d @- <<< '{plain}'"),
    ] {
        assert_eq!(taken(&text).prompt, said, "{text}");
    }
    let whole = JSON.replace('\'', "'\\''");
    assert_eq!(taken(&format!("printf '%s' '{whole}' | curl {CHAT} -d @-")).prompt, SAID);
}

#[test]
fn a_body_that_only_a_shell_could_tell_is_refused_with_what_to_paste_instead() {
    let open = JSON.replace("now", "$NOW");
    for (text, words) in [
        (
            format!("cat body.json | curl {CHAT} -d @-"),
            "`cat` reads, which is not opened; paste what is in the file",
        ),
        (format!("jq -n '{{}}' | curl {CHAT} -d @-"), "what `jq` writes, and nothing is run"),
        (format!("cat a.json | jq . | curl {CHAT} -d @-"), "what `jq` writes"),
        (format!("curl {CHAT} -d @- < body.json"), "neither opened nor run"),
        (format!("curl {CHAT} -d @-"), "neither opened nor run"),
        (format!("curl {CHAT} -d @body.json"), "its body is in a file"),
        (
            format!("curl {CHAT} -d @- <<EOF\n{open}\nEOF"),
            "variable `$NOW`; write its value in its place, or `<<'EOF'`",
        ),
        (
            format!("curl {CHAT} -d @- <<EOF\n{}\nEOF", open.replace("$NOW", "`date`")),
            "nothing is run",
        ),
        (format!("curl {CHAT} -d @- <<'EOF'\n{JSON}"), "copy it with that row"),
        (format!("curl {CHAT} -d \"$(cat <<'EOF'\n{JSON}\nEOF"), "open at its end"),
        (format!("curl {CHAT} -d \"$(cat body.json)\""), "`$(…)`"),
        (
            format!("echo '{}' | curl {CHAT} -d @-", JSON.replace('\'', "")),
            "`echo` writes a backslash in another way",
        ),
        (format!("echo -e '{{}}' | curl {CHAT} -d @-"), "`echo` writes a backslash"),
        (format!("echo \"$BODY\" | curl {CHAT} -d @-"), "`$BODY`"),
        (format!("printf '%d' 1 | curl {CHAT} -d @-"), "`printf`, which is not run"),
    ] {
        let error = refused(&text);
        assert!(error.contains(words), "{text}: {error}");
        assert!(error.starts_with("This curl line cannot be read: "), "{error}");
    }
    let unsent = taken(&format!(
        "echo '{{}}' | curl {CHAT} -d '{{\"messages\":[{{\"role\":\"user\",\"content\":\"Hi\"}}]}}'"
    ));
    assert!(unsent.told().iter().any(|note| note.contains("no option such as `-d @-` sends it")));
}

#[test]
fn code_is_refused_by_its_language_with_what_to_paste_instead() {
    for text in [
        "client.chat.completions.create(\n    model=\"m\",\n    messages=[{\"role\": \"user\", \"content\": \"Hi\"}],\n)",
        "response = client.responses.create(model='m', input='Hi')",
        "from openai import OpenAI\nclient = OpenAI()\n",
        "import anthropic\nmessage = anthropic.Anthropic().messages.create(model='m')",
        "requests.post(url, json={\"model\": \"m\"})",
    ] {
        let error = refused(text);
        assert!(error.starts_with("This is Python, which is not run."), "{text}: {error}");
        assert!(error.contains("json.dumps(dict(…))"), "{error}");
    }
    for text in [
        "const answer = await client.chat.completions.create({ model: 'm', messages: [] });",
        "import OpenAI from \"openai\";\nconst client = new OpenAI();",
        "fetch(\"https://api.openai.com/v1/chat/completions\", { method: \"POST\" })",
    ] {
        let error = refused(text);
        assert!(error.starts_with("This is JavaScript, which is not run."), "{text}: {error}");
        assert!(error.contains("JSON.stringify(…)"), "{error}");
    }
    assert!(refused("http POST https://a.example").contains("another program than curl"));
    assert!(refused("POST /v1/chat/completions HTTP/1.1\n\n{}").contains("paste its body alone"));
    assert!(refused("How do rivers bend?").starts_with("This is no JSON object"), "and no code");
}

/// The ways in which a line is given a body to read, each as somebody writes it; `None` where it cannot hold this one.
fn given(body: &str, address: &str) -> Vec<(&'static str, String)> {
    let quoted = body.replace('\'', r"'\''");
    let escaped = body.replace('\\', r"\\").replace('$', r"\$").replace('`', r"\`");
    let curl = format!("curl {address}");
    let mut lines = vec![
        ("<<'EOF'", format!("{curl} -d @- <<'EOF'\n{body}\nEOF")),
        ("<<EOF", format!("{curl} --json @- <<EOF\n{escaped}\nEOF\n")),
        ("<<-EOF", format!("{curl} -d @- <<-'EOF'\n\t{body}\n\tEOF")),
        ("<<<", format!("{curl} -d @- <<< '{quoted}'")),
        ("cat <<EOF |", format!("cat <<'EOF' | {curl} -d @-\n{body}\nEOF")),
        ("$(cat <<EOF)", format!("{curl} -d \"$(cat <<'EOF'\n{body}\nEOF\n)\"")),
        ("printf |", format!("printf '%s' '{quoted}' | {curl} -d @-")),
    ];
    if !body.contains('\\') {
        lines.push(("echo |", format!("echo '{quoted}' | {curl} -d @-")));
    }
    lines
}

#[test]
fn a_body_of_production_shape_is_the_same_in_whatever_way_a_line_is_given_it() {
    let (mut read, mut echoed) = (0, 0);
    for (dialect, name, body) in bodies() {
        let address = match dialect {
            Dialect::OpenaiResponses => "https://api.openai.com/v1/responses",
            Dialect::Anthropic => "https://api.anthropic.com/v1/messages",
            Dialect::Gemini => {
                "https://generativelanguage.googleapis.com/v1beta/models/m:streamGenerateContent"
            }
            _ => CHAT,
        };
        let plain = taken(&format!("curl {address} -d '{}'", body.replace('\'', r"'\''")));
        for (way, line) in given(body, address) {
            assert_eq!(taken(&line), plain, "{name} by {way}: {line}");
            echoed += usize::from(way == "echo |");
            read += 1;
        }
    }
    assert!(read > 800 && echoed > 50, "{read}, of which {echoed} are echoed");
}

#[test]
fn an_object_of_a_program_is_refused_by_its_language_with_what_to_paste_instead() {
    for (text, language, instead) in [
        ("{'model': 'm', 'messages': []}", "Python", "json.dumps"),
        ("{ 'model': \"it's\", 'stream': True }", "Python", "json.dumps"),
        ("{model: \"m\", messages: []}", "JavaScript", "JSON.stringify"),
        ("{\n  model,\n  messages: history,\n}", "JavaScript", "JSON.stringify"),
    ] {
        let why = refused(text);
        assert!(why.contains(language) && why.contains(instead), "{text}: {why}");
    }
    let cut = refused("{\"model\": \"m\", ");
    assert!(
        cut.contains("no JSON object (line 1"),
        "what is cut off is JSON by its beginning: {cut}"
    );
}

#[test]
fn a_fence_of_markdown_around_a_request_is_none_of_it() {
    let body = r#"{"model":"m","messages":[{"role":"user","content":"a ``` b"}]}"#;
    let line = format!("curl https://api.openai.com/v1/chat/completions \\\n  -d '{body}'");
    for text in [
        format!("```json\n{body}\n```"),
        format!("```\n{body}\n```\n"),
        format!("~~~ json5\r\n{body}\r\n~~~"),
        format!("```bash\n{line}\n```"),
    ] {
        assert_eq!(taken(&text).prompt, "a ``` b", "{text}");
    }
    let two = format!("```json\n{body}\n```\nand\n```json\n{body}\n```");
    assert!(refused(&two).contains("no JSON object"), "of two requests none is taken unasked");
    assert!(
        refused(&format!("```json\n{body}\n```\nmore")).contains("no JSON"),
        "nor is a word lost"
    );
}
