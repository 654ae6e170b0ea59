import { Redacted } from "effect"
import { hkdfSync } from "node:crypto"
import type { KeyRing } from "#services/platform/Settings.ts"

/** `id` does not reveal the key. */
export interface RunnerKey {
  readonly id: string
  readonly secret: Buffer
}

/** A hint has at most 128 bytes (RFC 4279). */
const MAX_KEYS = 12

const derived = (secret: Redacted.Redacted, purpose: string, bytes: number) =>
  Buffer.from(
    hkdfSync("sha256", Buffer.from(Redacted.value(secret), "base64url"), "", `stowage/runner/${purpose}`, bytes)
  )

export const runnerKeys = (ring: KeyRing): ReadonlyArray<RunnerKey> =>
  ring
    .slice(0, MAX_KEYS)
    .map(({ secret }) => ({ id: derived(secret, "id", 6).toString("base64url"), secret: derived(secret, "key", 32) }))

export const keyHintOf = (keys: ReadonlyArray<RunnerKey>): string => keys.map(({ id }) => id).join(",")

/** During a rotation replicas have different rings. */
export const sharedKey = (keys: ReadonlyArray<RunnerKey>, hint: string | null): RunnerKey | null => {
  const hintedIds = new Set((hint ?? "").split(","))
  return keys.find(({ id }) => hintedIds.has(id)) ?? null
}
