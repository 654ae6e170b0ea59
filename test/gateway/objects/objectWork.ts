import { ListObjectsV2Command, type ListObjectsV2CommandOutput } from "@aws-sdk/client-s3"
import { Effect, Schedule } from "effect"
import { S3Client } from "@aws-sdk/client-s3"
import { Redacted } from "effect"
import { keyOf } from "../../services/rotation/rotationWorld.ts"
import { type AdminScene, unique } from "../contract/adminGateway.ts"
import { ok } from "../managerScene.ts"
import { zoo } from "./transferScene.ts"
import type { BrowserScene } from "./browserScene.ts"

export const zooIn = (prefix: string): ReadonlyArray<string> =>
  zoo.map((key) =>
    Buffer.byteLength(prefix + key) <= 1024
      ? prefix + key
      : `${prefix}${"ü".repeat(Math.floor((1024 - prefix.length) / 2))}${prefix.length % 2 === 0 ? "" : "z"}`
  )

export const plantAll = (scene: Pick<BrowserScene, "put">, keys: ReadonlyArray<string>) =>
  Effect.forEach(
    [...new Set(keys)],
    (key) => Effect.repeat(scene.put(key), { times: keys.filter((one) => one === key).length - 1 }),
    { concurrency: 16, discard: true }
  )

export const keysIn = (
  { bucketName, sdk }: Pick<BrowserScene, "bucketName" | "sdk">,
  prefix: string,
  bucket = bucketName
): Effect.Effect<ReadonlyArray<string>> =>
  Effect.map(
    sdk<ListObjectsV2CommandOutput>(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, EncodingType: "url" })),
    ({ Contents = [] }) => Contents.map(({ Key = "" }) => decodeURIComponent(Key.replaceAll("+", " ")))
  )

export const workOn = (scene: BrowserScene) => {
  const ask = (method: string, path: string, body?: unknown) =>
    Effect.promise(() =>
      scene.browser.send(
        method,
        `/api/browser${path}${path.includes("?") ? "&" : "?"}context_id=${scene.contextId}`,
        body
      )
    )
  const items = (id: number) =>
    Effect.map(ask("GET", `/work/${id}/items`), (answer): ReadonlyArray<any> => ok(answer)["items"])
  const ended = (id: number) =>
    ask("GET", `/work/${id}`).pipe(
      Effect.map((answer): any => ok(answer)),
      Effect.repeat({
        schedule: Schedule.spaced("100 millis"),
        until: ({ state }) => /completed|canceled/.test(state)
      }),
      Effect.timeout("90 seconds"),
      Effect.orDie
    )
  const start = (path: string, body: unknown) =>
    Effect.map(scene.ask("POST", path, { body }), (answer): number => ok(answer)["id"])
  const done = Effect.fnUntraced(function* (path: string, body: unknown) {
    const id = yield* start(path, body)
    return { ...(yield* ended(id)), id, items: yield* items(id) } as {
      readonly id: number
      readonly state: string
      readonly totals: any
      readonly items: ReadonlyArray<any>
    }
  })
  return { ask, items, ended, start, done }
}

export const besideOn = Effect.fnUntraced(function* (
  scene: BrowserScene,
  { target }: Pick<AdminScene, "target"> = scene
) {
  const { accessKey, secretKey } = yield* target.credential.open
  const listed: any = ok(yield* scene.admin("GET", "/admin/storage-endpoints"))
  const known: ReadonlyArray<any> = Array.isArray(listed) ? listed : listed["items"]
  const endpoint =
    known.find(({ url }) => url === target.url) ??
    ok(
      yield* scene.admin("POST", "/admin/storage-endpoints", {
        name: unique("lab"),
        url: target.url,
        admin_access_key: accessKey,
        admin_secret_key: Redacted.value(secretKey),
        features_config: { features: { admin: { enabled: true }, account: { enabled: true } } }
      })
    )
  const me = ok(yield* scene.admin("GET", "/users/me"))
  const account = ok(
    yield* scene.admin("POST", "/admin/accounts", {
      storage_endpoint_id: endpoint["id"],
      name: unique("team"),
      limits: { max_buckets: null },
      user_links: [
        { user_id: me["id"], manager_role: "account_administrator", allow_manager_browser_data_access: true }
      ]
    })
  )
  const contextId = String(account["id"])
  const { name: bucketName } = ok(
    yield* scene.admin("POST", `/manager/buckets?context_id=${contextId}`, { name: unique("bucket") })
  )
  const key = yield* Effect.orDie(keyOf("account", account["id"]))
  const client = new S3Client({
    endpoint: target.url,
    region: "default",
    forcePathStyle: true,
    credentials: { accessKeyId: key.accessKey, secretAccessKey: key.secretKey }
  })
  yield* Effect.addFinalizer(() => Effect.sync(() => client.destroy()))
  return {
    contextId,
    bucketName: bucketName as string,
    sdk: <A>(command: object) => Effect.promise(() => client.send(command as never) as Promise<A>)
  }
})
