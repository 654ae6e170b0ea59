import { Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { ObjectStore } from "#services/objects/ObjectStore.ts"
import { type FactsAt, factsAt } from "./factsAt.ts"
import type { FoundObject } from "./readPortion.ts"

/** Said of what a plan did not know of. */
export const sincePlan = "It was written since the plan: it is left as it is"

/** Whether something was written after the moment of a plan; null: there is none, or the moment is not known. */
export const isSince = (plannedAt: string | null, moment: string | null): boolean =>
  plannedAt !== null && moment !== null && Date.parse(moment) > Date.parse(plannedAt)

/** What a deletion holds to. */
interface Held {
  /** Null: to no plan. */
  readonly plannedAt: string | null
  /** What stands under the names is wanted even so. */
  readonly alwaysLooked?: boolean
}

/**
 * What of a deletion goes, and what was written since its plan and stays: for runs, and for what is deleted at once. A version that was named never changes.
 * `named`: what stands under the keys that were only named, where that was looked at.
 */
export const asPlanned = (store: ObjectStore["Service"], target: S3Target, bucket: string, { alwaysLooked = false, plannedAt }: Held) => {
  const standing = factsAt(store, target, bucket)
  return Effect.fnUntraced(function*<Found extends Pick<FoundObject, "key" | "versionId" | "facts">>(found: ReadonlyArray<Found>) {
    if (plannedAt === null && !alwaysLooked) return { going: found, later: [], named: new Map<string, FactsAt>() }
    const named = yield* standing(found.flatMap(({ facts, key, versionId }) => facts === null && versionId === null ? [key] : []))
    const isLater = ({ facts, key, versionId }: Found) => isSince(plannedAt, facts?.modifiedAt ?? (versionId === null ? named.get(key)?.modifiedAt : null) ?? null)
    return { going: found.filter((one) => !isLater(one)), later: found.filter(isLater), named }
  })
}
