import { describe, it } from "vitest"

/** Why something cannot be had on this machine, in one line; `undefined` when it can. */
export type Lack = string | undefined

const everythingRequired = process.env["REQUIRE_ALL"] === "1"

/**
 * A block of tests that needs something which a machine may lack. Without it the block is skipped and one line says
 * why; under REQUIRE_ALL=1 the block fails with that line instead.
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
  process.stderr.write(`skipped "${name}", ${reason}\n`)
  describe.skip(name, body)
}
