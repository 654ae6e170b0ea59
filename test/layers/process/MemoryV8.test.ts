import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import * as path from "node:path"

describe("room in memory", () => {
  it("has room until live objects or unread answers fill the heap, then names the limit", () => {
    const flags = ["--max-old-space-size=96", "--max-semi-space-size=8", "--expose-gc"]
    const told = JSON.parse(
      execFileSync(process.execPath, [...flags, path.join(import.meta.dirname, "smallHeap.ts")], { encoding: "utf8" })
    )
    assert.deepStrictEqual([told.empty, told.littered, told.again, told.unread], ["room", "room", "room", true])
    assert.match(told.full, /live objects take \d+ of \d+ MB \(STOWAGE_HEAP_MB\)/)
    assert.match(told.full, /"retry_after_seconds":5/)
    assert.match(told.buffers, /answers that nobody has read yet take \d+ of \d+ MB \(STOWAGE_HEAP_MB\)/)
  }, 60_000)
})
