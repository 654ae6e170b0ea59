import { Effect, Layer, Option, Result } from "effect"
import { Conflict, type GatewayFailure, InvalidInput, NotFound, StorageError } from "#domain/platform/errors/Errors.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { tenantOf } from "#domain/gateways/endpoints/tenantOf.ts"
import { dialectOf } from "#domain/buckets/features/dialectOf.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { featureOf } from "#domain/buckets/features/features.ts"
import { parseBucketQuota, storedQuota } from "#domain/buckets/features/quota.ts"
import { parseXml } from "#domain/platform/xml/parseXml.ts"
import { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { namesBucket } from "#domain/buckets/namesBucket.ts"
import { MAX_CONCURRENCY } from "#domain/platform/work/adaptiveConcurrency.ts"
import { type DocumentRead, FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { EndpointGuard } from "../gateway/EndpointGuard.ts"
import { type Answer, GatewayHttp } from "../rgw/GatewayHttp.ts"
import { gatewayCaller, gatewayNotAnswering } from "../gateway/EndpointGuard.ts"
import { readSeries } from "../rgw/readSeries.ts"
import { bareCall } from "./bareCall.ts"
import { documentSeries } from "./documentSeries.ts"
import { featureRefusal } from "./featureRefusal.ts"
import { readFeatureDocument, isDone, placed, refused, type SubResource } from "./featureDocument.ts"
import { unreadable } from "./s3Failure.ts"

const MAX_DELETE_ROUNDS = 100

/** Documents pass byte for byte, which no SDK does. DELETE is sent only where RGW supports it (S1). */
export const FeatureStoreS3 = Layer.effect(
  FeatureStore,
  Effect.gen(function* () {
    const http = yield* GatewayHttp
    const guard = yield* EndpointGuard
    const rgw = yield* Rgw

    const call = bareCall(http, guard)

    const send = (
      { s3 }: ResolvedContext,
      bucket: string,
      wire: SubResource,
      method: "GET" | "PUT" | "DELETE",
      text: string | null,
      item = ""
    ) => {
      const verb = method === "GET" ? "Get" : method === "PUT" ? "Put" : "Delete"
      const operation = `s3.${verb}Bucket.${wire.name}`
      return call(
        s3,
        operation,
        {
          method,
          bucket,
          query: { [wire.name]: item },
          idempotent: method === "GET",
          ...(text === null ? {} : { document: { type: wire.type, text } }),
          // T1: the rest of a missing one's answer would be read as the next answer
          alone: wire.name === "publicAccessBlock"
        },
        (answer) => Effect.succeed({ operation, answer })
      )
    }

    const wholeDocument = (bucket: string, wire: SubResource, operation: string, answer: Answer): DocumentRead => {
      const read = readFeatureDocument(bucket, wire, operation, answer)
      if (Result.isFailure(read) || read.success === null) return read
      const content = read.success
      const whole = wire.type === "application/json" ? !/^\s*</.test(content) : parseXml(content) !== null
      return whole ? read : Result.fail(unreadable(operation, answer.status))
    }

    const read = Effect.fnUntraced(function* (context: ResolvedContext, bucket: string, wire: SubResource) {
      const { answer, operation } = yield* send(context, bucket, wire, "GET", null)
      return yield* Effect.fromResult(wholeDocument(bucket, wire, operation, answer))
    })

    const series = readSeries(http, guard)
    const readMany = Effect.fnUntraced(function* (
      { s3 }: ResolvedContext,
      buckets: ReadonlyArray<string>,
      wire: SubResource
    ) {
      const key = yield* s3.credential.open
      const { pathStyle, region, tenant, url, userSupplied, verifyTls } = s3
      const operation = `s3.GetBucket.${wire.name}`
      const reads = new Map<number, DocumentRead>()
      const failure = yield* series<string | null, NotFound | GatewayFailure>({
        operation,
        caller: gatewayCaller(s3, key),
        source: { url, region, key, userSupplied, verifyTls },
        jobs: buckets.map((bucket) => ({
          path: placed(url, pathStyle, bucket, tenant).path,
          query: `${wire.name}=`,
          // T1: the rest of a missing one's answer would be read as the next answer
          alone: wire.name === "publicAccessBlock"
        })),
        decode: (answer, index) => wholeDocument(buckets[index] ?? "", wire, operation, answer),
        deliver: (index, read) => void reads.set(index, read),
        ends: () => false
      }).pipe(Effect.catch((failure) => Effect.succeed(failure)))
      return buckets.map((_, index) => reads.get(index) ?? Result.fail(failure ?? gatewayNotAnswering()))
    })

    /** Runs after the write, so that no event is lost. RGW chooses which of two items with one name it deletes (N3). */
    const deleteLeftovers = Effect.fnUntraced(function* (
      context: ResolvedContext,
      bucket: string,
      wire: SubResource,
      text: string
    ) {
      const { leftOver } = wire
      if (leftOver === undefined || dialectOf(context.s3.url) !== "rgw") return
      const stored = Effect.map(read(context, bucket, wire), (document) => document ?? "")
      const done = ({ answer, operation }: { readonly answer: Answer; readonly operation: string }) =>
        isDone(answer) ? Effect.void : Effect.fail(refused(operation, answer).error)
      let now = yield* stored
      for (
        let items = leftOver(now, text), rounds = 0;
        items.length > 0 && rounds < MAX_DELETE_ROUNDS;
        items = leftOver(now, text), rounds++
      ) {
        for (const item of items) yield* Effect.flatMap(send(context, bucket, wire, "DELETE", null, item), done)
        now = yield* stored
      }
      if (leftOver(text, now).length > 0) yield* Effect.flatMap(send(context, bucket, wire, "PUT", text), done)
    })

    const write = Effect.fnUntraced(function* (
      context: ResolvedContext,
      bucket: string,
      name: FeatureName,
      wire: SubResource,
      document: string | null
    ) {
      const nothing = typeof wire.removal === "string" ? null : wire.removal.put
      if (document === null && wire.removal === "never")
        return yield* Effect.die(new Error(`${wire.name} is never taken away`))
      const text = document ?? nothing
      const { answer, operation } = yield* send(context, bucket, wire, text === null ? "DELETE" : "PUT", text)
      if (isDone(answer)) return text === null ? undefined : yield* deleteLeftovers(context, bucket, wire, text)
      const { code, error, message, offset, status } = refused(operation, answer)
      if (text === null && wire.absent.includes(code)) return
      if (code === "NoSuchBucket") return yield* new NotFound({ entity: "Bucket", id: bucket })
      const words = featureRefusal(name, { code, message, document })
      if (status === 400 || (status === 404 && code === "NoSuchKey")) {
        return yield* InvalidInput.at(
          "payload.value",
          words ?? `The gateway refuses this (${code}${offset === null ? "" : ` at character ${offset}`})`
        )
      }
      if (status === 409) {
        return yield* new Conflict({
          code: "state_conflict",
          detail: words ?? `The gateway refuses this as the bucket is now (${code})`
        })
      }
      return yield* words === null ? error : new StorageError({ ...error, detail: words })
    })

    const several = documentSeries(http, guard)

    const requireAdminOps = (operation: string) =>
      new StorageError({
        operation,
        storage_code: "NoAdminOps",
        storage_status: null,
        storage_request_id: null,
        detail: "Only the Admin Ops API of the gateway knows this, and this context has none"
      })

    const readQuota = Effect.fnUntraced(function* (context: ResolvedContext, bucket: string) {
      if (context.admin === null) return yield* requireAdminOps("rgw.GetBucketQuota")
      const quota = yield* rgw.bucketQuota(context.admin, { name: bucket, tenant: tenantOf(context.bucketOwner) })
      return Option.isNone(quota) ? yield* new NotFound({ entity: "Bucket", id: bucket }) : storedQuota(quota.value)
    })

    return FeatureStore.of({
      read: Effect.fn("FeatureStore.read")((context, bucket, name) => {
        const { wire } = featureOf(name)
        return wire._tag === "SubResource" ? read(context, bucket, wire) : readQuota(context, bucket)
      }),
      readSome: Effect.fnUntraced(function* (context, bucket, names) {
        const wires = names.map((name) => featureOf(name).wire)
        const documents = wires.filter((wire) => wire._tag === "SubResource")
        const read = yield* several(context, bucket, documents)
        const quota = documents.length === wires.length ? null : yield* Effect.result(readQuota(context, bucket))
        let next = 0
        return wires.map((wire) => (wire._tag === "SubResource" ? read[next++] : quota) ?? Result.succeed(null))
      }),
      readMany: Effect.fn("FeatureStore.readMany")(function* (context, buckets, name) {
        const { wire } = featureOf(name)
        const isSeries = wire._tag === "SubResource" && context.s3.pathStyle && buckets.every(namesBucket)
        return isSeries
          ? yield* readMany(context, buckets, wire)
          : yield* Effect.forEach(
              buckets,
              (bucket) =>
                Effect.result(wire._tag === "SubResource" ? read(context, bucket, wire) : readQuota(context, bucket)),
              { concurrency: MAX_CONCURRENCY }
            )
      }),
      write: Effect.fn("FeatureStore.write")(function* (context, bucket, name, document) {
        const { wire } = featureOf(name)
        const { id } = yield* GatewayIntent
        if (wire._tag === "SubResource")
          return yield* Effect.annotateSpans(write(context, bucket, name, wire, document), "stowage.intent", id)
        if (context.admin === null || context.bucketOwner?._tag !== "Uid")
          return yield* requireAdminOps("rgw.SetBucketQuota")
        const where = { name: bucket, tenant: tenantOf(context.bucketOwner) }
        yield* rgw.setBucketQuota(context.admin, where, context.bucketOwner.uid, parseBucketQuota(document))
      })
    })
  })
)
