import { Redacted } from "effect"
import { hkdfSync } from "node:crypto"
import type { KeyRing } from "#services/platform/Settings.ts"

/** What replicas prove each other with: `id` names it on the line and tells nothing of it. */
export interface RunnerKey {
  readonly id: string
  readonly secret: Buffer
}

/** Keys whose names fit into one hint (RFC 4279 lets it be 128 bytes). */
const most = 12

const derived = (secret: Redacted.Redacted, purpose: string, bytes: number) =>
  Buffer.from(hkdfSync("sha256", Buffer.from(Redacted.value(secret), "base64url"), "", `stowage/runner/${purpose}`, bytes))

/** Keys of the runner's port, derived from a ring and good for nothing else (HKDF, RFC 5869); in the ring's order. */
export const runnerKeys = (ring: KeyRing): ReadonlyArray<RunnerKey> =>
  ring.slice(0, most).map(({ secret }) => ({ id: derived(secret, "id", 6).toString("base64url"), secret: derived(secret, "key", 32) }))

/** What a replica says it knows, before the other says who it is. */
export const hintOf = (keys: ReadonlyArray<RunnerKey>): string => keys.map(({ id }) => id).join(",")

/** The first of our keys that the other one knows too; without one the line is not made. While a ring is rotated its replicas have different ones. */
export const sharedKey = (keys: ReadonlyArray<RunnerKey>, hint: string | null): RunnerKey | null => {
  const known = new Set((hint ?? "").split(","))
  return keys.find(({ id }) => known.has(id)) ?? null
}
