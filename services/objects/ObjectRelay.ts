import { Context, type Effect, type Result } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { Conflict, GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type { CopyOrder } from "#domain/objects/CopyProperties.ts"
import type { UploadAddress } from "./MultipartStore.ts"
import type { CopyFrom } from "./ObjectDetailStore.ts"

export interface RelayPlace extends CopyOrder {
  readonly source: S3Target
  readonly target: S3Target
  readonly bucket: string
  /** Leaves what the gateway itself copies better: encrypted objects, and headers that no request can carry. */
  readonly plainOnly?: boolean
}

export interface RelayedPart {
  readonly etag: string
  readonly size_bytes: number
  /** The target compared it with a sum from the source. */
  readonly isProved: boolean
}

/** ETag of the copy. Null: nothing is written, because one request cannot prove the copy or keep its parts. */
export type RelayOutcome = Result.Result<string | null, Conflict | InvalidInput | NotFound | GatewayFailure>

/** Copies through this process, from one gateway to another, without holding whole objects. */
export class ObjectRelay extends Context.Service<
  ObjectRelay,
  {
    /**
     * Writes each object with one request; outcomes in order, no retries. `passed` gets the bytes as they are sent,
     * `ended` each outcome. Unconfirmed losses are Conflict `state_conflict`.
     */
    readonly copy: (
      place: RelayPlace,
      copies: ReadonlyArray<{ readonly from: CopyFrom; readonly to: string }>,
      report: {
        readonly passed: (index: number, bytes: number) => void
        readonly ended: (index: number, outcome: RelayOutcome) => void
      }
    ) => Effect.Effect<ReadonlyArray<RelayOutcome>>
    /** Null when the source does not give its parts singly. */
    readonly copyPart: (
      source: S3Target,
      from: Omit<CopyFrom, "storageClass">,
      target: S3Target,
      upload: UploadAddress,
      partNumber: number,
      passed: (bytes: number) => void
    ) => Effect.Effect<RelayedPart | null, Conflict | NotFound | GatewayFailure>
    /** Base64, as in `SizedBody`. */
    readonly crc32: (bytes: Uint8Array) => string
    /** ETag of a multipart object, quoted, of the ETags of its parts. Null when one is no MD5 sum. */
    readonly etagOfParts: (etags: ReadonlyArray<string>) => string | null
  }
>()("stowage/services/objects/ObjectRelay") {}
