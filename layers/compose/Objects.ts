import { Layer } from "effect"
import { UploadSweepSchedule } from "#schedules/UploadSweepSchedule.ts"
import { BucketHistory } from "#services/objects/BucketHistory.ts"
import { ObjectBrowser } from "#services/objects/ObjectBrowser.ts"
import { Uploads } from "#services/objects/Uploads.ts"
import { UploadSweep } from "#services/objects/UploadSweep.ts"
import * as UploadRecordsSql from "../sql/objects/UploadRecordsSql.ts"

/**
 * Objects and uploads on their adapters, with the sweep of what was abandoned.
 * Open: Settings, SqlClient, Sharding, ExecutionContexts, JobLease, BucketPages, ObjectStore, MultipartStore.
 */
export const Objects = Layer.mergeAll(BucketHistory.layer, ObjectBrowser.layer, Uploads.layer, UploadSweepSchedule).pipe(
  Layer.provideMerge(UploadSweep.layer),
  Layer.provideMerge(UploadRecordsSql.layer)
)
