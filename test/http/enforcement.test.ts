import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { cookieNames } from "#http/sessionCookies.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { somebody } from "../rules/people.ts"
import { keyOf, unique } from "../services/rotation/rotationWorld.ts"
import { realGateway } from "../support/RealGateway.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"

interface Body {
  readonly [field: string]: any
}
type Ask = (method: string, path: string, body?: object) => Promise<{ readonly status: number; readonly body: Body }>

const kib = 1024

const administering = Effect.gen(function* () {
  const opened = yield* (yield* Sessions).open(yield* somebody("ui_admin"), yield* DateTime.now)
  const { publicOrigin } = yield* Settings
  const headers = {
    cookie: `${cookieNames.access}=${Redacted.value(opened.access)}`,
    origin: publicOrigin,
    "x-csrf-token": opened.csrf,
    "content-type": "application/json"
  }
  const ask: Ask = async (method, path, body) => {
    const response = await fetch(`${publicOrigin}/api${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    return { status: response.status, body: (await response.json()) as Body }
  }
  return ask
})

const { gateway, lack } = await realGateway("a")

const clientOf = (accessKeyId: string, secretAccessKey: string) =>
  new S3Client({
    endpoint: gateway!.url,
    region: "default",
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId, secretAccessKey }
  })

const told = async (client: S3Client, command: object): Promise<string> => {
  try {
    return String(
      ((await client.send(command as never)) as { $metadata: { httpStatusCode?: number } }).$metadata.httpStatusCode
    )
  } catch (cause) {
    if (cause instanceof S3ServiceException) return `${cause.$metadata.httpStatusCode} ${cause.name}`
    throw cause
  }
}

const put = (client: S3Client, bucket: string, key: string, size: number) =>
  told(client, new PutObjectCommand({ Bucket: bucket, Key: key, Body: Buffer.alloc(size) }))

/** Polls: the gateway caches quotas and sums for a second or two (S17). */
const until = async (wanted: string, ask: (turn: number) => Promise<string>): Promise<void> => {
  const heard: Array<string> = []
  for (let turn = 0; turn < 80; turn++) {
    heard.push(await ask(turn))
    if (heard.at(-1) === wanted) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  assert.fail(`never ${wanted}: ${[...new Set(heard)].join(", ")}`)
}

const place = Effect.gen(function* () {
  const ask = yield* administering
  const made = yield* Effect.promise(() => ask("GET", "/admin/storage-endpoints"))
  const known = (made.body as unknown as ReadonlyArray<Body>)[0]
  if (known !== undefined) return { ask, endpoint: known["id"] as number }
  const { body, status } = yield* Effect.promise(() =>
    ask("POST", "/admin/storage-endpoints", {
      name: "gateway",
      url: gateway!.url,
      region: "default",
      admin_access_key: gateway!.admin.accessKey,
      admin_secret_key: gateway!.admin.secretKey,
      features_config: { features: { admin: { enabled: true }, account: { enabled: true }, usage: { enabled: true } } }
    })
  )
  assert.strictEqual(status, 201, JSON.stringify(body))
  return { ask, endpoint: body["id"] as number }
})

const programmer = Effect.gen(function* () {
  const { ask, endpoint } = yield* place
  const uid = unique("held")
  const { body: user } = yield* Effect.promise(() =>
    ask("POST", "/admin/s3-users", { storage_endpoint_id: endpoint, rgw_user_uid: uid, name: uid })
  )
  const { body: key } = yield* Effect.promise(() => ask("POST", `/admin/s3-users/${user["id"]}/keys`))
  const client = clientOf(key["access_key"], key["secret_key"])
  const path = `/admin/s3-users/${user["id"]}`
  yield* Effect.addFinalizer(() =>
    Effect.promise(async () => {
      await ask("PUT", `${path}/suspension`, { suspended: false })
      await ask("PUT", `${path}/rate-limit`, {
        enabled: false,
        max_read_ops: null,
        max_write_ops: null,
        max_read_bytes: null,
        max_write_bytes: null
      })
      await emptied(client)
      await ask("DELETE", `${path}/gateway?confirm_name=${uid}`)
    })
  )
  return {
    ask,
    path,
    uid,
    client,
    accessKey: key["access_key"] as string,
    set: async (where: string, body: object) => {
      const answer = await ask("PUT", `${path}${where}`, body)
      assert.strictEqual(answer.status, 200, JSON.stringify(answer.body))
      return answer.body
    }
  }
})

const emptied = async (client: S3Client) => {
  const { Buckets = [] } = await client.send(new ListBucketsCommand({}))
  for (const { Name } of Buckets) {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: Name }))
    for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket: Name, Key }))
    await client.send(new DeleteBucketCommand({ Bucket: Name }))
  }
}

const bucketOf = async (client: S3Client) => {
  const bucket = unique("bucket")
  assert.strictEqual(await told(client, new CreateBucketCommand({ Bucket: bucket })), "200")
  return bucket
}

const free = { enabled: false, max_size_bytes: null, max_objects: null }

requirement("real RGW", lack)("bounds that are set here hold a program at the gateway", () => {
  layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    it.effect(
      "S17: a quota of bytes: refused once it is full, accepted once it is raised; what is used is told with its time",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { ask, client, path, set } = yield* programmer
            yield* Effect.promise(async () => {
              const bucket = await bucketOf(client)
              await set("/quotas/user", { enabled: true, max_size_bytes: 64 * kib, max_objects: null })
              await until("403 QuotaExceeded", (turn) => put(client, bucket, `o${turn}`, 16 * kib))
              await until("full", async () => {
                const { usage, user_quota } = (await ask("GET", `${path}/gateway`)).body
                assert.strictEqual(usage.state, "known")
                assert.isBelow(Math.abs(Date.now() - Date.parse(usage.read_at)), 60_000)
                return usage.counted_bytes >= user_quota.max_size_bytes &&
                  usage.object_count >= 4 &&
                  usage.used_bytes >= 64 * kib
                  ? "full"
                  : JSON.stringify(usage)
              })
              await set("/quotas/user", { enabled: true, max_size_bytes: 1024 * kib, max_objects: null })
              await until("200", () => put(client, bucket, "after", 16 * kib))
              await set("/quotas/user", { enabled: true, max_size_bytes: 1, max_objects: null })
              await until("403 QuotaExceeded", () => put(client, bucket, "after", 20 * kib))
              await set("/quotas/user", { enabled: false, max_size_bytes: 1, max_objects: null })
              await until("200", () => put(client, bucket, "after", 20 * kib))
            })
          })
        ),
      120_000
    )

    it.effect(
      "a quota of objects, of all buckets and of each: refused, then accepted",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { client, set } = yield* programmer
            yield* Effect.promise(async () => {
              const [one, two] = [await bucketOf(client), await bucketOf(client)]
              await set("/quotas/user", { enabled: true, max_size_bytes: null, max_objects: 3 })
              await until("403 QuotaExceeded", (turn) => put(client, turn % 2 === 0 ? one : two, `o${turn}`, 1))
              await set("/quotas/user", free)
              await until("200", () => put(client, one, "more", 1))
              await set("/quotas/bucket", { enabled: true, max_size_bytes: null, max_objects: 4 })
              await until("403 QuotaExceeded", (turn) => put(client, one, `p${turn}`, 1))
              await until("200", () => put(client, two, "q", 1))
              await set("/quotas/bucket", free)
              await until("200", () => put(client, one, "again", 1))
              await set("/quotas/user", { enabled: true, max_size_bytes: null, max_objects: 0 })
              await until("403 QuotaExceeded", (turn) => put(client, two, `z${turn}`, 1))
              await set("/quotas/user", free)
            })
          })
        ),
      120_000
    )

    it.effect(
      "the quota of an RGW account holds all its users; its usage is the whole account's",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { ask, endpoint } = yield* place
            const name = unique("held-account")
            const { body: account, status } = yield* Effect.promise(() =>
              ask("POST", "/admin/accounts", {
                storage_endpoint_id: endpoint,
                name,
                limits: { max_buckets: 2, max_users: null, max_roles: 0 }
              })
            )
            assert.strictEqual(status, 201, JSON.stringify(account))
            const { accessKey, secretKey } = yield* keyOf("account", account["id"])
            const client = clientOf(accessKey, secretKey)
            const path = `/admin/accounts/${account["id"]}`
            yield* Effect.addFinalizer(() =>
              Effect.promise(async () => {
                await emptied(client)
                await ask("DELETE", `${path}/gateway?confirm_name=${name}`)
              })
            )
            yield* Effect.promise(async () => {
              assert.deepInclude((await ask("GET", `${path}/gateway`)).body["limits"], {
                max_buckets: 2,
                max_users: null,
                max_roles: 0,
                max_groups: 1000,
                max_access_keys: 4
              })
              const bucket = await bucketOf(client)
              await bucketOf(client)
              assert.strictEqual(
                await told(client, new CreateBucketCommand({ Bucket: unique("third") })),
                "400 TooManyBuckets"
              )
              assert.strictEqual((await ask("PUT", `${path}/limits`, { max_buckets: null })).status, 200)
              await until("200", () => told(client, new CreateBucketCommand({ Bucket: unique("third") })))
              const quota = { enabled: true, max_size_bytes: 64 * kib, max_objects: null }
              assert.strictEqual((await ask("PUT", `${path}/quotas/account`, quota)).status, 200)
              await until("403 QuotaExceeded", (turn) => put(client, bucket, `o${turn}`, 16 * kib))
              await until("full", async () => {
                const { usage } = (await ask("GET", `${path}/gateway`)).body
                return usage.state === "known" && usage.counted_bytes >= 64 * kib ? "full" : JSON.stringify(usage)
              })
              assert.strictEqual(
                (await ask("PUT", `${path}/quotas/account`, { ...quota, max_size_bytes: 1024 * kib })).status,
                200
              )
              await until("200", () => put(client, bucket, "after", 16 * kib))
            })
          })
        ),
      120_000
    )

    it.effect(
      "how many buckets: as many, none, and any number",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { client, set } = yield* programmer
            const create = () => told(client, new CreateBucketCommand({ Bucket: unique("bucket") }))
            yield* Effect.promise(async () => {
              await set("/gateway", { max_buckets: 1 })
              await until("200", create)
              assert.strictEqual(await create(), "400 TooManyBuckets")
              await set("/gateway", { max_buckets: 0 })
              assert.strictEqual(await create(), "403 AccessDenied")
              await set("/gateway", { max_buckets: null })
              await until("200", create)
              assert.strictEqual(await create(), "200")
            })
          })
        ),
      60_000
    )

    it.effect(
      "T11: rate limits of requests and of bytes: too much is SlowDown, and is served once the limit is raised",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { client, set } = yield* programmer
            const limit = {
              enabled: true,
              max_read_ops: null,
              max_write_ops: null,
              max_read_bytes: null,
              max_write_bytes: null
            }
            yield* Effect.promise(async () => {
              const bucket = await bucketOf(client)
              const read = () => told(client, new ListObjectsV2Command({ Bucket: bucket }))
              await set("/rate-limit", { ...limit, max_read_ops: 3 })
              await until("503 SlowDown", read)
              assert.strictEqual(await put(client, bucket, "written", 1), "200", "writing is counted by itself")
              await set("/rate-limit", { ...limit, max_read_ops: 100_000 })
              await until("200", read)
              await set("/rate-limit", { ...limit, max_write_ops: 3 })
              await until("503 SlowDown", (turn) => put(client, bucket, `w${turn}`, 1))
              assert.strictEqual(await read(), "200")
              await set("/rate-limit", { ...limit, max_write_bytes: 64 * kib })
              await until("503 SlowDown", (turn) => put(client, bucket, `b${turn}`, 48 * kib))
              await set("/rate-limit", { ...limit, enabled: false, max_write_bytes: 1 })
              await until("200", () => put(client, bucket, "after", 48 * kib))
            })
          })
        ),
      120_000
    )

    it.effect(
      "a suspended RGW user is refused by every key, and let in once it is enabled; switching one key off " +
        "refuses that key",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { accessKey, client, set } = yield* programmer
            const list = () => told(client, new ListBucketsCommand({}))
            yield* Effect.promise(async () => {
              assert.strictEqual(await list(), "200")
              assert.isTrue((await set("/suspension", { suspended: true }))["suspended"])
              assert.strictEqual(await list(), "403 UserSuspended")
              assert.isFalse((await set("/suspension", { suspended: false }))["suspended"])
              await until("200", list)
              await set(`/keys/${accessKey}`, { active: false })
              assert.match(await list(), /^403 /)
              await set(`/keys/${accessKey}`, { active: true })
              await until("200", list)
            })
          })
        ),
      60_000
    )

    it.effect(
      "the last activity at the gateway is the hour of its usage log, by whichever key; our own use is told of " +
        "the key that is stored",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { accessKey, ask, client, path } = yield* programmer
            yield* Effect.promise(async () => {
              const before = (await ask("GET", `${path}/activity`)).body
              assert.include(["none", "no_log"], before["state"])
              assert.strictEqual(await told(client, new ListBucketsCommand({})), "200")
              await until("known", async () => (await ask("GET", `${path}/activity`)).body["state"])
              const { body } = await ask("GET", `${path}/activity`)
              assert.strictEqual(body["granularity_seconds"], 3600)
              assert.isBelow(
                Math.abs(Date.parse(body["last_active_hour"]) - Math.floor(Date.now() / 3_600_000) * 3_600_000),
                3_600_001
              )
              const keys = (await ask("GET", `${path}/keys`)).body as unknown as ReadonlyArray<Body>
              assert.deepInclude(
                keys.find((key) => key["access_key"] === accessKey),
                { console_key: false, last_used_at: null }
              )
              assert.strictEqual((await ask("GET", "/admin/s3-users/2147483000/activity")).status, 404)
            })
          })
        ),
      60_000
    )
  })
})
