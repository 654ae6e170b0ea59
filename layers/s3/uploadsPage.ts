import type { ListMultipartUploadsCommandOutput } from "@aws-sdk/client-s3"
import { Effect } from "effect"
import type { StorageError } from "#domain/platform/errors/Errors.ts"
import { decodeKey } from "./keyText.ts"
import { unreadable } from "./s3Failure.ts"

/** RGW writes keys of uploads as `encoding-type=url` wants it and does not say so. One that is not written so came from a gateway that does not know it. */
const encoded = /^(?:[A-Za-z0-9_.~/*()!'-]|%[0-9A-Fa-f]{2})*$/

/** An upload as a gateway lists it. */
export interface UploadRow {
  readonly key: string
  readonly uploadId: string
  /** Null: the gateway does not say. */
  readonly begunAt: Date | null
  readonly storageClass: string
}

interface UploadRows {
  readonly uploads: ReadonlyArray<UploadRow>
  /** The last one, where more follow; null at the end. */
  readonly next: { readonly key: string; readonly uploadId: string } | null
}

/**
 * Reads one page of ListMultipartUploads asked for with `encoding-type=url`. The next page begins behind the last upload: how
 * gateways spell their own marker differs.
 */
export const uploadsPage = (page: ListMultipartUploadsCommandOutput): Effect.Effect<UploadRows, StorageError> =>
  Effect.try({
    try: () => {
      const uploads = (page.Uploads ?? []).flatMap(({ Initiated, Key, StorageClass, UploadId }): ReadonlyArray<UploadRow> =>
        // without an upload's id, ending it would be deleting the object
        Key === undefined || UploadId === undefined || UploadId === "" ? []
          : [{ key: encoded.test(Key) ? decodeKey(Key) : Key, uploadId: UploadId, begunAt: Initiated ?? null, storageClass: StorageClass || "STANDARD" }])
      const last = uploads.at(-1) ?? (page.NextKeyMarker === undefined ? undefined : { key: page.NextKeyMarker, uploadId: page.NextUploadIdMarker ?? "" })
      return { uploads, next: page.IsTruncated === true && last !== undefined ? { key: last.key, uploadId: last.uploadId } : null }
    },
    // a percent sign that encodes nothing: nothing is guessed
    catch: () => unreadable("s3.ListMultipartUploads", 200)
  })
