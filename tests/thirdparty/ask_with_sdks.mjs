// The vendors' own SDKs for JavaScript, as writers: each makes the given call with its own method.

const load = async (name) => import(name).catch(() => null);
const [openai, anthropic, genai] = await Promise.all(["openai", "@anthropic-ai/sdk", "@google/genai"].map(load));

/** Whether npm could install them; they are absent without a network. */
export const installed = Boolean(openai && anthropic && genai);

const openaiAt = (baseURL) => new openai.default({ apiKey: "none", baseURL, maxRetries: 0 });
const geminiAt = (baseUrl) => new genai.GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl, apiVersion: "v1beta" } });

/** Fields as this SDK names them: the vendor's are in snake case in its other SDK. */
function camel(value) {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(camel);
  const name = (text) => text.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [name(field), camel(inner)]));
}

const sdks = {
  "openai-chat": (url, { extra_body: more, ...call }) =>
    openaiAt(url).chat.completions.create({ stream: true, ...call, ...more }),
  "openai-responses": (url, call) => openaiAt(url).responses.create({ stream: true, ...call }),
  anthropic: (url, { extra_headers: headers, ...call }) =>
    new anthropic.default({ apiKey: "none", baseURL: url, maxRetries: 0 }).messages.create({ stream: true, ...call }, { headers }),
  gemini: (url, call) => geminiAt(url).models.generateContentStream(camel(call)),
  "gemini-interactions": (url, call) => geminiAt(url).interactions.create({ stream: true, ...call }),
};

export const speaks = ({ sdk }) => sdk in sdks;

/** Makes each call `{ sdk, at, call }` at BASE_URL/AT/…; the answer does not matter. */
export async function ask(baseUrl, tasks) {
  for (const { sdk, at, call } of tasks) {
    try {
      for await (const _ of await sdks[sdk](`${baseUrl}/${at}`, call)) break;
    } catch {
      // It was recorded before it was refused.
    }
  }
}
