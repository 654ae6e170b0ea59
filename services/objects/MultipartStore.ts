import { Context, type Effect } from "effect"
import type { GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type { CopiedAttributes } from "#domain/objects/uploadAttributes.ts"
import type { UploadedPart } from "#domain/objects/Upload.ts"
import type { CustomerKey } from "./ObjectDetailStore.ts"
import type { SizedBody } from "./ObjectStore.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"

export interface UploadAddress {
  readonly bucket: string
  readonly key: string
  readonly gatewayUploadId: string
}

export class MultipartStore extends Context.Service<
  MultipartStore,
  {
    /** CRC-32 checksums where supported. Every later call needs the same SSE-C key. */
    readonly start: (
      target: S3Target,
      bucket: string,
      key: string,
      contentType: string,
      attributes?: CopiedAttributes,
      customerKey?: CustomerKey
    ) => Effect.Effect<string, NotFound | GatewayFailure>
    /** Returns the ETag. A body of another size stores no part. */
    readonly part: (
      target: S3Target,
      upload: UploadAddress,
      partNumber: number,
      body: SizedBody
    ) => Effect.Effect<string, InvalidInput | NotFound | GatewayFailure>
    readonly parts: (
      target: S3Target,
      upload: UploadAddress,
      customerKey?: CustomerKey
    ) => Effect.Effect<ReadonlyArray<UploadedPart>, NotFound | GatewayFailure>
    /** Returns the checksum; RGW accepts a wrong one: compare. `onlyNew`: StorageError 412 for an existing key. */
    readonly complete: (
      target: S3Target,
      upload: UploadAddress,
      parts: ReadonlyArray<UploadedPart>,
      customerKey?: CustomerKey,
      onlyNew?: boolean
    ) => Effect.Effect<string | null, NotFound | GatewayFailure>
    readonly abort: (target: S3Target, upload: UploadAddress) => Effect.Effect<void, GatewayFailure>
    /** Part number null: URL of the whole object, with its content type signed (T4). */
    readonly partUrl: (
      target: S3Target,
      upload: Omit<UploadAddress, "gatewayUploadId"> & { readonly gatewayUploadId: string | null },
      partNumber: number,
      contentType: string,
      seconds: number,
      body?: Pick<SizedBody, "attributes" | "checksum">
    ) => Effect.Effect<{ readonly url: string; readonly headers: Record<string, string> }, GatewayFailure>
  }
>()("stowage/services/objects/MultipartStore") {}
