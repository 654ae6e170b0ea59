import { Context, type Effect } from "effect"
import type { GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type { CopiedAttributes } from "#domain/objects/uploadAttributes.ts"
import type { UploadedPart } from "#domain/objects/Upload.ts"
import type { CustomerKey } from "./ObjectDetailStore.ts"
import type { SizedBody } from "./ObjectStore.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"

/** One upload of the gateway. */
export interface UploadAddress {
  readonly bucket: string
  readonly key: string
  readonly gatewayUploadId: string
}

/** Multipart uploads through the S3 API of a gateway. Implemented by layers/s3. */
export class MultipartStore extends Context.Service<MultipartStore, {
  /** The gateway keeps a CRC-32 of each part, where it knows how to. A key (SSE-C) goes with every call on the upload from then on. */
  readonly start: (
    target: S3Target, bucket: string, key: string, contentType: string, attributes?: CopiedAttributes, customerKey?: CustomerKey
  ) => Effect.Effect<string, NotFound | GatewayFailure>
  /** Answers the ETag. A body that breaks off or has another size stores no part. */
  readonly part: (target: S3Target, upload: UploadAddress, partNumber: number, body: SizedBody) => Effect.Effect<string, InvalidInput | NotFound | GatewayFailure>
  readonly parts: (target: S3Target, upload: UploadAddress, customerKey?: CustomerKey) => Effect.Effect<ReadonlyArray<UploadedPart>, NotFound | GatewayFailure>
  /** Answers the sum of the object, as the gateway tells it; null where it keeps none. RGW takes a wrong one for granted: compare. `onlyNew`: where the key is taken nothing is stored, a StorageError of status 412. */
  readonly complete: (target: S3Target, upload: UploadAddress, parts: ReadonlyArray<UploadedPart>, customerKey?: CustomerKey, onlyNew?: boolean) => Effect.Effect<string | null, NotFound | GatewayFailure>
  /** Ends the upload and frees its parts; one that is gone already is fine. */
  readonly abort: (target: S3Target, upload: UploadAddress) => Effect.Effect<void, GatewayFailure>
  /** A signed URL for one part; null part number: for the whole object, with this content type signed (T4). */
  readonly partUrl: (
    target: S3Target, upload: Omit<UploadAddress, "gatewayUploadId"> & { readonly gatewayUploadId: string | null },
    partNumber: number, contentType: string, seconds: number, body?: Pick<SizedBody, "attributes" | "checksum">
  ) => Effect.Effect<{ readonly url: string; readonly headers: Record<string, string> }, GatewayFailure>
}>()("stowage/services/objects/MultipartStore") {}
