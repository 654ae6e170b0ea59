import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { jobs } from "#domain/platform/jobs.ts"

const page = readFileSync(path.resolve(import.meta.dirname, "../../docs/jobs.md"), "utf8")

describe("docs/jobs.md", () => {
  it("has the row of each declared job, and no other", () => {
    assert.deepStrictEqual(
      page.split("\n").filter((line) => /^\| `/.test(line)),
      jobs.map(({ cron, name, path: route, setting, skipIfOlderThan }) =>
        [
          `| \`${name}\` | \`${cron}\``,
          setting === null ? "fixed" : `\`${setting}\``,
          skipIfOlderThan,
          `\`POST /api/internal${route}\` |`
        ].join(" | ")
      )
    )
  })
})
