import { Clock, Context, Effect, Equal, Hash, Layer, Option, RcMap, Stream, SubscriptionRef } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { FolderSize, FolderSizeEvent } from "#domain/objects/FolderSize.ts"
import { folderSum, type SizedEntry } from "#domain/objects/folderSum.ts"
import { BucketPages, type VersionsRequest } from "./BucketPages.ts"
import { ObjectStore } from "./ObjectStore.ts"

const pageSize = 1_000
const PROGRESS_INTERVAL_MS = 400

type Failure = NotFound | GatewayFailure

export interface FolderRequest {
  readonly bucket: string
  readonly prefix: string
  readonly versions: boolean
}

interface Page<Position> {
  readonly entries: ReadonlyArray<SizedEntry>
  readonly next: Position | null
}

type Reading = { readonly size: FolderSize; readonly end: "none" | "whole" | Failure }

/** Identical measurements with the same rights share one read. */
class Measured implements Equal.Equal {
  readonly context: ResolvedContext
  readonly wanted: FolderRequest
  private readonly name: string
  constructor(context: ResolvedContext, sizeRequest: FolderRequest) {
    this.context = context
    this.wanted = sizeRequest
    this.name = JSON.stringify([
      context.context.id,
      context.listingKey,
      sizeRequest.bucket,
      sizeRequest.prefix,
      sizeRequest.versions
    ])
  }
  [Equal.symbol](that: Equal.Equal): boolean {
    return that instanceof Measured && that.name === this.name
  }
  [Hash.symbol](): number {
    return Hash.string(this.name)
  }
}

const millis = (text: string | null): number | null => (text === null ? null : Date.parse(text))

export class FolderSizes extends Context.Service<
  FolderSizes,
  {
    /** Progress, then the result. Reads the first page before it returns, so that refusals are typed errors. */
    readonly measure: (
      context: ResolvedContext,
      wanted: FolderRequest
    ) => Effect.Effect<Stream.Stream<FolderSizeEvent, Failure>, Failure>
  }
>()("stowage/services/objects/FolderSizes") {
  static readonly layer = Layer.effect(
    FolderSizes,
    Effect.gen(function* () {
      const store = yield* ObjectStore
      const pages = yield* BucketPages

      const objects = ({ context, wanted: { bucket, prefix } }: Measured) =>
        Effect.fnUntraced(function* (token: string | null, maxKeys: number = pageSize) {
          const page = yield* store.list(context.s3, bucket, {
            prefix,
            delimiter: "",
            continuationToken: token,
            maxKeys
          })
          const entries = page.objects.map(
            ({ key, modified_at, size_bytes, storage_class }): SizedEntry => ({
              key,
              bytes: size_bytes,
              writtenAt: millis(modified_at),
              storageClass: storage_class,
              kind: "current"
            })
          )
          return { entries, next: page.next_continuation_token } satisfies Page<string>
        })

      const versions = ({ context, wanted: { bucket, prefix } }: Measured) =>
        Effect.fnUntraced(function* (after: VersionsRequest["after"]) {
          const page = yield* pages.versions(context.s3, bucket, { prefix, delimiter: "", after, maxKeys: pageSize })
          const entries = page.versions.map(
            (version): SizedEntry => ({
              key: version.key,
              bytes: version.size_bytes,
              writtenAt: millis(version.modified_at),
              storageClass: version.storage_class,
              kind: version.is_delete_marker ? "marker" : version.is_latest ? "current" : "hidden"
            })
          )
          const next =
            page.next_key_marker === null
              ? null
              : { key: page.next_key_marker, versionId: page.next_version_id_marker ?? "" }
          return { entries, next } satisfies Page<NonNullable<VersionsRequest["after"]>>
        })

      const allPages = <Position>(read: (after: Position | null) => Effect.Effect<Page<Position>, Failure>) =>
        Stream.paginate<Position | null, ReadonlyArray<SizedEntry>, Failure>(null, (after) =>
          Effect.map(
            read(after),
            ({ entries, next }) => [[entries], next === null ? Option.none<Position>() : Option.some(next)] as const
          )
        )

      const readings = yield* RcMap.make({
        lookup: Effect.fnUntraced(function* (measured: Measured) {
          let last = yield* Clock.currentTimeMillis
          const sum = folderSum(measured.wanted.prefix, last)
          const latestReading = yield* SubscriptionRef.make<Reading>({ size: sum.result(), end: "none" })
          const progressEvent = (end: Reading["end"]) =>
            Effect.suspend(() => SubscriptionRef.set(latestReading, { size: sum.result(), end }))
          const entries = measured.wanted.versions ? allPages(versions(measured)) : allPages(objects(measured))
          yield* Effect.forkScoped(
            Stream.buffer(entries, { capacity: 2 }).pipe(
              Stream.runForEach(
                Effect.fnUntraced(function* (some) {
                  for (const entry of some) sum.add(entry)
                  const now = yield* Clock.currentTimeMillis
                  if (now - last < PROGRESS_INTERVAL_MS) return
                  last = now
                  yield* progressEvent("none")
                })
              ),
              Effect.matchEffect({ onFailure: progressEvent, onSuccess: () => progressEvent("whole") })
            )
          )
          return latestReading
        })
      })

      const eventOf = ({ end, size }: Reading): Effect.Effect<FolderSizeEvent, Failure> =>
        end === "none"
          ? Effect.succeed({ event: "progress", data: size })
          : end === "whole"
            ? Effect.succeed({ event: "result", data: size })
            : Effect.fail(end)

      const measure = Effect.fn("FolderSizes.measure")(function* (
        context: ResolvedContext,
        sizeRequest: FolderRequest
      ) {
        const measured = new Measured(context, sizeRequest)
        yield* objects(measured)(null, 1)
        return Stream.unwrap(Effect.map(RcMap.get(readings, measured), SubscriptionRef.changes)).pipe(
          Stream.buffer({ capacity: 1, strategy: "sliding" }),
          Stream.takeUntil(({ end }) => end !== "none"),
          Stream.mapEffect(eventOf)
        )
      })

      return FolderSizes.of({ measure })
    })
  )
}
