import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import * as path from "node:path"
import * as AuditFilesNode from "#layers/process/AuditFilesNode.ts"
import { AuditFiles } from "#services/platform/audit/AuditFiles.ts"
import { folder } from "../../services/audit/auditWorld.ts"

const linesOf = (text: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const file = path.join(yield* folder, "some.jsonl")
      writeFileSync(file, text)
      const lines: Array<string> = []
      yield* (yield* AuditFiles).read(file, (line) => {
        lines.push(line)
        return true
      })
      return lines
    })
  ).pipe(Effect.provide(AuditFilesNode.layer))

it.effect("a character of several bytes is read whole, wherever in the file it stands", () =>
  Effect.gen(function* () {
    const lines = Array.from({ length: 12 }, (_, index) => `${"x".repeat(index)}${"\u{1f600}".repeat(100_000)}`)
    assert.isTrue((yield* linesOf(`${lines.join("\n")}\n`)).join("\n") === lines.join("\n"))
  })
)

it.effect("a line that is longer than any of an archive is not taken into memory, and nothing behind it is read", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(
      (yield* linesOf(`one\n${"x".repeat(5_000_000)}\ntwo\n`)).map(({ length }) => length),
      [3, 100]
    )
  })
)
