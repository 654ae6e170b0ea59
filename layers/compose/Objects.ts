import { Layer } from "effect"
import { Archives } from "#services/objects/Archives.ts"
import { BucketHistory } from "#services/objects/BucketHistory.ts"
import { DirectAccess } from "#services/objects/DirectAccess.ts"
import { FolderSizes } from "#services/objects/FolderSizes.ts"
import { ObjectInspector } from "#services/objects/ObjectInspector.ts"
import { ObjectVersions } from "#services/objects/ObjectVersions.ts"
import { ObjectBrowser } from "#services/objects/ObjectBrowser.ts"
import { ObjectSearch } from "#services/objects/ObjectSearch.ts"
import { Uploads } from "#services/objects/Uploads.ts"
import { UploadSweep } from "#services/objects/UploadSweep.ts"
import { ImmediateDeletion } from "#services/objects/objectwork/ImmediateDeletion.ts"
import * as ArchiveOrdersSql from "../sql/objects/ArchiveOrdersSql.ts"
import * as UploadRecordsSql from "../sql/objects/UploadRecordsSql.ts"

export const Objects = Layer.mergeAll(
  Archives.layer,
  BucketHistory.layer,
  DirectAccess.layer,
  FolderSizes.layer,
  ImmediateDeletion.layer,
  ObjectBrowser.layer,
  ObjectInspector.layer,
  ObjectSearch.layer,
  ObjectVersions.layer,
  Uploads.layer
).pipe(
  Layer.provideMerge(UploadSweep.layer),
  Layer.provideMerge(ArchiveOrdersSql.layer),
  Layer.provideMerge(UploadRecordsSql.layer)
)
