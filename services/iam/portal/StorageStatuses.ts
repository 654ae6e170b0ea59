import { Context, DateTime, Effect, Layer } from "effect"
import { listingOwner } from "#domain/accounts/contexts/listingOwner.ts"
import type { PortalAccount } from "#domain/accounts/scope/RequestScope.ts"
import type { SetStatusNote, StorageStatus } from "#domain/iam/portal/StorageStatus.ts"
import { storageStatusOf } from "#domain/iam/portal/storageStatusOf.ts"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { Settings } from "#services/platform/Settings.ts"
import { isProbed } from "./StorageProbes.ts"
import { StorageProbeRecords } from "./StorageProbeRecords.ts"

/** Contains no address, key or gateway text, because all users see it. */
export class StorageStatuses extends Context.Service<
  StorageStatuses,
  {
    readonly read: (endpointId: number) => Effect.Effect<StorageStatus, NotFound>
    readonly ofAccount: (account: PortalAccount) => Effect.Effect<StorageStatus>
    readonly setNote: (
      caller: Caller,
      endpointId: number,
      note: SetStatusNote
    ) => Effect.Effect<StorageStatus, NotFound>
  }
>()("stowage/services/iam/portal/StorageStatuses") {
  static readonly layer = Layer.effect(
    StorageStatuses,
    Effect.gen(function* () {
      const records = yield* StorageProbeRecords
      const endpoints = yield* EndpointRecords
      const audited = yield* Audited
      const transaction = yield* Transaction
      const {
        endpointStatus: { enabled }
      } = yield* Settings

      const read = Effect.fn("StorageStatuses.read")(function* (id: number) {
        const endpoint = yield* endpoints.find(id)
        const now = yield* DateTime.now
        const stored = yield* records.read(id, now)
        if (stored === null) return yield* new NotFound({ entity: "Storage endpoint", id: String(id) })
        return storageStatusOf(stored, isProbed(enabled, endpoint), DateTime.toEpochMillis(now))
      })

      const ofAccount = Effect.fn("StorageStatuses.ofAccount")(({ listing_key }: PortalAccount) =>
        Effect.orDie(read(listingOwner(listing_key)?.endpointId ?? 0))
      )

      const setNote = Effect.fn("StorageStatuses.setNote")(function* (
        caller: Caller,
        id: number,
        { text }: SetStatusNote
      ) {
        const { name } = yield* endpoints.find(id)
        yield* Effect.flatMap(DateTime.now, (now) => records.setNote(id, text, now)).pipe(
          audited.rows(
            "storage_status.note_set",
            { type: "storage_endpoint", id: String(id), label: name },
            {
              by: byCaller(caller, "admin"),
              message: text === null ? `The status note of ${name} was removed` : `The status note of ${name} was set`,
              metadata: (before) => ({ before: before?.text ?? null, after: text })
            }
          ),
          transaction.run
        )
        return yield* read(id)
      })

      return StorageStatuses.of({ read, ofAccount, setNote })
    })
  )
}
