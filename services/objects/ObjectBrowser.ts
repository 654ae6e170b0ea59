import { Context, DateTime, Duration, Effect, Layer, Stream } from "effect"
import {
  Conflict,
  type GatewayFailure,
  InvalidInput,
  type NotFound,
  type RangeNotSatisfiable
} from "#domain/platform/errors/Errors.ts"
import type { DownloadLink, ObjectFacts, ObjectPage, SharedLink } from "#domain/objects/ObjectListing.ts"
import { keyFault } from "#domain/objects/keyFault.ts"
import { isDirectUpload, survivesAddress } from "#domain/objects/Upload.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Settings } from "#services/platform/Settings.ts"
import { keyAsInput } from "./customerKeyFault.ts"
import { type ObjectSight, ObjectStore, type OpenObject } from "./ObjectStore.ts"

const LINK_LIFETIME_SECONDS = 300

export class ObjectBrowser extends Context.Service<
  ObjectBrowser,
  {
    readonly list: (
      context: ResolvedContext,
      bucket: string,
      query: {
        readonly prefix: string
        readonly delimiter: string
        readonly startAfter?: string
        readonly continuationToken: string | null
        readonly maxKeys: number
      }
    ) => Effect.Effect<ObjectPage, NotFound | GatewayFailure>
    readonly facts: (
      context: ResolvedContext,
      bucket: string,
      key: string,
      sight?: ObjectSight
    ) => Effect.Effect<ObjectFacts, InvalidInput | NotFound | GatewayFailure>
    readonly createFolder: (
      context: ResolvedContext,
      bucket: string,
      prefix: string
    ) => Effect.Effect<string, InvalidInput | Conflict | NotFound | GatewayFailure>
    /** Direct URL if the bucket's CORS rules trust the console: proof that browsers can reach it; else `proxied`. */
    readonly link: (
      context: ResolvedContext,
      bucket: string,
      key: string,
      proxied: string,
      sight?: ObjectSight
    ) => Effect.Effect<DownloadLink, NotFound | GatewayFailure>
    readonly open: (
      context: ResolvedContext,
      bucket: string,
      key: string,
      range: string | null,
      sight?: ObjectSight
    ) => Effect.Effect<OpenObject, InvalidInput | NotFound | RangeNotSatisfiable | GatewayFailure>
    /** Serves `range` if the ETag matches, else the whole object: RGW ignores If-Range. */
    readonly goOn: (
      context: ResolvedContext,
      bucket: string,
      key: string,
      range: string,
      etag: string,
      sight?: ObjectSight
    ) => Effect.Effect<OpenObject, InvalidInput | NotFound | RangeNotSatisfiable | GatewayFailure>
    /** Public URL for `seconds`, or until its signing credentials expire. */
    readonly share: (
      context: ResolvedContext,
      bucket: string,
      key: string,
      seconds: number,
      sight?: ObjectSight
    ) => Effect.Effect<SharedLink, InvalidInput | NotFound | GatewayFailure>
  }
>()("stowage/services/objects/ObjectBrowser") {
  static readonly layer = Layer.effect(
    ObjectBrowser,
    Effect.gen(function* () {
      const store = yield* ObjectStore
      const { publicOrigin } = yield* Settings

      const createFolder = Effect.fn("ObjectBrowser.createFolder")(function* (
        context: ResolvedContext,
        bucket: string,
        prefix: string
      ) {
        const key = prefix.endsWith("/") ? prefix : `${prefix}/`
        const fault = keyFault(key)
        if (fault !== null) return yield* InvalidInput.at("payload.prefix", fault)
        const present = yield* store.list(context.s3, bucket, {
          prefix: key,
          delimiter: "",
          continuationToken: null,
          maxKeys: 1
        })
        if (present.objects.length > 0)
          return yield* new Conflict({ code: "already_exists", detail: `The folder ${key} exists` })
        yield* store.put(context.s3, bucket, key, {
          size_bytes: 0,
          content_type: "application/x-directory",
          bytes: Stream.empty
        })
        return key
      })

      const link = Effect.fn("ObjectBrowser.link")(function* (
        context: ResolvedContext,
        bucket: string,
        key: string,
        proxied: string,
        sight: ObjectSight = {}
      ) {
        yield* store.facts(context.s3, bucket, key, sight)
        const rules = yield* store.corsRules(context.s3, bucket)
        if (!isDirectUpload({ rules, publicOrigin, gatewayUrl: context.s3.url, key }))
          return { url: proxied, transport: "proxied" } satisfies DownloadLink
        const url = yield* store.downloadUrl(context.s3, bucket, key, LINK_LIFETIME_SECONDS, sight)
        return { url, transport: "direct" } satisfies DownloadLink
      })

      const goOn = Effect.fn("ObjectBrowser.goOn")(
        (context: ResolvedContext, bucket: string, key: string, range: string, etag: string, sight: ObjectSight = {}) =>
          store.open(context.s3, bucket, key, range, { ...sight, ifMatch: etag }).pipe(
            Effect.catchIf(
              (error) => error._tag === "StorageError" && error.storage_status === 412,
              () => store.open(context.s3, bucket, key, null, sight)
            ),
            keyAsInput
          )
      )

      const share = Effect.fn("ObjectBrowser.share")(function* (
        context: ResolvedContext,
        bucket: string,
        key: string,
        seconds: number,
        sight: ObjectSight = {}
      ) {
        yield* store.facts(context.s3, bucket, key, sight)
        if (!survivesAddress(key)) {
          return yield* InvalidInput.at(
            "query.key",
            "No client can follow a presigned link to a key with “.” or “..” as a segment: make a link of this " +
              "console, or download it here"
          )
        }
        const now = yield* DateTime.now
        const { sessionToken } = yield* context.s3.credential.open
        const credentialsEnd =
          context.context.expires_at === null ? null : DateTime.makeUnsafe(context.context.expires_at)
        const secondsLeft =
          credentialsEnd === null
            ? Number.POSITIVE_INFINITY
            : Math.floor(Duration.toSeconds(DateTime.distance(now, credentialsEnd)))
        if (secondsLeft < 1)
          return yield* InvalidInput.at("query.expires_seconds", "The credentials of this context have ended")
        const lives = Math.min(seconds, secondsLeft)
        return {
          url: yield* store.downloadUrl(context.s3, bucket, key, lives, sight),
          expires_at: DateTime.formatIso(DateTime.add(now, { seconds: lives })),
          credentials_end_at: credentialsEnd === null ? null : DateTime.formatIso(credentialsEnd),
          cut_short: lives < seconds,
          temporary_credentials: sessionToken !== null
        } satisfies SharedLink
      })

      return ObjectBrowser.of({
        list: Effect.fn("ObjectBrowser.list")((context, bucket, query) => store.list(context.s3, bucket, query)),
        facts: Effect.fn("ObjectBrowser.facts")((context, bucket, key, sight) =>
          keyAsInput(store.facts(context.s3, bucket, key, sight))
        ),
        createFolder,
        link,
        open: Effect.fn("ObjectBrowser.open")((context, bucket, key, range, sight) =>
          keyAsInput(store.open(context.s3, bucket, key, range, sight))
        ),
        goOn,
        share
      })
    })
  )
}
