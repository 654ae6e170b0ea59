import { Clock, Effect } from "effect"
import type { Conflict, GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import {
  copyLosses,
  type CopyLoss,
  type CopyProperties,
  type CopyTarget,
  copyLossesOf
} from "#domain/objects/CopyProperties.ts"
import { type ConflictChoice, compareWithCopy, targetKey } from "#domain/objects/objectwork/ObjectCopy.ts"
import type { CopyAct, CopyPlan, PlannedCopy } from "#domain/objects/objectwork/ObjectPlans.ts"
import type { copyDecisions, CopyPlaces } from "./copyDecisions.ts"
import type { FactsAt } from "./factsAt.ts"
import { sampler } from "./planSamples.ts"
import type { ListedObject } from "./readPortion.ts"

type Decisions = ReturnType<typeof copyDecisions>
type Counts = Omit<CopyPlan, "planned_at" | "sample" | "same_gateway" | "versioning">

const MAX_PROPERTIES_CHECKED = 500
const PROPERTY_READS = 16

export interface PropertyReading {
  readonly read: (
    key: string,
    versionId: string | null
  ) => Effect.Effect<CopyProperties, Conflict | NotFound | GatewayFailure>
  readonly target: CopyTarget
}

const acts = { skip: "skip", replace: "replace", keep_both: "beside" } as const satisfies Record<
  ConflictChoice,
  CopyAct
>

export const plannedCopies = (
  steps: Decisions,
  { base, conflict, prefix }: CopyPlaces,
  { read, target }: PropertyReading
) => {
  const counts = {
    objects: 0,
    bytes: 0,
    writes: 0,
    write_bytes: 0,
    existing: 0,
    same: 0,
    replace: 0,
    beside: 0,
    skip: 0,
    missing: 0,
    impossible: 0,
    customer_keys: 0,
    properties_checked: 0
  }
  const losing = new Map<CopyLoss, number>()
  const samples = sampler<CopyAct, PlannedCopy>()
  let newest = 0

  const checkProperties = Effect.fnUntraced(function* (
    written: ReadonlyArray<{ readonly key: string; readonly version_id: string | null }>
  ) {
    const now = yield* Clock.currentTimeMillis
    yield* Effect.forEach(
      written.slice(0, MAX_PROPERTIES_CHECKED - counts.properties_checked),
      ({ key, version_id }) =>
        Effect.matchEffect(read(key, version_id), {
          onSuccess: (properties) =>
            Effect.sync(() => {
              counts.properties_checked++
              const { certain, possible } = copyLossesOf(properties, target, now)
              for (const loss of [...certain, ...possible]) losing.set(loss, (losing.get(loss) ?? 0) + 1)
            }),
          onFailure: (error) =>
            Effect.suspend((): Effect.Effect<void, NotFound | GatewayFailure> => {
              if (error._tag === "Conflict") counts.customer_keys++
              else if (error._tag !== "NotFound" && !(error._tag === "StorageError" && error.storage_status === 403))
                return Effect.fail(error)
              return Effect.void
            })
        }),
      { concurrency: PROPERTY_READS, discard: true }
    )
  })

  const look = Effect.fnUntraced(function* (
    sourceObjects: ReadonlyArray<ListedObject>
  ): Effect.fn.Return<void, NotFound | GatewayFailure> {
    const knownFacts = new Map(
      sourceObjects.flatMap(
        ({ facts, key, versionId }): ReadonlyArray<readonly [string, FactsAt]> =>
          facts === null ? [] : [[`${versionId ?? ""} ${key}`, facts]]
      )
    )
    const { going, gone: missing } = yield* steps.lookedUp(
      sourceObjects.map(({ key, versionId }) => ({ key, version_id: versionId, to: "" })),
      knownFacts
    )
    const nameOf = (key: string, version: string | null) => `${version ?? ""} ${key}`
    const factsByName = new Map(going.map(({ facts, key, version_id }) => [nameOf(key, version_id), facts]))
    const {
      decided,
      passed,
      standing: targetFacts,
      tally
    } = yield* steps.decide(sourceObjects.filter(({ key, versionId }) => factsByName.has(nameOf(key, versionId))))

    const note = (act: CopyAct, key: string, version_id: string | null, to: string | null, size: number) =>
      samples.add(act, { key, version_id, act, to, size_bytes: size })
    for (const { key, version_id } of missing) {
      counts.missing++
      note("missing", key, version_id, null, 0)
    }
    for (const {
      facts: { modifiedAt, size }
    } of going) {
      counts.objects++
      counts.bytes += size
      newest = Math.max(newest, Date.parse(modifiedAt ?? "") || 0)
    }
    const entries = [
      ...decided.map(({ key, taken, to, version_id }) => ({
        key,
        version_id,
        to,
        act: taken === true || to !== targetKey(key, base, prefix) ? acts[conflict] : ("write" as const)
      })),
      ...passed.map(({ key, to, versionId }) => ({ key, version_id: versionId, to, act: "skip" as const }))
    ]
    for (const { act, key, to, version_id } of entries) {
      const facts = factsByName.get(nameOf(key, version_id))
      const size = facts?.size ?? 0
      const existing = targetFacts.get(targetKey(key, base, prefix))
      if (act !== "write") counts.existing++
      if (existing !== undefined && facts !== undefined && compareWithCopy(facts, existing) === "same") counts.same++
      if (act !== "skip") {
        counts.writes++
        counts.write_bytes += size
      }
      if (act !== "write") counts[act]++
      note(act, key, version_id, act === "skip" ? null : to, size)
    }
    yield* checkProperties(entries.filter(({ act }) => act !== "skip"))
    for (const { key, version_id } of tally.failures) {
      counts.impossible++
      note("impossible", key, version_id, null, factsByName.get(nameOf(key, version_id))?.size ?? 0)
    }
  })

  const losses = () =>
    copyLosses.flatMap((property) => (losing.has(property) ? [{ property, objects: losing.get(property) ?? 0 }] : []))
  return { look, counts: (): Counts => ({ ...counts, losses: losses() }), sample: samples.all, newest: () => newest }
}
