import {
  DeleteObjectCommand,
  type DeleteObjectCommandOutput,
  DeleteObjectsCommand,
  type DeleteObjectsCommandOutput,
  GetBucketCorsCommand,
  type GetBucketCorsCommandOutput,
  GetObjectCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  PutObjectCommand,
  type PutObjectCommandOutput
} from "@aws-sdk/client-s3"
import { Duration, Effect, Layer } from "effect"
import { attachment } from "#domain/objects/attachment.ts"
import {
  type GatewayFailure,
  type NotFound,
  RangeNotSatisfiable,
  type StorageError
} from "#domain/platform/errors/Errors.ts"
import type { ObjectFacts, ObjectPage } from "#domain/objects/ObjectListing.ts"
import {
  type KeyEntry,
  type ObjectSight,
  ObjectStore,
  type RemovalOptions,
  type RemovedKey
} from "#services/objects/ObjectStore.ts"
import { isXmlSafeKey } from "./keyText.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { noConflict, S3Calls } from "./S3Calls.ts"
import { storageText } from "./s3Failure.ts"
import { Memory } from "#services/platform/health/Memory.ts"
import { Settings } from "#services/platform/Settings.ts"
import { EndpointGuard } from "../gateway/EndpointGuard.ts"
import { GatewayHttp } from "../rgw/GatewayHttp.ts"
import { bareObjects } from "./bareObjects.ts"
import { customerFields, customerHeaders, keyRefusals } from "./customerKeys.ts"
import { factsFrom, versionQuery } from "./objectAnswers.ts"
import { attributesOf, checksumOf } from "./uploadHeaders.ts"
import { countedBytes, withBody } from "./sizedBody.ts"
import { smallObjects } from "./smallObjects.ts"

const factsOf = (key: string, response: HeadObjectCommandOutput): ObjectFacts => ({
  key,
  size_bytes: response.ContentLength ?? 0,
  etag: response.ETag ?? null,
  content_type: response.ContentType ?? null,
  storage_class: response.StorageClass ?? "STANDARD",
  modified_at: response.LastModified?.toISOString() ?? null,
  metadata: response.Metadata ?? {},
  ...(response.ChecksumCRC32 === undefined ? {} : { checksum: response.ChecksumCRC32 })
})

const sightFields = ({ customerKey, ifMatch, versionId }: ObjectSight = {}) => ({
  VersionId: versionId ?? undefined,
  IfMatch: ifMatch ?? undefined,
  ...customerFields(customerKey)
})

const entryOf = (entry: string | KeyEntry): KeyEntry =>
  typeof entry === "string" ? { key: entry, versionId: null } : entry
const nameOf = ({ key, versionId }: KeyEntry) => `${versionId ?? ""} ${key}`
const outcomeOf = (
  { key, versionId }: KeyEntry,
  code: string | null,
  detail: string | null,
  marker?: string
): RemovedKey => ({
  key,
  ...(versionId === null ? {} : { version_id: versionId }),
  deleted: code === null,
  code,
  detail,
  ...(marker === undefined ? {} : { marker })
})

const isGone = (code: string) => code === "NoSuchKey" || code === "NoSuchVersion"

const outcomesOf = (
  entries: ReadonlyArray<KeyEntry>,
  answer: DeleteObjectsCommandOutput
): ReadonlyArray<RemovedKey> => {
  const named = ({ Key, VersionId }: { readonly Key?: string | undefined; readonly VersionId?: string | undefined }) =>
    nameOf({ key: Key ?? "", versionId: VersionId ?? null })
  const failed = new Map((answer.Errors ?? []).map((error) => [named(error), error.Code ?? "Unknown"]))
  // RGW names the version of what it deleted even if none was requested
  const deleted = new Set(
    (answer.Deleted ?? []).flatMap((one) => [named(one), nameOf({ key: one.Key ?? "", versionId: null })])
  )
  const markers = new Map(
    (answer.Deleted ?? []).flatMap(({ DeleteMarker, DeleteMarkerVersionId, Key }) =>
      DeleteMarker === true && DeleteMarkerVersionId !== undefined ? [[Key ?? "", DeleteMarkerVersionId]] : []
    )
  )
  return entries.map((entry) => {
    const failureCode = failed.get(nameOf(entry)) ?? (deleted.has(nameOf(entry)) ? null : "Unanswered")
    const code = failureCode !== null && isGone(failureCode) ? null : failureCode
    return outcomeOf(
      entry,
      code,
      code === null ? null : storageText(code),
      code === null && entry.versionId === null ? markers.get(entry.key) : undefined
    )
  })
}

export const ObjectStoreS3 = Layer.effect(
  ObjectStore,
  Effect.gen(function* () {
    const calls = yield* S3Calls
    const memory = yield* Memory
    const [http, guard] = [yield* GatewayHttp, yield* EndpointGuard]
    const bare = bareObjects(http, guard)

    const facts: ObjectStore["Service"]["facts"] = (target, bucket, key, sight) =>
      Effect.map(
        keyRefusals(
          target,
          sight?.customerKey
        )(
          noConflict(
            calls.send<HeadObjectCommandOutput>(
              target,
              new HeadObjectCommand({ Bucket: bucket, Key: key, ChecksumMode: "ENABLED", ...sightFields(sight) }),
              { about: `${bucket}/${key}`, idempotent: true, proof: "ETag" }
            )
          )
        ),
        (found) => factsOf(key, found)
      )

    const bypass = ({ bypassGovernance = false }: RemovalOptions) =>
      bypassGovernance ? { BypassGovernanceRetention: true } : {}

    const removeOne = (
      target: S3Target,
      bucket: string,
      entry: KeyEntry,
      options: RemovalOptions
    ): Effect.Effect<RemovedKey, NotFound | GatewayFailure> =>
      noConflict(
        calls.send<DeleteObjectCommandOutput>(
          target,
          new DeleteObjectCommand({
            Bucket: bucket,
            Key: entry.key,
            VersionId: entry.versionId ?? undefined,
            ...bypass(options)
          }),
          { about: bucket, idempotent: true }
        )
      ).pipe(
        Effect.map(({ DeleteMarker, VersionId }) =>
          outcomeOf(entry, null, null, DeleteMarker === true && entry.versionId === null ? VersionId : undefined)
        ),
        Effect.catchIf(
          (error): error is StorageError => error._tag === "StorageError" && (error.storage_status ?? 500) < 500,
          ({ detail, storage_code }) =>
            Effect.succeed(isGone(storage_code) ? outcomeOf(entry, null, null) : outcomeOf(entry, storage_code, detail))
        )
      )

    const removeListed = (
      target: S3Target,
      bucket: string,
      entries: ReadonlyArray<KeyEntry>,
      options: RemovalOptions
    ) =>
      entries.length === 0
        ? Effect.succeed([])
        : Effect.map(
            noConflict(
              calls.send<DeleteObjectsCommandOutput>(
                target,
                new DeleteObjectsCommand({
                  Bucket: bucket,
                  Delete: {
                    Objects: entries.map(({ key, versionId }) => ({ Key: key, VersionId: versionId ?? undefined }))
                  },
                  ...bypass(options)
                }),
                {
                  about: bucket,
                  idempotent: true,
                  background: options.background ?? false,
                  timeout: Duration.minutes(2)
                }
              )
            ),
            (answer) => outcomesOf(entries, answer)
          )

    return ObjectStore.of({
      list: (target, bucket, request) =>
        // S12: a page may be short or empty without being the last: only the token counts
        Effect.map(
          bare.list(target, bucket, request),
          ({ next, objects, prefixes }): ObjectPage => ({
            prefix: request.prefix,
            delimiter: request.delimiter,
            prefixes,
            objects,
            next_continuation_token: next
          })
        ),
      facts,
      open: (target, bucket, key, range, sight) =>
        keyRefusals(
          target,
          sight?.customerKey
        )(
          bare.open(target, bucket, key, {
            query: versionQuery(sight?.versionId),
            headers: customerHeaders(sight?.customerKey),
            extra: {
              ...(range === null ? {} : { range }),
              ...(sight?.ifMatch === null || sight?.ifMatch === undefined ? {} : { "if-match": sight.ifMatch })
            }
          })
        ).pipe(
          Effect.map(({ body, headers }) => ({
            facts: factsFrom(key, headers),
            size_bytes: Number(headers["content-length"] ?? 0),
            content_range: headers["content-range"] ?? null,
            body: countedBytes("s3.GetObject", body, memory.passed)
          })),
          Effect.catchIf(
            (error): error is StorageError => error._tag === "StorageError" && error.storage_status === 416,
            () =>
              Effect.flatMap(facts(target, bucket, key, sight), ({ size_bytes }) =>
                Effect.fail(new RangeNotSatisfiable({ size_bytes }))
              )
          )
        ),
      readSmall: smallObjects(http, guard, memory.passed, (yield* Settings).gateway.timeout),
      put: (target, bucket, key, body) =>
        withBody(body, memory.passed, (readable) =>
          keyRefusals(
            target,
            body.customerKey
          )(
            noConflict(
              calls.send<PutObjectCommandOutput>(
                target,
                new PutObjectCommand({
                  Bucket: bucket,
                  Key: key,
                  ContentType: body.content_type,
                  ContentLength: body.size_bytes,
                  ...attributesOf(body.attributes),
                  ...checksumOf(body.checksum),
                  ...customerFields(body.customerKey),
                  Body: body.size_bytes === 0 ? new Uint8Array() : readable
                }),
                { about: bucket, idempotent: false, transfer: true, proof: "ETag" }
              )
            )
          )
        ).pipe(Effect.map(({ ETag }) => ETag ?? "")),
      removeMany: Effect.fnUntraced(function* (target, bucket, given, options = {}) {
        const entries = given.map(entryOf)
        const listed = yield* removeListed(
          target,
          bucket,
          entries.filter(({ key }) => isXmlSafeKey(key)),
          options
        )
        const alone = yield* Effect.forEach(
          entries.filter(({ key }) => !isXmlSafeKey(key)),
          (entry) => removeOne(target, bucket, entry, options),
          { concurrency: 8 }
        )
        const outcomes = new Map(
          [...listed, ...alone].map((outcome) => [
            nameOf({ key: outcome.key, versionId: outcome.version_id ?? null }),
            outcome
          ])
        )
        return entries.flatMap((entry) => outcomes.get(nameOf(entry)) ?? [])
      }),
      corsRules: (target, bucket) =>
        noConflict(
          calls.send<GetBucketCorsCommandOutput>(target, new GetBucketCorsCommand({ Bucket: bucket }), {
            about: bucket,
            idempotent: true
          })
        ).pipe(
          Effect.map(({ CORSRules }) =>
            (CORSRules ?? []).map((rule) => ({
              origins: rule.AllowedOrigins ?? [],
              methods: rule.AllowedMethods ?? [],
              headers: rule.AllowedHeaders ?? [],
              exposed: rule.ExposeHeaders ?? []
            }))
          ),
          // S3: a missing configuration is a 404 with its own code; unreadable rules allow a browser nothing
          Effect.catchIf(
            (error) =>
              error._tag === "StorageError" &&
              (error.storage_code === "NoSuchCORSConfiguration" || [403, 405, 501].includes(error.storage_status ?? 0)),
            () => Effect.succeed([])
          )
        ),
      downloadUrl: (target, bucket, key, seconds, sight) =>
        calls.sign(
          target,
          new GetObjectCommand({
            Bucket: bucket,
            Key: key,
            VersionId: sight?.versionId ?? undefined,
            ResponseContentDisposition: attachment(key)
          }),
          { expiresIn: seconds }
        )
    })
  })
)
