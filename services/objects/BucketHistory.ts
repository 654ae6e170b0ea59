import { Context, Effect, Layer } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { type GatewayFailure, InvalidInput, type NotFound } from "#domain/platform/errors/Errors.ts"
import type { PendingUploadPage } from "#domain/objects/PendingUploads.ts"
import type { VersionPage } from "#domain/objects/VersionListing.ts"
import { BucketPages, type UploadsRequest, type VersionsRequest } from "./BucketPages.ts"

export class BucketHistory extends Context.Service<
  BucketHistory,
  {
    readonly versions: (
      context: ResolvedContext,
      bucket: string,
      wanted: VersionsRequest
    ) => Effect.Effect<VersionPage, InvalidInput | NotFound | GatewayFailure>
    readonly versionsOf: (
      context: ResolvedContext,
      bucket: string,
      key: string,
      wanted: Pick<VersionsRequest, "after" | "maxKeys">
    ) => Effect.Effect<VersionPage, InvalidInput | NotFound | GatewayFailure>
    readonly uploads: (
      context: ResolvedContext,
      bucket: string,
      wanted: UploadsRequest
    ) => Effect.Effect<PendingUploadPage, InvalidInput | NotFound | GatewayFailure>
    readonly abort: (
      context: ResolvedContext,
      bucket: string,
      key: string,
      uploadId: string
    ) => Effect.Effect<void, GatewayFailure>
  }
>()("stowage/services/objects/BucketHistory") {
  static readonly layer = Layer.effect(
    BucketHistory,
    Effect.gen(function* () {
      const pages = yield* BucketPages

      /** Gateways reject or ignore the second marker without the first. */
      const requiresKeyMarker = (name: string) => InvalidInput.at(`query.${name}`, "Expected key_marker beside it")

      const versions = Effect.fn("BucketHistory.versions")(function* (
        context: ResolvedContext,
        bucket: string,
        request: VersionsRequest
      ) {
        if (request.after !== null && request.after.key === "") return yield* requiresKeyMarker("version_id_marker")
        return yield* pages.versions(context.s3, bucket, request)
      })

      const versionsOf = Effect.fn("BucketHistory.versionsOf")(function* (
        context: ResolvedContext,
        bucket: string,
        key: string,
        request: Pick<VersionsRequest, "after" | "maxKeys">
      ) {
        const page = yield* versions(context, bucket, { ...request, prefix: key, delimiter: "" })
        const own = page.versions.filter((version) => version.key === key)
        return own.length === page.versions.length
          ? page
          : { ...page, versions: own, next_key_marker: null, next_version_id_marker: null }
      })

      const uploads = Effect.fn("BucketHistory.uploads")(function* (
        context: ResolvedContext,
        bucket: string,
        request: UploadsRequest
      ) {
        if (request.after !== null && request.after.key === "") return yield* requiresKeyMarker("upload_id_marker")
        return yield* pages.uploads(context.s3, bucket, request)
      })

      return BucketHistory.of({
        versions,
        versionsOf,
        uploads,
        abort: Effect.fn("BucketHistory.abort")((context, bucket, key, uploadId) =>
          pages.abort(context.s3, bucket, key, uploadId)
        )
      })
    })
  )
}
