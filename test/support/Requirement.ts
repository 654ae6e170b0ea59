import { appendFileSync } from "node:fs"
import { describe, it } from "vitest"

export type Lack = string | undefined

const everythingRequired = process.env["REQUIRE_ALL"] === "1"

/** Describes tests that need what a machine may lack: skipped with the reason, or failed with REQUIRE_ALL=1. */
export const requirement =
  (what: string, lack: Lack) =>
  (name: string, body: () => void): void => {
    if (lack === undefined) return void describe(name, body)
    const reason = `no ${what}: ${lack}`
    if (everythingRequired) {
      return void describe(name, () => {
        it(`needs ${what}`, () => {
          throw new Error(reason)
        })
      })
    }
    reportLack(reason)
    describe.skip(name, body)
  }

/** bin/test.mjs prints each reason once; vitest alone prints it here. */
const reportLack = (reason: string): void => {
  const report = process.env["STOWAGE_TEST_REPORT"]
  if (report === undefined) process.stderr.write(`skipped, ${reason}\n`)
  else appendFileSync(`${report}.lacks`, `${reason}\n`)
}
