import type { Value } from "./feature"

export const readable = (value: Value | null, text?: string): string => {
  if (value === null) return ""
  const content = text === undefined ? undefined : value[text]
  return typeof content === "string" ? content : JSON.stringify(value, null, 2)
}
