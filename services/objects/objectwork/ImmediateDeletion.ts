import { Context, Effect, Layer } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { KeyOutcome } from "#domain/objects/ObjectListing.ts"
import { type KeyEntry, ObjectStore } from "#services/objects/ObjectStore.ts"
import { deleteKeys } from "#services/objects/deleteKeys.ts"
import { asPlanned, sincePlan } from "./asPlanned.ts"

interface DeletionOptions {
  /** Keeps and reports later writes; null deletes anything. */
  readonly plannedAt: string | null
  readonly bypassGovernance: boolean
}

const nameOf = (key: string, versionId: string | null) => JSON.stringify([key, versionId])

export class ImmediateDeletion extends Context.Service<
  ImmediateDeletion,
  {
    /** At most 1,000 entries; outcomes in order. */
    readonly remove: (
      context: ResolvedContext,
      bucket: string,
      entries: ReadonlyArray<KeyEntry>,
      options: DeletionOptions
    ) => Effect.Effect<ReadonlyArray<KeyOutcome>, NotFound | GatewayFailure>
  }
>()("stowage/services/objects/objectwork/ImmediateDeletion") {
  static readonly layer = Layer.effect(
    ImmediateDeletion,
    Effect.gen(function* () {
      const store = yield* ObjectStore
      const removed = yield* deleteKeys

      const remove = Effect.fn("ImmediateDeletion.remove")(function* (
        { s3 }: ResolvedContext,
        bucket: string,
        entries: ReadonlyArray<KeyEntry>,
        { bypassGovernance, plannedAt }: DeletionOptions
      ) {
        const { going: deletable, later: writtenSince } = yield* asPlanned(store, s3, bucket, { plannedAt })(
          entries.map((entry) => ({ ...entry, facts: null }))
        )
        const staleOutcomes = writtenSince.map(
          ({ key }): KeyOutcome => ({ key, deleted: false, code: "stale_plan", detail: sincePlan })
        )
        const tried = deletable.length === 0 ? [] : yield* removed(s3, bucket, deletable, { bypassGovernance })
        const outcomes = new Map(
          [...staleOutcomes, ...tried].map((outcome) => [nameOf(outcome.key, outcome.version_id ?? null), outcome])
        )
        return entries.flatMap(({ key, versionId }) => outcomes.get(nameOf(key, versionId)) ?? [])
      })
      return ImmediateDeletion.of({ remove })
    })
  )
}
