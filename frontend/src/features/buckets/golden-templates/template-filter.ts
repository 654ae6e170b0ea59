import { fieldError } from "~/features/buckets/bulk-changes/change-draft"
import type { Template } from "./template"

// Separate from the dialog: a component's module loads with its page.

export const filterOf = (text: string): Template["filter"] => {
  if (text.trim() === "") return null
  try {
    const read: unknown = JSON.parse(text)
    return (Array.isArray(read) ? { match: "all", rules: read } : read) as Template["filter"]
  } catch {
    throw fieldError("filter", "Expected rules as JSON.")
  }
}
