import { Effect } from "effect"
import type { PlannedChange } from "#domain/fleet/apply/planApply.ts"
import { entryDifferences, type EntryOf, ruleOf, type Section } from "#domain/fleet/apply/sections.ts"
import { Conflict, type DomainError } from "#domain/platform/errors/Errors.ts"
import { RowVersions, type VersionedEntity } from "#services/platform/audit/RowVersions.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import type { Step } from "../sectionWork.ts"

export const staleLinks = new Conflict({
  code: "stale_plan",
  detail: "Somebody else changed who may act as this since the plan was made: nothing of it is changed"
})

export const requirePlanned = <S extends Section>(
  section: S,
  change: PlannedChange,
  declared: EntryOf<S>,
  now: object,
  others: ReadonlyArray<string> = []
) => {
  const changes = entryDifferences(section, ruleOf(section).links ?? [], declared, now)
    .filter(({ path }) => !others.includes(path))
    .map(({ after, before, path }) => ({ path, before, after, secret: false }))
  return JSON.stringify(changes) === JSON.stringify(change.fields) ? Effect.void : Effect.fail(staleLinks)
}

/** Holds a row while its links are compared and changed. */
export const holdingRow = Effect.gen(function* () {
  const versions = yield* RowVersions
  const transaction = yield* Transaction
  return (thing: VersionedEntity, id: number, work: Effect.Effect<unknown, DomainError>): Step =>
    transaction.run(Effect.as(Effect.andThen(versions.lock(thing, id, undefined), work), id))
})
