import { Effect, Layer, Option } from "effect"
import { Conflict, InvalidInput, NotFound, StorageError } from "#domain/errors/Errors.ts"
import type { ResolvedContext } from "#domain/contexts/CurrentContext.ts"
import { tenantOf } from "#domain/endpoints/tenantOf.ts"
import { namesBucket } from "#domain/buckets/namesBucket.ts"
import type { FeatureWire } from "#domain/features/Feature.ts"
import { featureOf } from "#domain/features/features.ts"
import { quotaOf, storedQuota } from "#domain/features/quota.ts"
import { keptText } from "#domain/text/Text.ts"
import { textAt } from "#domain/xml/Element.ts"
import { parseXml } from "#domain/xml/parseXml.ts"
import { GatewayIntent } from "#services/audit/GatewayIntent.ts"
import { Rgw } from "#services/endpoints/Rgw.ts"
import { FeatureStore } from "#services/features/FeatureStore.ts"
import { EndpointGuard, gatewayCaller } from "../gateway/EndpointGuard.ts"
import { type Answer, GatewayHttp } from "../rgw/GatewayHttp.ts"
import { storageText, unreadable } from "./s3Failure.ts"

type SubResource = Extract<FeatureWire, { readonly _tag: "SubResource" }>

/** What an answer of status 300 or more says. */
interface Refused {
  readonly code: string
  readonly status: number
  readonly error: StorageError
  /** Where in the document its fault is, in characters (S5). */
  readonly offset: number | null
}

const refused = (operation: string, { headers, status, text }: Answer): Refused => {
  const document = parseXml(text)
  const told = textAt(document ?? undefined, "Code")
  const code = told === undefined ? `Http${status}` : keptText(told).slice(0, 100)
  const requestId = headers["x-amz-request-id"]
  const offset = /^At character offset (\d{1,6}),/.exec(textAt(document ?? undefined, "Message") ?? "")?.[1]
  return {
    code, status, offset: offset === undefined ? null : Number(offset),
    error: status === 200 || (told === undefined && status < 500 && text.trim() !== "") ? unreadable(operation, status) : new StorageError({
      operation, storage_code: code, storage_status: status, storage_request_id: typeof requestId === "string" ? requestId : null,
      detail: storageText(code)
    })
  }
}

/** A configuration's place in a request: `bucket.host/?cors` or `host/bucket?cors`. */
const placed = (url: string, pathStyle: boolean, bucket: string): { readonly url: string; readonly path: string } => {
  if (pathStyle) return { url, path: `/${bucket}` }
  const at = new URL(url)
  at.hostname = `${bucket}.${at.hostname}`
  return { url: at.origin, path: "/" }
}

const isDone = ({ status }: Answer) => status >= 200 && status < 300

/**
 * The features of buckets over HTTP: documents go and come byte for byte, which no SDK does. Only the sub-resources of the
 * declarations are ever sent, DELETE only where RGW is known to understand it (S1). Open: EndpointGuard, GatewayHttp, Rgw.
 */
export const FeatureStoreS3 = Layer.effect(FeatureStore, Effect.gen(function*() {
  const http = yield* GatewayHttp
  const guard = yield* EndpointGuard
  const rgw = yield* Rgw

  const send = (context: ResolvedContext, bucket: string, wire: SubResource, method: "GET" | "PUT" | "DELETE", text: string | null) => {
    if (!namesBucket(bucket)) return Effect.fail(new NotFound({ entity: "Bucket", id: bucket }))
    const { s3 } = context
    const verb = method === "GET" ? "Get" : method === "PUT" ? "Put" : "Delete"
    const operation = `s3.${verb}Bucket.${wire.name}`
    return Effect.flatMap(s3.credential.open, ({ accessKey, secretKey, sessionToken }) =>
      guard.run(
        gatewayCaller(s3, { accessKey, secretKey }), operation, method === "GET",
        http.send(operation, {
          method, ...placed(s3.url, s3.pathStyle, bucket), query: { [wire.name]: "" }, region: s3.region, service: "s3",
          key: { access_key: accessKey, secret_key: secretKey }, sessionToken, userSupplied: s3.userSupplied, form: null,
          ...(text === null ? {} : { document: { type: wire.type, text } }),
          // T1: what follows the missing one's answer would be read as the next answer
          ...(wire.name === "publicAccessBlock" ? { alone: true } : {})
        }, s3.verifyTls)
      )).pipe(Effect.map((answer) => ({ operation, answer })))
  }

  const read = Effect.fnUntraced(function*(context: ResolvedContext, bucket: string, wire: SubResource) {
    const { answer, operation } = yield* send(context, bucket, wire, "GET", null)
    if (isDone(answer)) {
      const whole = wire.type === "application/json" ? !/^\s*</.test(answer.text) : parseXml(answer.text) !== null
      return whole ? answer.text : yield* unreadable(operation, answer.status)
    }
    const { code, error } = refused(operation, answer)
    if (wire.absent.includes(code)) return null
    return yield* code === "NoSuchBucket" ? new NotFound({ entity: "Bucket", id: bucket }) : error
  })

  const write = Effect.fnUntraced(function*(context: ResolvedContext, bucket: string, wire: SubResource, document: string | null) {
    const nothing = typeof wire.removal === "string" ? null : wire.removal.put
    if (document === null && wire.removal === "never") return yield* Effect.die(new Error(`${wire.name} is never taken away`))
    const text = document ?? nothing
    const { answer, operation } = yield* send(context, bucket, wire, text === null ? "DELETE" : "PUT", text)
    if (isDone(answer)) return
    const { code, error, offset, status } = refused(operation, answer)
    if (text === null && wire.absent.includes(code)) return
    if (code === "NoSuchBucket") return yield* new NotFound({ entity: "Bucket", id: bucket })
    if (status === 400 || (status === 404 && code === "NoSuchKey")) {
      return yield* InvalidInput.at("payload.value", `The gateway refuses this (${code}${offset === null ? "" : ` at character ${offset}`})`)
    }
    if (status === 409) return yield* new Conflict({ code: "state_conflict", detail: `The gateway refuses this as the bucket is now (${code})` })
    return yield* error
  })

  const unsupported = (operation: string) =>
    new StorageError({ operation, storage_code: "NoAdminOps", storage_status: null, storage_request_id: null, detail: "Only the Admin Ops API of the gateway knows this, and this context has none" })

  return FeatureStore.of({
    read: Effect.fn("FeatureStore.read")(function*(context, bucket, name) {
      const { wire } = featureOf(name)
      if (wire._tag === "SubResource") return yield* read(context, bucket, wire)
      if (context.admin === null) return yield* unsupported("rgw.GetBucketQuota")
      const found = yield* rgw.bucketQuota(context.admin, { name: bucket, tenant: tenantOf(context.bucketOwner) })
      return Option.isNone(found) ? yield* new NotFound({ entity: "Bucket", id: bucket }) : storedQuota(found.value)
    }),
    write: Effect.fn("FeatureStore.write")(function*(context, bucket, name, document) {
      const { wire } = featureOf(name)
      const { id } = yield* GatewayIntent
      if (wire._tag === "SubResource") return yield* Effect.annotateSpans(write(context, bucket, wire, document), "stowage.intent", id)
      if (context.admin === null || context.bucketOwner?._tag !== "Uid") return yield* unsupported("rgw.SetBucketQuota")
      const where = { name: bucket, tenant: tenantOf(context.bucketOwner) }
      yield* rgw.setBucketQuota(context.admin, where, context.bucketOwner.uid, quotaOf(document))
    })
  })
}))

