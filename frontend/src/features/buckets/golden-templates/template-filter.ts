import { fieldError } from "~/features/buckets/bulk-changes/change-draft"
import type { Template } from "./template"

// Apart from the dialog: what stands beside a component is loaded with its page.

/** Filter of entered rules; a list of rules must match all. */
export const filterOf = (text: string): Template["filter"] => {
  if (text.trim() === "") return null
  try {
    const read: unknown = JSON.parse(text)
    return (Array.isArray(read) ? { match: "all", rules: read } : read) as Template["filter"]
  } catch {
    throw fieldError("filter", "Expected rules as JSON.")
  }
}
