//! Why a captured request cannot be read and what to paste instead, as phrases. None repeats more of its text than the name of a
//! variable, a program or a method.

use measure::{Count, Phrase};

measure::phrases! {
    // The text.
    pub(super) fn too_long(most: Count) = "unread.too_long", "The request is longer than {most} MB, or has more values than any request. Shorten its turns or its images.";
    pub(super) fn empty() = "unread.empty", "This is empty. Give the body of a request, or a curl or PowerShell line with it.";
    pub(super) fn no_json(line: &str, column: &str) = "unread.no_json", "This is no JSON object (line {line}, column {column}). Paste the body of a request, or a curl or PowerShell line with it.";
    pub(super) fn no_dialect() = "unread.no_dialect", "Nothing in this body tells its API: there are no `messages`, `input` or `contents`. Name the dialect, or paste the whole body.";
    pub(super) fn half_character(line: &str, column: &str) = "unread.half_character", "The request has half of a character (an escape such as `\\ud83d` without its other half; line {line}, column {column}), as a text that was cut in the middle of one. Servers refuse it as no JSON. Remove it.";
    pub(super) fn large_number(line: &str, column: &str) = "unread.large_number", "The request has a number beyond 1.8e308 (line {line}, column {column}), which most servers refuse or read as another. Write a smaller one, or write it as text.";
    pub(super) fn other_dialect(dialect: &str) = "unread.other_dialect", "A body of {dialect} is not read; OpenAI Chat Completions, OpenAI Responses, Anthropic Messages and Gemini generateContent are. Write it in one of these.";
    pub(super) fn at(place: Phrase, fault: Phrase) = "unread.at", "{place} {fault}.";
    pub(super) fn curl(fault: Phrase) = "unread.curl", "This curl line cannot be read: {fault}.";
    pub(super) fn powershell(fault: Phrase) = "unread.powershell", "This PowerShell line cannot be read: {fault}.";
    pub(super) fn code(language: Phrase, instead: Phrase) = "unread.code", "This is {language}, which is not run. Give the JSON that it sends: {instead}.";
    pub(super) fn http_request() = "unread.http_request", "a request as it travels";
    pub(super) fn other_program() = "unread.other_program", "a line of another program than curl";
    pub(super) fn print_javascript() = "unread.print_javascript", "write `console.log(JSON.stringify(…))` around the object that the call is given, run it, and paste what it prints";
    pub(super) fn print_python() = "unread.print_python", "write `print(json.dumps(dict(…)))` around the call's arguments, run it, and paste what it prints";
    pub(super) fn print_object_of_javascript() = "unread.print_object_of_javascript", "write `console.log(JSON.stringify(…))` around it, run it, and paste what it prints";
    pub(super) fn print_object_of_python() = "unread.print_object_of_python", "write `print(json.dumps(…))` around it, run it, and paste what it prints";
    pub(super) fn paste_body() = "unread.paste_body", "paste its body alone, from the first brace on";
    pub(super) fn write_as_curl() = "unread.write_as_curl", "write the request as a curl line, or paste its body alone";

    // A part of the body.
    pub(super) fn batch_line() = "unread.batch_line", "The line of a batch";
    pub(super) fn batch_address() = "unread.batch_address", "is for an address of no API that is read; `/v1/chat/completions`, `/v1/responses` and `/v1/messages` are";
    pub(super) fn no_message() = "unread.no_message", "is no object; every message is one";
    pub(super) fn no_item() = "unread.no_item", "is no object; every item is one";
    pub(super) fn no_content() = "unread.no_content", "is no object; every content is one";
    pub(super) fn role(known: Vec<&str>) = "unread.role", "has a role that is not read; {known} are";
    pub(super) fn no_call_id() = "unread.no_call_id", "is a tool's and names no `tool_call_id`; add the id of the call";
    pub(super) fn partial_call() = "unread.partial_call", "has a tool call without a name or arguments; a function call has both";
    pub(super) fn partial_item() = "unread.partial_item", "is a call without `call_id`, `name` or `arguments`; a call has all of them";
    pub(super) fn result_without_call() = "unread.result_without_call", "is a result without `call_id`; add the id of the call";
    pub(super) fn no_input() = "unread.no_input", "is neither a text nor a list; write it as one of these";
    pub(super) fn no_parts() = "unread.no_parts", "has `parts` that are no list";

    pub(super) fn key_in_address(place: &str) = "unread.key_in_address", "`{place}` is an address with a key in it, which would be sent to every lane, and kept in the history and in exports. Take the key out of the address.";

    // A line.
    pub(super) fn open_quote() = "unread.open_quote", "a quote is open at its end; copy it whole";
    pub(super) fn open_bracket() = "unread.open_bracket", "a quote or a bracket is open at its end; copy it whole";
    pub(super) fn too_many_options() = "unread.too_many_options", "it has more options than any request; copy one line alone";
    pub(super) fn no_end_row() = "unread.no_end_row", "the row that ends the text below it is not there; copy it with that row, such as `EOF`";
    pub(super) fn no_address() = "unread.no_address", "it has no address; copy it whole";
    pub(super) fn no_uri() = "unread.no_uri", "it has no address, `-Uri`; copy it whole";
    pub(super) fn two_addresses() = "unread.two_addresses", "it has two addresses, or an option that is not known; copy one request alone";
    pub(super) fn two_uris() = "unread.two_uris", "it has two addresses; copy one call alone";
    pub(super) fn body_in_parts() = "unread.body_in_parts", "it has its body in several parts, which curl joins with `&`, and that is no JSON; write the body whole after one `-d`";
    pub(super) fn no_body(option: &str) = "unread.no_body", "it sends no body; a request has one, after `{option}`";
    pub(super) fn no_post() = "unread.no_post", "its method is not POST; a request for an answer is a POST";
    pub(super) fn body_in_file() = "unread.body_in_file", "its body is in a file, which is not opened; give the file itself";
    pub(super) fn body_elsewhere() = "unread.body_elsewhere", "its body comes from a file or another program, which is neither opened nor run; write it after `-d`, between single quotes";
    pub(super) fn variable_in_text(name: &str) = "unread.variable_in_text", "the text that it is given to read uses the variable `{name}`; write its value in its place, or `<<'EOF'` with quotes if it is sent as it stands there";
    pub(super) fn headers_in_file() = "unread.headers_in_file", "its headers are in a file, which is not opened; write them out";
    pub(super) fn variable_first(name: &str) = "unread.variable_first", "it sets the variable `{name}` first; write its value in its place and begin with `curl`";
    pub(super) fn variable(name: &str) = "unread.variable", "it uses the variable `{name}`; write its value in its place";
    pub(super) fn command() = "unread.command", "it has what a command writes put in (`$(…)` or backticks), and nothing is run; write that text in its place";
    pub(super) fn elsewhere() = "unread.elsewhere", "it goes to another machine than its address names; give the address itself";
    pub(super) fn form(option: &str) = "unread.form", "it sends a form or a file and no JSON; give the JSON after `{option}`";
    pub(super) fn get(option: &str) = "unread.get", "its `{option}` makes a GET of it; a request for an answer is a POST";
    pub(super) fn options_in_file() = "unread.options_in_file", "its options are in a file, which is not opened; copy them onto the line";
    pub(super) fn several() = "unread.several", "it makes several requests; copy one of them";
    pub(super) fn url_query() = "unread.url_query", "it adds to its address; write the address out";
    pub(super) fn fills_in() = "unread.fills_in", "it fills in variables; write them out";
    pub(super) fn unknown_parameter(name: &str) = "unread.unknown_parameter", "its parameter `{name}` is not known; leave it out";
    pub(super) fn no_table(example: &str) = "unread.no_table", "its headers are no table of texts, `{example}`; write them so";
    pub(super) fn made_body() = "unread.made_body", "its body is made by PowerShell, and nothing is run; write it as text";

    // Its address.
    pub(super) fn address() = "unread.address", "its address cannot be read; copy it whole";
    pub(super) fn login_in_address() = "unread.login_in_address", "its address has a user name or a password before the host, and addresses are kept and shown; take it out, since a lane logs in with a key in a header alone";
    pub(super) fn key_in_path() = "unread.key_in_path", "its address has a key in its path, and addresses are kept and shown";
    pub(super) fn method(method: &str) = "unread.method", "its address asks for `:{method}`; `:generateContent` and `:streamGenerateContent` are read";
    pub(super) fn path() = "unread.path", "its address ends in no path of an API that is read";

    // What another command writes into it.
    pub(super) fn cat() = "unread.cat", "its body is in the file that `cat` reads, which is not opened; paste what is in the file, or give the file itself, on the command line with `--request`";
    pub(super) fn echo() = "unread.echo", "`echo` writes a backslash in another way in each shell; write the body after `-d`, between single quotes";
    pub(super) fn printf() = "unread.printf", "its body is put together by `printf`, which is not run; write the body after `-d`, between single quotes";
    pub(super) fn other_writer() = "unread.other_writer", "its body is written by another program, and nothing is run; paste the body itself";
    pub(super) fn writer(program: &str) = "unread.writer", "its body is what `{program}` writes, and nothing is run; run that part alone and paste what it writes";
}
