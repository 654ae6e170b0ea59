import type { Quota } from "../../accounts/GatewaySettings.ts"

/** Null is unlimited. */
interface Amount {
  readonly bytes: number | null
  readonly objects: number | null
}

/** `full`: the objects alone exceed the quota; `tight`: they do with what is stored already. */
export type OwnerRoom = "enough" | "tight" | "full" | "unknown"

/** Decides whether the objects of a migration fit under the quota of the target's owner. Null: not known. */
export const ownerRoom = (
  { enabled, max_objects, max_size_bytes }: Quota,
  used: { readonly bytes: number; readonly objects: number } | null,
  added: Amount
): OwnerRoom => {
  const limits = [
    { limit: max_size_bytes, used: used?.bytes, added: added.bytes },
    { limit: max_objects, used: used?.objects, added: added.objects }
  ].filter(({ limit }) => limit !== null) as ReadonlyArray<{
    readonly limit: number
    readonly used: number | undefined
    readonly added: number | null
  }>
  if (!enabled || limits.length === 0) return "enough"
  if (limits.some(({ added: more, limit }) => more !== null && more > limit)) return "full"
  if (limits.some(({ added: more, limit, used: there }) => (more ?? 0) + (there ?? 0) > limit)) return "tight"
  return limits.every(({ added: more, used: there }) => more !== null && there !== undefined) ? "enough" : "unknown"
}
