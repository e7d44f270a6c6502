/** Texts of whole requests: turns, tools, attachments, and what is sent of them. Loaded with the parts that use them. */

import { count, fileSize } from "../numbers";
import { plural } from "./plural";

/** Small ones by the byte. */
const size = (bytes: number) => (bytes < 1_024 ? plural(bytes, "byte") : fileSize(bytes / 1_024));

export const request = {
  attach: "Attach an image or a document…",
  attachHint: "Or drop or paste one onto the prompt.",
  editAll: "Edit turns, tools and the form of the answer…",
  pasteOne: "Paste a curl line or a request body…",
  edit: "Edit",
  clear: "Remove turns, tools and attachments",
  cleared: "Back to a plain prompt.",
  undo: "Undo",
  attached: "Attached",
  removeOf: (name: string) => `Remove ${name}`,
  attachment: (name: string) => `${name} attached.`,

  sheet: "The whole request",
  laneSheet: (lane: number, model: string) => `The request of lane ${lane}, ${model}`,
  close: "Back to the race",
  tabs: {
    conversation: "Conversation",
    tools: "Tools",
    answer: "Form of the answer",
    verbatim: "Headers and fields",
    sent: "As sent",
  },
  shared: "The same as every other lane.",
  ownRequest: "Its own request",
  ownRequestHint: "What this lane is asked in place of the shared prompt, turns and tools.",
  own: "This lane is asked something of its own.",
  toShared: "Back to the shared request",

  roles: {
    system: "System",
    developer: "Developer",
    user: "User",
    assistant: "Assistant",
    tool: "Tool",
  },
  role: (turn: number) => `Role of turn ${turn}`,
  turn: (turn: number) => `Turn ${turn}`,
  turns: "Turns of the conversation",
  textOf: (turn: number) => `Text of turn ${turn}`,
  editTurn: (turn: number) => `Edit turn ${turn}`,
  doneTurn: "Done",
  addTurn: "Add a turn",
  removeTurn: (turn: number) => `Remove turn ${turn}`,
  removedTurn: "Turn removed.",
  up: (turn: number) => `Move turn ${turn} up`,
  down: (turn: number) => `Move turn ${turn} down`,
  emptyTurn: "Nothing yet.",
  promptEnd:
    "The prompt is the last turn. Leave it empty if the conversation ends with the turns above.",
  addPart: "Add to this turn:",
  parts: {
    text: "Text",
    file: "Image or document",
    tool_call: "Tool call",
    tool_result: "Tool result",
  },
  part: {
    text: "text",
    image: "image",
    document: "document",
    tool_call: "tool call",
    tool_result: "tool result",
    own: "kept as it is",
  },
  removePart: (what: string) => `Remove this ${what}`,
  callName: "Tool",
  callId: "Call id",
  callArguments: "Arguments",
  resultOf: "Answers call",
  resultText: "Result",
  resultError: "The tool failed",
  resultFile: "Image or document of the result",
  addToResult: "Add to the result:",
  removeOfResult: (what: string) => `Remove from the result: ${what}`,
  onlyOf: (dialect: string) => `Only ${dialect} takes this; it is sent as it is.`,
  cached: "ends a cached prefix",
  cache: {
    label: "Cache mark",
    none: "none",
    usual: "for the provider's usual time",
    time: (time: string) => `for ${time}`,
  },
  atAddress: (url: string) => `at ${url}`,
  mediaSize: (type: string, bytes: number) => `${type}, ${size(bytes)}`,

  contents: {
    turns: (turns: number) => plural(turns, "turn"),
    images: (images: number) => plural(images, "image"),
    documents: (documents: number) => plural(documents, "document"),
    size,
    tools: (tools: number) => plural(tools, "tool"),
    formats: { text: "text", json: "JSON", schema: "JSON Schema" },
    settings: (settings: number) => plural(settings, "further setting"),
    verbatim: (fields: number) => plural(fields, "verbatim field"),
  },

  tool: {
    add: "Add a tool",
    none: "No tools. A model that is given tools may call one; the call ends its answer and is timed.",
    name: "Name",
    description: "Description",
    parameters: "Parameters, a JSON Schema",
    strict: "Arguments must fit the schema",
    remove: (name: string) => `Remove the tool ${name}`,
    removed: (name: string) => `Tool ${name} removed.`,
    unnamed: "without a name",
    own: "a provider's own tool",
    choice: "Tool choice",
    choices: {
      unset: "provider's own",
      auto: "as the model decides",
      none: "none",
      required: "at least one",
    },
    one: (name: string) => `only ${name}`,
    parallel: "Several calls at once",
    yes: "allowed",
    no: "not allowed",
    badName: "A name has letters, digits, - and _, at most 64 of them.",
    sameName: "Another tool has this name.",
  },

  answer: {
    format: "The answer is",
    formats: {
      unset: "as the provider sends it",
      text: "text",
      json: "any JSON object",
      schema: "JSON that fits a schema",
    },
    schemaName: "Name of the schema",
    schema: "JSON Schema",
    strict: "Must fit exactly",
    stop: "Ends at",
    stopHint: "Texts at which the answer ends. Write \\n for a line break.",
    addStop: "Add a text",
    removeStop: (at: number) => `Remove text ${at}`,
    stopAt: (at: number) => `Text ${at} at which the answer ends`,
    sampling: "Sampling",
    topP: "top_p",
    seed: "Seed",
    prediction: "Predicted answer",
    predictionHint:
      "Text that most of the answer will repeat, for providers that write it faster then.",
  },

  verbatim: {
    headers: "Additional headers",
    header: (at: number) => `Name of header ${at}`,
    value: (name: string) => `Value of ${name || "the header"}`,
    addHeader: "Add a header",
    removeHeader: (name: string) => `Remove ${name || "the header"}`,
    headersHint: "Sent as they are. Keys belong into the keyring, not here.",
    fields: "Additional fields of the body",
    fieldsHint:
      "A JSON object, sent as it is. It adds to the body and replaces nothing that is set elsewhere.",
    dialect: "They are of",
    anyDialect: "no dialect: every lane sends them",
  },

  json: {
    broken: "This is not JSON yet.",
    tooDeep: "This is nested too deeply to be sent.",
    twice: (name: string, line: number) =>
      `“${name}” stands twice in one object, again in line ${line}: only the last would be sent. Remove one.`,
    changed: (number: string, sent: string, line: number) =>
      `${number} in line ${line} would be sent as ${sent}. Write what is to be sent.`,
    noObject: "This must be a JSON object.",
    at: (path: string, problem: string) => (path ? `${path}: ${problem}` : problem),
    noType: (type: string) =>
      `“${type}” is no type; JSON Schema has string, number, integer, boolean, object, array and null.`,
    noSchema: "a schema is an object or a boolean.",
    noList: (name: string) => `${name} is a list.`,
    noObjectAt: (name: string) => `${name} is an object.`,
    notThere: (name: string) => `“${name}” is required but is no property.`,
    rootObject: 'the arguments of a tool are an object: set "type": "object".',
  },

  sent: {
    lane: "Lane",
    step: "Step",
    answers: "The answers of the steps before it stand by their names, as in {{answer}}.",
    asSent: "As sent",
    indented: "Indented",
    body: "Body of the request",
    head: "Request line and headers",
    copyCurl: "Copy as curl",
    copyBody: "Copy the body",
    size: (bytes: number) => size(bytes),
    cannot: (lane: number) => `Lane ${lane} cannot carry this request:`,
    reading: "Writing the request…",
    noLanes: "Add a lane to see what it would send.",
    masked: "Exactly these bytes, with the key masked.",
    number: (mark: string) =>
      `${mark} stands in the place of a number of as many digits, another one in every request, because prompts are unique.`,
  },

  paste: {
    title: "Read a request from elsewhere",
    hint: "A curl line, a PowerShell call, or the JSON body of OpenAI Chat Completions, OpenAI Responses, Anthropic Messages or Gemini.",
    field: "curl line or body",
    read: "Read it",
    asText: "Paste into the prompt",
    asTextHint:
      "As text. A prompt is kept in the history and sent to every lane: no key may be in it.",
    several: (requests: number) =>
      `All ${count(requests)} requests in it can be asked in turn, one in each round.`,
    askAll: (requests: number) => `Use all ${count(requests)} as a prompt set`,
    tooMany: (most: number) =>
      `A race asks at most ${count(most)} prompts. Split the file, or give it to a sweep as its set of prompts.`,
    doneSet: "Read as a prompt set",
    rounds: (requests: number) => `${plural(requests, "prompt")}, one in each round`,
    done: "Read as a request",
    from: (dialect: string) => `From ${dialect}`,
    model: (model: string) =>
      `It names the model ${model} and no address: add a lane that should have it.`,
    tier: (tier: string) =>
      `It asks for the service tier ${tier}, which is its provider's own: choose it for the lanes that should have it.`,
    addedLane: (model: string, tier: string | null) =>
      tier === null ? `Lane added: ${model}.` : `Lane added: ${model}, service tier ${tier}.`,
    notes: "What was read differently, and what is kept as it is",
    nothingElse: "Everything in it was read.",
    key: (label: string, origin: string) =>
      `A key for ${label} was in it. It is not part of the plan. It can be kept in the keyring, and is then sent to ${origin} and nowhere else.`,
    keyOfNobody: (origin: string) =>
      `A key was in it, for ${origin}, which is no provider's own address. It is not part of the plan. The address can be saved as an endpoint with it, and the key is then sent to ${origin} and nowhere else.`,
    replaces: (label: string) => `It replaces the key that ${label} has.`,
    keep: "Keep the key",
    keepEndpoint: "Save as an endpoint",
    kept: "The key is kept.",
    edit: "Look through the request",
    ok: "Done",
  },

  wasSent: "What was sent",
  wasSentTitle: "The request of this run",
  sharedRequest: "The shared request",
  whichRequest: "Which request",
  closeSent: "Close",
  besideTurns: "Settings, headers and fields",
  ownLane: (lane: number, model: string) => `Lane ${lane}, ${model}`,
  toolCall: "Tool call",
  moreToolCalls: (shown: number) =>
    `Only the first ${shown} calls are shown; an export has all of them.`,
} as const;
