import { Effect } from "effect"
import type { PlannedItem } from "./WorkKind.ts"

const encoder = new TextEncoder()

/** Items that are hashed together. */
const together = 1_000

const digest = (text: string) => Effect.map(
  Effect.promise(() => crypto.subtle.digest("SHA-256", encoder.encode(text))),
  (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("")
)

/**
 * A hash of all that a plan was made from: with what, and each thing as it was. Another order is another plan. Only some of it is
 * held at a time.
 */
export const planHasher = (kind: string, params: unknown) => {
  let waiting = [JSON.stringify([kind, params])]
  let before = ""
  const fold = Effect.gen(function*() {
    const lines = waiting
    waiting = []
    before = yield* digest([before, ...lines].join("\n"))
  })
  return {
    add: Effect.fnUntraced(function*({ key, phase, target }: PlannedItem<unknown>) {
      waiting.push(JSON.stringify([key, phase, target]))
      if (waiting.length >= together) yield* fold
    }),
    end: Effect.map(fold, () => before)
  }
}
