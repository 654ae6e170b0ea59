import type { ListMultipartUploadsCommandOutput } from "@aws-sdk/client-s3"
import { Effect } from "effect"
import type { StorageError } from "#domain/platform/errors/Errors.ts"
import { decodeKey } from "./keyText.ts"
import { unreadable } from "./s3Failure.ts"

/** RGW encodes keys of uploads without reporting `EncodingType`. A key outside this pattern was not encoded. */
const encoded = /^(?:[A-Za-z0-9_.~/*()!'-]|%[0-9A-Fa-f]{2})*$/

export interface UploadRow {
  readonly key: string
  readonly uploadId: string
  readonly begunAt: Date | null
  readonly storageClass: string
}

interface UploadRows {
  readonly uploads: ReadonlyArray<UploadRow>
  readonly next: { readonly key: string; readonly uploadId: string } | null
}

/** The next page starts after the last upload, since gateways encode their markers differently. */
export const uploadsPage = (page: ListMultipartUploadsCommandOutput): Effect.Effect<UploadRows, StorageError> =>
  Effect.try({
    try: () => {
      const uploads = (page.Uploads ?? []).flatMap(
        ({ Initiated, Key, StorageClass, UploadId }): ReadonlyArray<UploadRow> =>
          // aborting without an upload id would delete the object
          Key === undefined || UploadId === undefined || UploadId === ""
            ? []
            : [
                {
                  key: encoded.test(Key) ? decodeKey(Key) : Key,
                  uploadId: UploadId,
                  begunAt: Initiated ?? null,
                  storageClass: StorageClass || "STANDARD"
                }
              ]
      )
      const last =
        uploads.at(-1) ??
        (page.NextKeyMarker === undefined
          ? undefined
          : { key: page.NextKeyMarker, uploadId: page.NextUploadIdMarker ?? "" })
      return {
        uploads,
        next: page.IsTruncated === true && last !== undefined ? { key: last.key, uploadId: last.uploadId } : null
      }
    },
    catch: () => unreadable("s3.ListMultipartUploads", 200)
  })
