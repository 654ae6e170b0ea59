import { Effect, Layer } from "effect"
import { QuarantineDaysSchedule } from "#schedules/QuarantineDaysSchedule.ts"
import { ClusterKeys } from "#services/clusterkeys/ClusterKeys.ts"
import { clusterKeyRotationKind } from "#services/clusterkeys/clusterKeyRotationKind.ts"
import { FeatureCopies } from "#services/copies/FeatureCopies.ts"
import { featureCopyKind } from "#services/copies/featureCopyKind.ts"
import { CredentialRotation } from "#services/credentials/CredentialRotation.ts"
import { BucketCreations } from "#services/creations/BucketCreations.ts"
import { creationKind } from "#services/creations/creationKind.ts"
import { Emptying } from "#services/emptying/Emptying.ts"
import { QuarantineDays } from "#services/emptying/QuarantineDays.ts"
import { Quarantines } from "#services/emptying/Quarantines.ts"
import { emptyingKind } from "#services/emptying/emptyingKind.ts"
import { importKind } from "#services/imports/importKind.ts"
import { Imports } from "#services/imports/Imports.ts"
import { copyKind } from "#services/objectwork/copyKind.ts"
import { AttributeEdits } from "#services/objectwork/AttributeEdits.ts"
import { attributesKind } from "#services/objectwork/attributesKind.ts"
import { cleaningKind } from "#services/objectwork/cleaningKind.ts"
import { deletionKind } from "#services/objectwork/deletionKind.ts"
import { FolderHistory } from "#services/objectwork/FolderHistory.ts"
import { ObjectPlans } from "#services/objectwork/ObjectPlans.ts"
import { ObjectWork } from "#services/objectwork/ObjectWork.ts"
import { restoringKind } from "#services/objectwork/restoringKind.ts"
import { KeyRotation } from "#services/rotation/KeyRotation.ts"
import { keyRotationKind } from "#services/rotation/keyRotationKind.ts"
import { oldKeyRemovalKind } from "#services/rotation/oldKeyRemovalKind.ts"
import { Work } from "#services/work/Work.ts"
import { sealKind, WorkKinds } from "#services/work/WorkKinds.ts"
import { WorkRunner } from "#streams/work/WorkRunner.ts"
import * as QuarantineRecordsSql from "../sql/emptying/QuarantineRecordsSql.ts"
import * as CopiedKeysSql from "../sql/objectwork/CopiedKeysSql.ts"
import * as HiddenKeysSql from "../sql/objectwork/HiddenKeysSql.ts"
import * as RestoredKeysSql from "../sql/objectwork/RestoredKeysSql.ts"
import * as StoredCredentialsSql from "../sql/credentials/StoredCredentialsSql.ts"
import * as KeyHoldersSql from "../sql/rotation/KeyHoldersSql.ts"
import * as WorkDraftsSql from "../sql/work/WorkDraftsSql.ts"
import * as WorkLeasesSql from "../sql/work/WorkLeasesSql.ts"
import * as WorkRecordsSql from "../sql/work/WorkRecordsSql.ts"

/** The kinds of administrators. */
const adminKinds = Effect.gen(function*() {
  return [sealKind(yield* keyRotationKind), sealKind(yield* oldKeyRemovalKind), sealKind(yield* importKind)]
})

/** The kinds of whoever may see a context's objects. */
const browserKinds = Effect.gen(function*() {
  return [
    sealKind(yield* deletionKind), sealKind(yield* copyKind), sealKind(yield* attributesKind), sealKind(yield* restoringKind), sealKind(yield* cleaningKind)
  ]
})

/** The kinds of whoever acts as a context. */
const managerKinds = Effect.gen(function*() {
  return [sealKind(yield* emptyingKind), sealKind(yield* creationKind), sealKind(yield* featureCopyKind), sealKind(yield* clusterKeyRotationKind)]
})

const records = CredentialRotation.layer.pipe(Layer.provideMerge(Layer.mergeAll(
  WorkRecordsSql.layer, WorkDraftsSql.layer, WorkLeasesSql.layer, KeyHoldersSql.layer, StoredCredentialsSql.layer, CopiedKeysSql.layer, HiddenKeysSql.layer, RestoredKeysSql.layer
)))

/** Long work of administrators without what does it. Open: as `LongWork`, without what is of buckets. */
export const LongWorkAsked = Layer.merge(KeyRotation.layer, Imports.layer).pipe(
  Layer.provideMerge(Work.layer),
  Layer.provideMerge(Layer.effect(WorkKinds, Effect.map(adminKinds, WorkKinds.make))),
  Layer.provideMerge(records)
)

/**
 * Long work: the engine, every kind of it, and this process as one of those that do it.
 * Open: Sharding, SqlClient, LiveEvents, Users, GroupRecords, Buckets, BucketListings, BucketMeasures, JobLease, NotificationRecords, `AuditAndCipher`, `Storage`, `Gateways`, `S3`.
 */
export const LongWork = Layer.mergeAll(WorkRunner, KeyRotation.layer, Imports.layer, ClusterKeys.layer, Emptying.layer, FeatureCopies.layer, Quarantines.layer, BucketCreations.layer, ObjectPlans.layer, ObjectWork.layer, AttributeEdits.layer, FolderHistory.layer, QuarantineDaysSchedule).pipe(
  Layer.provideMerge(QuarantineDays.layer),
  Layer.provideMerge(QuarantineRecordsSql.layer),
  Layer.provideMerge(Work.layer),
  Layer.provideMerge(Layer.effect(WorkKinds, Effect.map(Effect.all([adminKinds, managerKinds, browserKinds]), (kinds) => WorkKinds.make(kinds.flat())))),
  Layer.provideMerge(records)
)
