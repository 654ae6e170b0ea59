import { Layer } from "effect"
import { ApplyHandlers } from "./admin/Apply.ts"
import { BrowserFolderHistoryHandlers } from "./browser/FolderHistory.ts"
import { BrowserObjectWorkHandlers } from "./browser/ObjectWork.ts"
import { BrowserWorkHandlers } from "./browser/Work.ts"
import { DriftHandlers } from "./admin/Drift.ts"
import { ImportsHandlers } from "./admin/Imports.ts"
import { KeyRotationHandlers } from "./admin/KeyRotation.ts"
import { WorkHandlers as AdminWorkHandlers } from "./admin/Work.ts"
import { QuarantinesHandlers } from "./manager/Quarantines.ts"
import { ClusterKeysHandlers } from "./manager/ClusterKeys.ts"
import { CreationsHandlers } from "./manager/Creations.ts"
import { EmptyingHandlers } from "./manager/Emptying.ts"
import { MigrationsHandlers } from "./manager/Migrations.ts"
import { ComparisonsHandlers } from "./manager/Comparisons.ts"
import { FeatureCopiesHandlers } from "./manager/FeatureCopies.ts"
import { ClusterBucketChangesHandlers } from "./cluster-admin/BucketChanges.ts"
import { ClusterWorkHandlers } from "./cluster-admin/Work.ts"
import { OpsBucketChangesHandlers } from "./storage-ops/BucketChanges.ts"
import { OpsWorkHandlers } from "./storage-ops/Work.ts"
import { ManagerWorkHandlers } from "./manager/Work.ts"

export const WorkHandlers = Layer.mergeAll(
  AdminWorkHandlers,
  ManagerWorkHandlers,
  BrowserWorkHandlers,
  BrowserObjectWorkHandlers,
  BrowserFolderHistoryHandlers,
  ClusterKeysHandlers,
  CreationsHandlers,
  EmptyingHandlers,
  FeatureCopiesHandlers,
  ClusterBucketChangesHandlers,
  ClusterWorkHandlers,
  OpsBucketChangesHandlers,
  OpsWorkHandlers,
  ComparisonsHandlers,
  MigrationsHandlers,
  QuarantinesHandlers,
  KeyRotationHandlers,
  ApplyHandlers,
  ImportsHandlers,
  DriftHandlers
)
