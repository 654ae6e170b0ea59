import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { copyText } from "../../frontend/src/lib/copy-text.ts"

describe("copying", () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it("2026-08 Clipboard API only: a missing or refused clipboard is reported as unavailable", async () => {
    const copied: Array<string> = []
    vi.stubGlobal("navigator", {
      clipboard: {
        writeText: async (text: string) => {
          copied.push(text)
        }
      }
    })
    assert.deepStrictEqual([await copyText("s3://bucket/key"), copied], [true, ["s3://bucket/key"]])
    vi.stubGlobal("navigator", {})
    assert.isFalse(await copyText("x"))
    vi.stubGlobal("navigator", {
      clipboard: { writeText: () => Promise.reject(new DOMException("no", "NotAllowedError")) }
    })
    assert.isFalse(await copyText("x"))
  })

  it("2026-08 Clipboard API only: the console copies in one place, and nowhere by an older way", () => {
    const sources = path.resolve(import.meta.dirname, "../../frontend/src")
    const files = globSync("**/*.{ts,tsx}", { cwd: sources }).map(
      (file) => [file, readFileSync(path.join(sources, file), "utf8")] as const
    )
    assert.deepStrictEqual(
      files.filter(([, text]) => /clipboard\??\.writeText/.test(text)).map(([file]) => file),
      ["lib/copy-text.ts"]
    )
    assert.deepStrictEqual(
      files.filter(([, text]) => text.includes("execCommand")).map(([file]) => file),
      []
    )
  })
})
