import type { Page } from "playwright-core"

export const routedKeys = (page: Page, keys: number): Promise<unknown> =>
  page.route("**/api/browser/buckets/*/objects?**", (route) => {
    const asked = new URL(route.request().url()).searchParams
    const size = Number(asked.get("max_keys") ?? 1_000)
    const from = Number(asked.get("continuation_token") ?? 0)
    const objects = Array.from({ length: Math.min(size, keys - from) }, (_, at) => ({
      key: `key-${String(from + at).padStart(7, "0")}`,
      size_bytes: from + at,
      etag: null,
      storage_class: "STANDARD",
      modified_at: "2026-05-04T09:30:00.000Z"
    }))
    return route.fulfill({
      json: {
        prefix: "",
        delimiter: "/",
        prefixes: [],
        objects,
        next_continuation_token: from + size < keys ? String(from + size) : null
      }
    })
  })
