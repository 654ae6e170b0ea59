import { sanitizeJson } from "#domain/platform/Text.ts"
import type { Schema } from "effect"

/** NUL and surrogates in JSON; a surrogate may be half of a valid pair. */
const escaped = /\\u(?:0000|d[89a-f])/i

/** Uses U+FFFD for what a database cannot store: gateway texts end up in rows. */
export const sanitizeAnswer = (text: string): string => {
  if (!escaped.test(text)) return text
  try {
    const document: Schema.Json = JSON.parse(text)
    return JSON.stringify(sanitizeJson(document))
  } catch {
    return text
  }
}
