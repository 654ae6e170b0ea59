import { assert, describe, it } from "@effect/vitest"
import { newestFirst } from "../../frontend/src/lib/newest-first.ts"

const version = (key: string, version_id: string, modified_at: string) => ({ key, version_id, modified_at })

describe("versions", () => {
  it("are ordered newest first by timestamp, whatever the gateway's order; equal timestamps and keys keep it", () => {
    const listed = [
      version("a", "1", "2026-05-04T09:00:00.000Z"),
      version("a", "2", "2026-05-04T09:30:00Z"),
      version("a", "3", "2026-05-04T09:00:00Z"),
      version("a", "4", "2026-05-04T09:30:00.001Z"),
      version("b", "5", "2027-01-01T00:00:00Z")
    ]
    assert.deepStrictEqual(
      newestFirst(listed).map(({ version_id }) => version_id),
      ["4", "2", "1", "3", "5"]
    )
    assert.deepStrictEqual(newestFirst([]), [])
  })
})
