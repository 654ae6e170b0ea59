import { Effect, Layer } from "effect"
import { CredentialRotation } from "#services/credentials/CredentialRotation.ts"
import { importKind } from "#services/imports/importKind.ts"
import { Imports } from "#services/imports/Imports.ts"
import { KeyRotation } from "#services/rotation/KeyRotation.ts"
import { keyRotationKind } from "#services/rotation/keyRotationKind.ts"
import { oldKeyRemovalKind } from "#services/rotation/oldKeyRemovalKind.ts"
import { Work } from "#services/work/Work.ts"
import { sealKind, WorkKinds } from "#services/work/WorkKinds.ts"
import { WorkRunner } from "#streams/work/WorkRunner.ts"
import * as StoredCredentialsSql from "../sql/credentials/StoredCredentialsSql.ts"
import * as KeyHoldersSql from "../sql/rotation/KeyHoldersSql.ts"
import * as WorkDraftsSql from "../sql/work/WorkDraftsSql.ts"
import * as WorkLeasesSql from "../sql/work/WorkLeasesSql.ts"
import * as WorkRecordsSql from "../sql/work/WorkRecordsSql.ts"

/** Every kind of long work. */
const kinds = Layer.effect(WorkKinds, Effect.gen(function*() {
  return WorkKinds.make([sealKind(yield* keyRotationKind), sealKind(yield* oldKeyRemovalKind), sealKind(yield* importKind)])
}))

/** Long work without what does it. Open: as `LongWork`. */
export const LongWorkAsked = Layer.merge(KeyRotation.layer, Imports.layer).pipe(
  Layer.provideMerge(Work.layer),
  Layer.provideMerge(kinds),
  Layer.provideMerge(CredentialRotation.layer),
  Layer.provideMerge(Layer.mergeAll(
    WorkRecordsSql.layer, WorkDraftsSql.layer, WorkLeasesSql.layer, KeyHoldersSql.layer, StoredCredentialsSql.layer
  ))
)

/**
 * Long work: the engine, its kinds, and this process as one of those that do it.
 * Open: SqlClient, LiveEvents, Users, GroupRecords, `AuditAndCipher`, `Storage`, `Gateways`.
 */
export const LongWork = WorkRunner.pipe(Layer.provideMerge(LongWorkAsked))
