import { Context, Effect, Layer } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { KeyOutcome } from "#domain/objects/ObjectListing.ts"
import { type NamedEntry, ObjectStore } from "#services/objects/ObjectStore.ts"
import { removeNamed } from "#services/objects/removeNamed.ts"
import { asPlanned, sincePlan } from "./asPlanned.ts"

interface Held {
  /** What was written after that moment stays, and its outcome says so; null: whatever is there is meant. */
  readonly plannedAt: string | null
  readonly bypassGovernance: boolean
}

const nameOf = (key: string, versionId: string | null) => JSON.stringify([key, versionId])

/** Deleting what one request names, answered at once and without a run. Data is not audited. */
export class ImmediateDeletion extends Context.Service<ImmediateDeletion, {
  /** At most 1,000 entries, an outcome each in their order; of a locked version, why it stays. */
  readonly remove: (context: ResolvedContext, bucket: string, entries: ReadonlyArray<NamedEntry>, held: Held) => Effect.Effect<ReadonlyArray<KeyOutcome>, NotFound | GatewayFailure>
}>()("stowage/services/objects/objectwork/ImmediateDeletion") {
  static readonly layer = Layer.effect(ImmediateDeletion, Effect.gen(function*() {
    const store = yield* ObjectStore
    const removed = yield* removeNamed

    const remove = Effect.fn("ImmediateDeletion.remove")(function*({ s3 }: ResolvedContext, bucket: string, entries: ReadonlyArray<NamedEntry>, { bypassGovernance, plannedAt }: Held) {
      const { going, later } = yield* asPlanned(store, s3, bucket, { plannedAt })(entries.map((entry) => ({ ...entry, facts: null })))
      const left = later.map(({ key }): KeyOutcome => ({ key, deleted: false, code: "stale_plan", detail: sincePlan }))
      const tried = going.length === 0 ? [] : yield* removed(s3, bucket, going, { bypassGovernance })
      const outcomes = new Map([...left, ...tried].map((outcome) => [nameOf(outcome.key, outcome.version_id ?? null), outcome]))
      return entries.flatMap(({ key, versionId }) => outcomes.get(nameOf(key, versionId)) ?? [])
    })
    return ImmediateDeletion.of({ remove })
  }))
}
