import { keptJson } from "#domain/platform/Text.ts"
import type { Schema } from "effect"

/** How JSON writes NUL and surrogates; a surrogate may be half a character, or one of the two of a whole. */
const escaped = /\\u(?:0000|d[89a-f])/i

/**
 * The text of an answer with U+FFFD in place of what no database and no UTF-8 can hold: owners, display names and error codes
 * of a gateway end up in rows. Looks at an answer of megabytes once, and takes only the rare one apart.
 */
export const keptAnswer = (text: string): string => {
  if (!escaped.test(text)) return text
  try {
    const document: Schema.Json = JSON.parse(text)
    return JSON.stringify(keptJson(document))
  } catch {
    // no JSON: whoever reads it says so
    return text
  }
}
