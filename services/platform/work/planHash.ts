import { Effect } from "effect"
import type { PlannedItem } from "./WorkKind.ts"

const encoder = new TextEncoder()

const ITEMS_PER_DIGEST = 1_000

const digest = (text: string) =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", encoder.encode(text))),
    (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("")
  )

export const planHasher = (kind: string, params: unknown) => {
  let pendingLines = [JSON.stringify([kind, params])]
  let previousDigest = ""
  const digestPending = Effect.gen(function* () {
    const lines = pendingLines
    pendingLines = []
    previousDigest = yield* digest([previousDigest, ...lines].join("\n"))
  })
  return {
    add: Effect.fnUntraced(function* ({ key, phase, target }: PlannedItem<unknown>) {
      pendingLines.push(JSON.stringify([key, phase, target]))
      if (pendingLines.length >= ITEMS_PER_DIGEST) yield* digestPending
    }),
    end: Effect.map(digestPending, () => previousDigest)
  }
}
