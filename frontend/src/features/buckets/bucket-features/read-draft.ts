import type { Value } from "./feature"

export const readDraft = (
  input: string,
  text: string | undefined
): { readonly draft: Value | null } | { readonly unread: string } => {
  if (input.trim() === "") return { draft: null }
  if (text !== undefined) return { draft: { [text]: input } }
  try {
    const value: unknown = JSON.parse(input)
    if (value === null) return { draft: null }
    return typeof value === "object" && !Array.isArray(value)
      ? { draft: value as Value }
      : { unread: "Expected an object in braces, or nothing at all" }
  } catch (cause) {
    return { unread: `This is not JSON: ${cause instanceof Error ? cause.message : String(cause)}` }
  }
}
