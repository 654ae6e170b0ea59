import { CreateBucketCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3"
import { Duration, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { CutoverPauses } from "#services/objects/migrations/CutoverPauses.ts"
import { gatewayProxy } from "./GatewayProxy.ts"
import { managedAccount, type Place } from "./managedAccount.ts"
import { WholeService } from "./WholeService.ts"

export const freshName = (prefix: string) => `${prefix}-${randomBytes(6).toString("hex")}`

/** Requests of the sandbox end at once; a released lock is tried again soon. */
const shortPauses = Layer.succeed(CutoverPauses, {
  lockSettling: Duration.millis(100),
  releaseRetry: Duration.millis(200)
})

export const migrationService = (gateway: string) =>
  gateway === "sandbox" ? WholeService().pipe(Layer.provide(shortPauses)) : WholeService()

/** Two accounts of a gateway and the API of migrations. `isProxied`: RGW's public access block passes no proxy. */
export const migrationScene = Effect.fnUntraced(function* (place: Place, { isProxied = true } = {}) {
  const sql = yield* SqlClient.SqlClient
  const proxy = yield* gatewayProxy(place.url)
  const scene = yield* managedAccount(place, isProxied ? proxy.url : place.url)
  const { browser, contextId, otherContextId, otherOwner } = scene
  yield* sql`update user_associations set allow_manager_browser_data_access = true
    where rgw_account_id in (${Number(contextId)}, ${Number(otherContextId)})`
  const other = yield* Effect.acquireRelease(
    Effect.sync(
      () =>
        new S3Client({
          endpoint: place.url,
          region: "default",
          forcePathStyle: true,
          credentials: { accessKeyId: otherOwner.accessKey, secretAccessKey: otherOwner.secretKey }
        })
    ),
    (s3) => Effect.sync(() => s3.destroy())
  )
  const at = (path: string, query: Readonly<Record<string, string>>) =>
    `/api/manager/migrations${path}?${new URLSearchParams({ context_id: contextId, ...query })}`
  const send = (method: string, path: string, body?: unknown, query: Readonly<Record<string, string>> = {}) =>
    Effect.promise(() => browser.send(method, at(path, query), body))
  const draftOf = (buckets: ReadonlyArray<{ readonly source: string; readonly target: string }>) => ({
    source_context_id: contextId,
    target_context_id: otherContextId,
    buckets,
    mode: "one_shot",
    strategy: "current_only",
    copy_bucket_settings: false,
    strong_integrity_check: false
  })
  return {
    ...scene,
    sql,
    proxy,
    other,
    send,
    draftOf,
    bucketWith: (s3: S3Client, prefix: string, keys: ReadonlyArray<string>) =>
      Effect.promise(async () => {
        const Bucket = freshName(prefix)
        await s3.send(new CreateBucketCommand({ Bucket }))
        for (const Key of keys) await s3.send(new PutObjectCommand({ Bucket, Key, Body: Key }))
        return Bucket
      }),
    until: (path: string, ...states: ReadonlyArray<string>) =>
      send("GET", path).pipe(
        Effect.repeat({
          schedule: Schedule.spaced("50 millis"),
          until: ({ body }) => states.includes(body["state"])
        }),
        Effect.timeout("60 seconds"),
        Effect.orDie
      ),
    started: Effect.fnUntraced(function* (draft: object) {
      const { body } = yield* send("POST", "", draft)
      const path = `/${body["id"]}`
      yield* send("POST", `${path}/precheck`)
      const answer = yield* send("POST", `${path}/start`)
      if (answer.status !== 200) return yield* Effect.die(new Error(answer.text))
      return path
    }),
    itemsOf: (path: string) =>
      Effect.map(send("GET", `${path}/items`), ({ body }) => body["items"] as ReadonlyArray<any>)
  }
})
