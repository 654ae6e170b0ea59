import { Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { ObjectStore } from "#services/objects/ObjectStore.ts"
import { type FactsAt, factsAt } from "./factsAt.ts"
import type { ListedObject } from "./readPortion.ts"

export const sincePlan = "It was written since the plan: it is left as it is"

export const isSince = (plannedAt: string | null, moment: string | null): boolean =>
  plannedAt !== null && moment !== null && Date.parse(moment) > Date.parse(plannedAt)

interface PlanOptions {
  readonly plannedAt: string | null
  readonly alwaysLooked?: boolean
}

/** Separates entries written since the plan. Named versions never change. `named`: current facts, if read. */
export const asPlanned = (
  store: ObjectStore["Service"],
  target: S3Target,
  bucket: string,
  { alwaysLooked = false, plannedAt }: PlanOptions
) => {
  const currentFacts = factsAt(store, target, bucket)
  return Effect.fnUntraced(function* <Found extends Pick<ListedObject, "key" | "versionId" | "facts">>(
    entries: ReadonlyArray<Found>
  ) {
    if (plannedAt === null && !alwaysLooked) return { going: entries, later: [], named: new Map<string, FactsAt>() }
    const named = yield* currentFacts(
      entries.flatMap(({ facts, key, versionId }) => (facts === null && versionId === null ? [key] : []))
    )
    const isLater = ({ facts, key, versionId }: Found) =>
      isSince(plannedAt, facts?.modifiedAt ?? (versionId === null ? named.get(key)?.modifiedAt : null) ?? null)
    return { going: entries.filter((one) => !isLater(one)), later: entries.filter(isLater), named }
  })
}
