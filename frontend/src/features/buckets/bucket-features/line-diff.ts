import type { Value } from "./feature"

/** A value as people compare it. A text of several lines is shown as it is. */
export const readable = (value: Value | null, text?: string): string => {
  if (value === null) return ""
  const held = text === undefined ? undefined : value[text]
  return typeof held === "string" ? held : JSON.stringify(value, null, 2)
}
