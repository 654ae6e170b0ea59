import { Effect, Schema } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { keyFault } from "#domain/objects/keyFault.ts"
import { numberedKey, type ConflictChoice, targetKey } from "#domain/objects/objectwork/ObjectCopy.ts"
import { emptyTally, type ObjectFailure, type Tally } from "#domain/objects/objectwork/Sweep.ts"
import type { ObjectStore } from "#services/objects/ObjectStore.ts"
import { isSince, sincePlan } from "./asPlanned.ts"
import { type FactsAt, factsAt } from "./factsAt.ts"
import type { ListedObject } from "./readPortion.ts"

export const CopyDecision = Schema.Struct({
  key: Schema.String,
  version_id: Schema.NullOr(Schema.String),
  to: Schema.String,
  taken: Schema.optionalKey(Schema.Boolean)
})
export type CopyDecision = typeof CopyDecision.Type

export interface DecidedCopy extends CopyDecision {
  readonly facts: FactsAt
}

export interface CopyPlaces {
  readonly source: ResolvedContext
  readonly bucket: string
  readonly target: ResolvedContext
  readonly targetBucket: string
  readonly base: string
  readonly prefix: string
  readonly conflict: ConflictChoice
  /** Leaves later writes at source or target alone; null ignores them. */
  readonly plannedAt: string | null
}

const MAX_ALTERNATIVE_NAMES = 1_000

export const copyFailure = (
  key: string,
  version_id: string | null,
  error: { readonly code: string; readonly reason: string }
): ObjectFailure => ({ key, version_id, ...error })

export const copyDecisions = (store: ObjectStore["Service"], places: CopyPlaces) => {
  const targetFactsOf = factsAt(store, places.target.s3, places.targetBucket)
  const sourceFactsOf = factsAt(store, places.source.s3, places.bucket)
  const isLater = (moment: string | null): boolean => isSince(places.plannedAt, moment)

  const decide = Effect.fnUntraced(function* (sourceObjects: ReadonlyArray<ListedObject>) {
    const candidates = sourceObjects.map((object) => ({
      object,
      to: targetKey(object.key, places.base, places.prefix)
    }))
    const failures: Array<ObjectFailure> = []
    const possible = candidates.filter(({ object, to }) => {
      const fault = to === "" ? "It would have no name there" : keyFault(to)
      if (fault !== null)
        failures.push(copyFailure(object.key, object.versionId, { code: "InvalidKey", reason: fault }))
      return fault === null
    })
    const targetFacts = yield* targetFactsOf(possible.map(({ to }) => to))
    const assignedNames = new Set<string>()
    const decided: Array<CopyDecision> = []
    const passed: Array<ListedObject & { readonly to: string }> = []
    const free = Effect.fnUntraced(function* (key: string) {
      for (let nth = 2; nth <= MAX_ALTERNATIVE_NAMES; nth++) {
        const beside = numberedKey(key, nth)
        if (keyFault(beside) !== null) return null
        if (!assignedNames.has(beside) && (yield* targetFactsOf([beside])).size === 0) return beside
      }
      return null
    })
    for (const { object, to } of possible) {
      const isTaken = targetFacts.has(to) || assignedNames.has(to)
      if (isTaken && places.conflict === "skip") passed.push({ ...object, to })
      else if (isTaken && places.conflict === "replace" && isLater(targetFacts.get(to)?.modifiedAt ?? null)) {
        failures.push(
          copyFailure(object.key, object.versionId, {
            code: "stale_plan",
            reason: `${to} was written since the plan: it is left as it is, and so is this`
          })
        )
      } else {
        const name = isTaken && places.conflict === "keep_both" ? yield* free(to) : to
        if (name === null)
          failures.push(
            copyFailure(object.key, object.versionId, {
              code: "NoFreeName",
              reason: `${to} is taken, and no name beside it is free`
            })
          )
        else {
          assignedNames.add(name)
          decided.push({ key: object.key, version_id: object.versionId, to: name, taken: isTaken && name === to })
        }
      }
    }
    return {
      decided,
      passed,
      standing: targetFacts,
      tally: { ...emptyTally, skipped: passed.length, failures } satisfies Tally
    }
  })

  const readFacts = Effect.fnUntraced(function* (
    decided: ReadonlyArray<CopyDecision>,
    knownFacts: ReadonlyMap<string, FactsAt>
  ) {
    const nameOf = ({ key, version_id }: Pick<CopyDecision, "key" | "version_id">) => `${version_id ?? ""} ${key}`
    const unknown = decided.filter((one) => !knownFacts.has(nameOf(one)))
    const current = yield* sourceFactsOf(unknown.filter(({ version_id }) => version_id === null).map(({ key }) => key))
    const versions = new Map(
      yield* Effect.forEach(
        unknown.filter(({ version_id }) => version_id !== null),
        (one) =>
          Effect.map(
            Effect.option(store.facts(places.source.s3, places.bucket, one.key, { versionId: one.version_id })),
            (facts) => [nameOf(one), facts] as const
          ),
        { concurrency: 16 }
      )
    )
    const going: Array<DecidedCopy> = []
    const missing: Array<CopyDecision> = []
    const later: Array<CopyDecision> = []
    for (const one of decided) {
      const version = versions.get(nameOf(one))
      const facts =
        knownFacts.get(nameOf(one)) ??
        (version === undefined
          ? current.get(one.key)
          : version._tag === "None"
            ? undefined
            : {
                size: version.value.size_bytes,
                etag: version.value.etag,
                storageClass: version.value.storage_class,
                modifiedAt: version.value.modified_at
              })
      if (facts === undefined) missing.push(one)
      else if (one.version_id === null && isLater(facts.modifiedAt)) later.push(one)
      else going.push({ ...one, facts })
    }
    return { going, gone: missing, later }
  })

  const failuresOf = (missing: ReadonlyArray<CopyDecision>, later: ReadonlyArray<CopyDecision> = []): Tally => ({
    ...emptyTally,
    failures: [
      ...missing.map(({ key, version_id }) =>
        copyFailure(key, version_id, { code: "NoSuchKey", reason: "It is not there any more" })
      ),
      ...later.map(({ key, version_id }) => copyFailure(key, version_id, { code: "stale_plan", reason: sincePlan }))
    ]
  })

  return { there: targetFactsOf, here: sourceFactsOf, decide, lookedUp: readFacts, lost: failuresOf }
}
