import { Effect, Option, Schema } from "effect"
import { listingOwner } from "#domain/accounts/contexts/listingOwner.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { Logging, logging as loggingFeature } from "#domain/buckets/features/logging.ts"
import { Conflict, Unavailable } from "#domain/platform/errors/Errors.ts"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { accessLogging, isAccessLogging, logBucketName, logBucketPolicy } from "#domain/usage/accesslogs/logBucket.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { Buckets } from "#services/buckets/Buckets.ts"
import { BucketFeatures, type SentValue } from "#services/buckets/features/BucketFeatures.ts"
import { FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { LogDelivery } from "./LogDelivery.ts"

const decodeLogging = Schema.decodeUnknownOption(Logging)
const decodePolicy = Schema.decodeUnknownOption(Schema.Struct({ text: Schema.String }))

const elsewhere = new Conflict({
  code: "state_conflict",
  detail: "The bucket logs into another bucket: switch its access logging off in Manager first"
})

export const accessLogSwitch = Effect.gen(function* () {
  const features = yield* BucketFeatures
  const buckets = yield* Buckets
  const gateway = yield* BucketGateway
  const delivery = yield* LogDelivery
  const store = yield* FeatureStore

  const read = Effect.fnUntraced(function* (context: ResolvedContext, bucket: string, feature: FeatureName) {
    const { problem, value, version } = yield* features.read(context, bucket, feature)
    if (version === null)
      return yield* new Unavailable({ detail: problem?.detail ?? "The gateway does not report this" })
    return { value, version }
  })

  const readLogging = (context: ResolvedContext, bucket: string) =>
    Effect.map(read(context, bucket, "logging"), ({ value, version }) => ({
      logging: Option.getOrNull(decodeLogging(value)),
      version
    }))

  const readPolicy = (context: ResolvedContext, logBucket: string) =>
    Effect.map(read(context, logBucket, "policy"), ({ value, version }) => ({
      text: Option.getOrNull(decodePolicy(value))?.text ?? null,
      version
    }))

  const ownerOf = ({ listingKey }: ResolvedContext) => listingOwner(listingKey)?.owner ?? ""

  /** False when the policy of the log bucket does not let RGW write: a run would lose records. */
  const mayWrite = (context: ResolvedContext, logBucket: string) =>
    Effect.map(
      store.read(context, logBucket, "policy"),
      (text) => logBucketPolicy(text, logBucket, ownerOf(context)) === null
    )

  const prepare = Effect.fnUntraced(function* (caller: Caller, context: ResolvedContext, logBucket: string) {
    if (!(yield* gateway.exists(context.s3, logBucket)))
      yield* buckets.create(caller, context, { name: logBucket, objectLock: false })
    const { text, version } = yield* readPolicy(context, logBucket)
    const policy = logBucketPolicy(text, logBucket, ownerOf(context))
    if (policy !== null) yield* features.change(caller, context, logBucket, "policy", { text: policy }, { version })
  })

  /** Delivers pending records: RGW loses them when the target changes. */
  const flush = ({ s3 }: ResolvedContext, bucket: string) =>
    delivery.flush(s3, bucket).pipe(
      // without a log bucket they are lost already
      Effect.catchTag("NotFound", () => Effect.void)
    )

  const on = Effect.fn("AccessLogSwitch.on")(function* (caller: Caller, context: ResolvedContext, bucket: string) {
    const logBucket = logBucketName(ownerOf(context))
    const { logging, version } = yield* readLogging(context, bucket)
    if (logging !== null && logging.target_bucket !== logBucket) return yield* elsewhere
    yield* prepare(caller, context, logBucket)
    if (isAccessLogging(logging, bucket, logBucket)) return logBucket
    if (logging !== null) yield* flush(context, bucket)
    const value: SentValue = { ...accessLogging(bucket, logBucket) }
    yield* features.change(caller, context, bucket, "logging", value, { version })
    return logBucket
  })

  /** Ignores a missing bucket and one that logs elsewhere. */
  const off = Effect.fn("AccessLogSwitch.off")(function* (
    caller: Caller,
    context: ResolvedContext,
    bucket: string,
    logBucket: string
  ) {
    if (!(yield* gateway.exists(context.s3, bucket))) return
    const { logging, version } = yield* readLogging(context, bucket)
    if (logging === null || logging.target_bucket !== logBucket) return
    yield* flush(context, bucket)
    yield* features.change(caller, context, bucket, "logging", null, { version })
  })

  /** One request, which is logged; null: the bucket is missing. */
  const isOn = (context: ResolvedContext, bucket: string, logBucket: string) =>
    store.read(context, bucket, "logging").pipe(
      Effect.map((document) => isAccessLogging(loggingFeature.understand(document)?.value ?? null, bucket, logBucket)),
      Effect.catchTag("NotFound", () => Effect.succeed(null))
    )

  return { on, off, isOn, mayWrite, flush }
})
