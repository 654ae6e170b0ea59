import { appendFileSync } from "node:fs"
import { describe, it } from "vitest"

/** Why something cannot be had on this machine, in one line; `undefined` when it can. */
export type Lack = string | undefined

const everythingRequired = process.env["REQUIRE_ALL"] === "1"

/**
 * A block of tests that needs something which a machine may lack. Without it the block is skipped and the run says
 * why in one line; under REQUIRE_ALL=1 the block fails with that line instead.
 *
 * @example requirement("Chromium", chromiumLack)("the first walk", () => { it.live(…) })
 */
export const requirement = (what: string, lack: Lack) => (name: string, body: () => void): void => {
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

/** bin/test.mjs prints each reason once at the end of a run; a vitest that was started by hand prints it here. */
const reportLack = (reason: string): void => {
  const report = process.env["STOWAGE_TEST_REPORT"]
  if (report === undefined) process.stderr.write(`skipped, ${reason}\n`)
  else appendFileSync(`${report}.lacks`, `${reason}\n`)
}
