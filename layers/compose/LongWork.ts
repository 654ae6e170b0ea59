import { Effect, Layer } from "effect"
import { ClusterKeys } from "#services/fleet/ClusterKeys.ts"
import { clusterKeyRotationKind } from "#services/fleet/clusterKeyRotationKind.ts"
import { FeatureCopies } from "#services/buckets/FeatureCopies.ts"
import { featureCopyKind } from "#services/buckets/featureCopyKind.ts"
import { CredentialRotation } from "#services/gateways/credentials/CredentialRotation.ts"
import { BucketChanges } from "#services/buckets/changes/BucketChanges.ts"
import { makeBucketChangeKind } from "#services/buckets/changes/bucketChangeKind.ts"
import { BucketCreations } from "#services/buckets/BucketCreations.ts"
import { creationKind } from "#services/buckets/creationKind.ts"
import { Emptying } from "#services/buckets/emptying/Emptying.ts"
import { QuarantineDays } from "#services/buckets/emptying/QuarantineDays.ts"
import { Quarantines } from "#services/buckets/emptying/Quarantines.ts"
import { emptyingKind } from "#services/buckets/emptying/emptyingKind.ts"
import { importKind } from "#services/fleet/importKind.ts"
import { Imports } from "#services/fleet/Imports.ts"
import { Migrations } from "#services/objects/migrations/Migrations.ts"
import { MigrationWebhooks } from "#services/objects/migrations/MigrationWebhooks.ts"
import { SourceLocks } from "#services/objects/migrations/SourceLocks.ts"
import { migrationKind } from "#services/objects/migrations/migrationKind.ts"
import { BucketComparisons } from "#services/objects/comparison/BucketComparisons.ts"
import { comparisonKind } from "#services/objects/comparison/comparisonKind.ts"
import { remediationKind } from "#services/objects/comparison/remediationKind.ts"
import { copyKind } from "#services/objects/objectwork/copyKind.ts"
import { AttributeEdits } from "#services/objects/objectwork/AttributeEdits.ts"
import { attributesKind } from "#services/objects/objectwork/attributesKind.ts"
import { cleaningKind } from "#services/objects/objectwork/cleaningKind.ts"
import { deletionKind } from "#services/objects/objectwork/deletionKind.ts"
import { FolderHistory } from "#services/objects/objectwork/FolderHistory.ts"
import { ObjectPlans } from "#services/objects/objectwork/ObjectPlans.ts"
import { ObjectWork } from "#services/objects/objectwork/ObjectWork.ts"
import { restoringKind } from "#services/objects/objectwork/restoringKind.ts"
import { KeyRotation } from "#services/fleet/rotation/KeyRotation.ts"
import { keyRotationKind } from "#services/fleet/rotation/keyRotationKind.ts"
import { oldKeyRemovalKind } from "#services/fleet/rotation/oldKeyRemovalKind.ts"
import { Work } from "#services/platform/work/Work.ts"
import { sealKind, WorkKinds } from "#services/platform/work/WorkKinds.ts"
import { SourceLockRunner } from "#streams/work/SourceLockRunner.ts"
import { WebhookTests } from "#services/objects/migrations/WebhookTests.ts"
import { WebhookRunner } from "#streams/work/WebhookRunner.ts"
import { WorkRunner } from "#streams/work/WorkRunner.ts"
import { WebhookSenderHttp } from "../outbound/WebhookSenderHttp.ts"
import * as CertificateSignerJose from "../crypto/CertificateSignerJose.ts"
import * as CertificateKeyRecordsSql from "../sql/objects/CertificateKeyRecordsSql.ts"
import * as MigrationManifestsSql from "../sql/objects/MigrationManifestsSql.ts"
import * as SourceLockRecordsSql from "../sql/objects/SourceLockRecordsSql.ts"
import * as WebhookRecordsSql from "../sql/objects/WebhookRecordsSql.ts"
import * as QuarantineRecordsSql from "../sql/buckets/QuarantineRecordsSql.ts"
import * as ComparisonDifferencesSql from "../sql/objects/ComparisonDifferencesSql.ts"
import * as MigrationRecordsSql from "../sql/objects/MigrationRecordsSql.ts"
import * as CopiedKeysSql from "../sql/objects/CopiedKeysSql.ts"
import * as HiddenKeysSql from "../sql/objects/HiddenKeysSql.ts"
import * as RestoredKeysSql from "../sql/objects/RestoredKeysSql.ts"
import * as StoredCredentialsSql from "../sql/gateways/StoredCredentialsSql.ts"
import * as KeyHoldersSql from "../sql/fleet/KeyHoldersSql.ts"
import * as WorkDraftsSql from "../sql/platform/WorkDraftsSql.ts"
import * as WorkLeasesSql from "../sql/platform/WorkLeasesSql.ts"
import * as WorkRecordsSql from "../sql/platform/WorkRecordsSql.ts"

const adminKinds = Effect.gen(function* () {
  return [sealKind(yield* keyRotationKind), sealKind(yield* oldKeyRemovalKind), sealKind(yield* importKind)]
})

const browserKinds = Effect.gen(function* () {
  return [
    sealKind(yield* deletionKind),
    sealKind(yield* copyKind),
    sealKind(yield* attributesKind),
    sealKind(yield* restoringKind),
    sealKind(yield* cleaningKind)
  ]
})

const managerKinds = Effect.gen(function* () {
  return [
    sealKind(yield* emptyingKind),
    sealKind(yield* creationKind),
    sealKind(yield* featureCopyKind),
    sealKind(yield* comparisonKind),
    sealKind(yield* migrationKind),
    sealKind(yield* remediationKind),
    sealKind(yield* clusterKeyRotationKind)
  ]
})

const workbenchKinds = Effect.gen(function* () {
  return [sealKind(yield* makeBucketChangeKind("cluster-admin")), sealKind(yield* makeBucketChangeKind("storage-ops"))]
})

const records = CredentialRotation.layer.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      WorkRecordsSql.layer,
      WorkDraftsSql.layer,
      WorkLeasesSql.layer,
      KeyHoldersSql.layer,
      StoredCredentialsSql.layer,
      CopiedKeysSql.layer,
      MigrationRecordsSql.layer,
      WebhookRecordsSql.layer,
      SourceLockRecordsSql.layer,
      MigrationManifestsSql.layer,
      ComparisonDifferencesSql.layer,
      HiddenKeysSql.layer,
      RestoredKeysSql.layer
    )
  )
)

export const LongWorkRequests = Layer.merge(KeyRotation.layer, Imports.layer).pipe(
  Layer.provideMerge(Work.layer),
  Layer.provideMerge(Layer.effect(WorkKinds, Effect.map(adminKinds, WorkKinds.make))),
  Layer.provideMerge(records)
)

export const LongWork = Layer.mergeAll(
  WorkRunner,
  WebhookRunner.pipe(Layer.provide(MigrationWebhooks.layer)),
  SourceLockRunner,
  KeyRotation.layer,
  Imports.layer,
  ClusterKeys.layer,
  Emptying.layer,
  FeatureCopies.layer,
  BucketChanges.layer,
  Quarantines.layer,
  BucketCreations.layer,
  BucketComparisons.layer,
  WebhookTests.layer.pipe(Layer.provideMerge(Migrations.layer)),
  ObjectPlans.layer,
  ObjectWork.layer,
  AttributeEdits.layer,
  FolderHistory.layer
).pipe(
  Layer.provide(WebhookSenderHttp),
  Layer.provide(CertificateSignerJose.layer.pipe(Layer.provide(CertificateKeyRecordsSql.layer))),
  Layer.provideMerge(QuarantineDays.layer),
  Layer.provideMerge(QuarantineRecordsSql.layer),
  Layer.provideMerge(Work.layer),
  Layer.provideMerge(
    Layer.effect(
      WorkKinds,
      Effect.map(Effect.all([adminKinds, managerKinds, browserKinds, workbenchKinds]), (kinds) =>
        WorkKinds.make(kinds.flat())
      )
    )
  ),
  Layer.provideMerge(SourceLocks.layer),
  Layer.provideMerge(records)
)
