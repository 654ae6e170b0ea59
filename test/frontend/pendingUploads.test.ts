import { assert, describe, it } from "@effect/vitest"
import {
  MAX_LISTED_UPLOADS,
  uploadPageOf
} from "../../frontend/src/features/objects/explorer/uploads/pending-upload-pages.ts"

const listed = (count: number, more: boolean) =>
  ({
    uploads: Array.from({ length: count }, (_, n) => ({
      key: `k${n}`,
      upload_id: `u${n}`,
      initiated_at: "2026-05-04T09:30:00.000Z",
      storage_class: "STANDARD"
    })),
    prefixes: [],
    next_key_marker: more ? "k" : null,
    next_upload_id_marker: more ? "u" : null
  }) as unknown as Parameters<typeof uploadPageOf>[0]

describe("unfinished uploads", () => {
  it("go on page by page below the limit", () => {
    const page = uploadPageOf(listed(200, true), 400)
    assert.deepStrictEqual([page.items.length, page.next, page.isCut], [200, JSON.stringify(["k", "u", 600]), false])
    assert.deepStrictEqual(
      [uploadPageOf(listed(200, false), 400).next, uploadPageOf(listed(200, false), 400).isCut],
      [null, false]
    )
  })

  it("end at 10,000, and say that there are more", () => {
    const shownOf = (count: number, more: boolean, before: number) => {
      const { isCut, items, next } = uploadPageOf(listed(count, more), before)
      return [items.length, next, isCut]
    }
    assert.strictEqual(MAX_LISTED_UPLOADS, 10_000)
    assert.deepStrictEqual(shownOf(200, true, 9_800), [200, null, true])
    assert.deepStrictEqual(shownOf(200, false, 9_800), [200, null, false], "exactly as many as are shown")
    assert.deepStrictEqual(shownOf(200, false, 9_900), [100, null, true])
  })
})
