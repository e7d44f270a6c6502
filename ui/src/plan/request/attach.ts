/** Images and documents that the user hands to the prompt: dropped, pasted or chosen. */

import { type Backend, type Part, Refusal } from "../../backend/backend";
import { fileName } from "../../run/request/Thumbnail";
import { told } from "../../strings/phrases";
import { request } from "../../strings/request";
import { failureWords } from "../../strings/strings";
import { announce } from "../../ui/announcer";
import { complain, settleComplaint } from "../../ui/toasts";
import { useDraft } from "../draft";
import { readText } from "../promptFile";
import { takePromptOrSet } from "../promptSets";
import { readPasted } from "./captured";
import { looksLikeRequest } from "./looksLikeRequest";

const w = request;

/** The bytes of a file as Base64, encoded by the browser beside the page's own work. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const address = String(reader.result);
      resolve(address.slice(address.indexOf(",") + 1));
    };
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** A file as a part of a turn; null if it cannot be sent, which is told. */
export async function partOfFile(backend: Backend, file: File): Promise<Part | null> {
  settleComplaint();
  try {
    return await backend.readAttachment(file.name || null, await base64Of(file));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message, fix } = failureWords(error.failure);
    complain(file.name ? told(file.name, message) : message, fix);
    return null;
  }
}

/** Attaches a file to the shared prompt. */
export async function attach(backend: Backend, file: File): Promise<void> {
  const part = await partOfFile(backend, file);
  if (!part) return;
  const { attached, share } = useDraft.getState();
  const parts = [...attached.parts, part];
  // In front of the text, where vendors advise to place them, unless the text already stands before others.
  const textAt = attached.textAt === attached.parts.length ? parts.length : attached.textAt;
  share({ attached: { parts, textAt } });
  announce(w.attachment(file.name || fileName(part)));
}

/** Whether a file is an image or a document; any other is text, and becomes the prompt. */
export const isAttachment = ({ type, name }: File): boolean =>
  type.startsWith("image/") || type === "application/pdf" || /\.pdf$/i.test(name);

/** Takes the text of a file: a request becomes the plan, a set of prompts is asked, any other text is the prompt. */
async function takeTextFile(backend: Backend, file: File): Promise<void> {
  const read = await readText(file);
  if ("problem" in read) complain(read.problem);
  else if (looksLikeRequest(read.text)) await readPasted(backend, read.text);
  else await takePromptOrSet(backend, file);
}

/** Takes files that were dropped on the prompt: images and documents are attached, requests and texts read. */
export async function takeFiles(backend: Backend, files: readonly File[]): Promise<void> {
  for (const file of files) {
    if (isAttachment(file)) await attach(backend, file);
    else await takeTextFile(backend, file);
  }
}
