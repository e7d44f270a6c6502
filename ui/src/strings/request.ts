/** Texts of whole requests: turns, tools, attachments, and what is sent of them. */

import { texts } from "./texts";

export const { request } = texts();
