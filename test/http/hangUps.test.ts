import {
  CreateBucketCommand,
  GetBucketCorsCommand,
  GetBucketPolicyCommand,
  GetBucketTaggingCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutBucketTaggingCommand,
  PutObjectCommand,
  type S3Client
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Array as Arr, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { gatewayProxy } from "../support/GatewayProxy.ts"
import { managedAccount, sandboxPlace } from "../support/managedAccount.ts"
import { internalToken, WholeService } from "../support/WholeService.ts"

interface Scene {
  readonly browser: ConsoleBrowser
  readonly client: S3Client
  readonly at: (path: string) => string
  readonly bucket: string
}

interface Case {
  readonly made: boolean
  readonly before?: (scene: Scene) => Promise<Record<string, unknown>>
  readonly request: (
    scene: Scene,
    known: Record<string, unknown>
  ) => readonly [method: string, path: string, body?: unknown]
  readonly during: (method: string, path: string) => boolean
  readonly so: (scene: Scene) => Promise<boolean>
  readonly action: string
  readonly alone?: true
}

const there = (read: Promise<unknown>) =>
  read.then(
    () => true,
    () => false
  )
const hasBucket = ({ bucket: Bucket, client }: Scene) => there(client.send(new HeadBucketCommand({ Bucket })))
const hasPolicy = ({ bucket: Bucket, client }: Scene) => there(client.send(new GetBucketPolicyCommand({ Bucket })))
const hasCors = ({ bucket: Bucket, client }: Scene) => there(client.send(new GetBucketCorsCommand({ Bucket })))
const hasTags = ({ bucket: Bucket, client }: Scene) => there(client.send(new GetBucketTaggingCommand({ Bucket })))
const not = (answer: Promise<boolean>) => answer.then((yes) => !yes)
const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
const cors = {
  rules: [
    {
      id: "a",
      allowed_origins: ["*"],
      allowed_methods: ["GET"],
      allowed_headers: [],
      expose_headers: [],
      max_age_seconds: 5
    }
  ]
}

const saved = async ({ at, browser, bucket }: Scene) => {
  const path = at(`/buckets/${bucket}/features/cors`)
  const {
    body: { version }
  } = await browser.get(path)
  return (await browser.send("PUT", path, { value: cors, version })).body
}
const copied = ({ bucket }: Scene) => ({ feature: "tags", source: "source-of-tags", buckets: [bucket] })

const cases: Readonly<Record<string, Case>> = {
  create: {
    made: false,
    action: "bucket.create",
    so: hasBucket,
    during: (method) => method === "PUT",
    request: ({ at, bucket }) => ["POST", at("/buckets"), { name: bucket }]
  },
  "create-with-features": {
    made: false,
    action: "bucket.create",
    so: hasBucket,
    during: (method, path) => method === "PUT" && !path.includes("tagging"),
    request: ({ at, bucket }) => [
      "POST",
      at("/bucket-creations"),
      { name: bucket, features: { tags: { tags: [{ key: "a", value: "b" }] } } }
    ]
  },
  delete: {
    made: true,
    action: "bucket.delete",
    so: (scene) => not(hasBucket(scene)),
    during: (method) => method === "DELETE",
    request: ({ at, bucket }) => ["DELETE", at(`/buckets/${bucket}`)]
  },
  quarantine: {
    made: true,
    action: "bucket.quarantine",
    so: hasPolicy,
    during: (method, path) => method === "PUT" && path.includes("policy"),
    request: ({ at, bucket }) => ["PUT", at(`/buckets/${bucket}/quarantine`), { day }]
  },
  restore: {
    made: true,
    action: "bucket.quarantine.restore",
    so: (scene) => not(hasPolicy(scene)),
    during: (method, path) => method === "DELETE" && path.includes("policy"),
    before: async ({ at, browser, bucket }) =>
      (await browser.send("PUT", at(`/buckets/${bucket}/quarantine`), { day })).body,
    request: ({ at, bucket }) => ["DELETE", at(`/buckets/${bucket}/quarantine`)]
  },
  undo: {
    made: true,
    action: "bucket.cors.update",
    so: (scene) => not(hasCors(scene)),
    during: (method, path) => method === "DELETE" && path.includes("cors"),
    before: saved,
    request: ({ at, bucket }, { change_id }) => ["POST", at(`/buckets/${bucket}/history/${change_id}/undo`)]
  },
  empty: {
    made: true,
    action: "bucket_emptying.start",
    during: (method, path) => method === "GET" && path.includes("versioning"),
    so: ({ bucket: Bucket, client }) =>
      client.send(new ListObjectsV2Command({ Bucket })).then(({ KeyCount }) => KeyCount === 0),
    before: ({ bucket: Bucket, client }) =>
      client.send(new PutObjectCommand({ Bucket, Key: "k", Body: "x" })).then(() => ({})),
    request: ({ at, bucket }) => ["POST", at(`/buckets/${bucket}/emptying`), {}]
  },
  copy: {
    made: true,
    alone: true,
    action: "feature_copy.start",
    so: hasTags,
    during: (method, path) => method === "GET" && path.includes("tagging"),
    before: async (scene) => (await scene.browser.post(scene.at("/feature-copies/plan"), copied(scene))).body,
    request: (scene, { plan_hash }) => ["POST", scene.at("/feature-copies"), { ...copied(scene), plan_hash }]
  },
  "policy-tests": {
    made: true,
    action: "bucket.policy_tests.update",
    during: (method, path) => method === "GET" && path.includes("policy"),
    so: async ({ at, browser, bucket }) =>
      (await browser.get(at(`/buckets/${bucket}/policy-tests`))).body["version"] > 0,
    request: ({ at, bucket }) => [
      "PUT",
      at(`/buckets/${bucket}/policy-tests`),
      {
        version: 0,
        tests: [
          {
            name: "t",
            caller_allowed: false,
            expected: "deny",
            request: { principal: { kind: "anonymous" }, action: "s3:GetObject", key: "k", context: {} }
          }
        ]
      }
    ]
  }
}
const ends = ["pass", "cut"] as const
const tried = Object.entries(cases).flatMap(([name, one]) =>
  ends
    .filter((end) => one.alone !== true || end === "pass")
    .map((end) => ({ ...one, name, end, bucket: `${name}-${end}` }))
)

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })(
  "a caller of the Manager who hangs up in the middle of a change",
  (it) => {
    it.effect(
      "leaves nothing that the gateway has and the audit log does not tell, nor the other way round",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { place } = yield* sandboxPlace
          const proxy = yield* gatewayProxy(place.url)
          const { browser, client, contextId } = yield* managedAccount(place, proxy.url)
          const at = (path: string) => `/api/manager${path}?context_id=${contextId}`
          const sceneOf = (bucket: string): Scene => ({ browser, client, at, bucket })
          yield* Effect.promise(async () => {
            await client.send(new CreateBucketCommand({ Bucket: "source-of-tags" }))
            await client.send(
              new PutBucketTaggingCommand({ Bucket: "source-of-tags", Tagging: { TagSet: [{ Key: "a", Value: "b" }] } })
            )
          })
          const known = yield* Effect.forEach(
            tried,
            ({ before, bucket, made }) =>
              Effect.promise(async () => {
                if (made) await client.send(new CreateBucketCommand({ Bucket: bucket }))
                return (await before?.(sceneOf(bucket))) ?? {}
              }),
            { concurrency: 4 }
          )
          const earlier = yield* sql<{ id: number }>`select coalesce(max(id), 0)::int as id from audit_logs`

          let gone = Promise.withResolvers<void>()
          const first = new Set<string>()
          proxy.set((method, path) => {
            const one = tried.find(
              ({ bucket }) => path.startsWith(`/${bucket}?`) || path === `/${bucket}` || path.startsWith(`/${bucket}/`)
            )
            if (one === undefined || first.has(one.bucket) || !one.during(method, path)) return "pass"
            first.add(one.bucket)
            return { until: gone.promise, next: one.end }
          })
          yield* Effect.forEach(
            Arr.chunksOf(
              tried.map((one, index) => ({ one, index })),
              6
            ),
            (group) =>
              Effect.gen(function* () {
                gone = Promise.withResolvers<void>()
                yield* Effect.forEach(
                  group,
                  ({ index, one }) =>
                    Effect.gen(function* () {
                      const caller = new AbortController()
                      const [method, path, body] = one.request(sceneOf(one.bucket), known[index]!)
                      const answer = browser.send(method, path, body, {}, caller.signal).catch(() => null)
                      yield* Effect.repeat(Effect.sleep("10 millis"), { until: () => first.has(one.bucket) })
                      caller.abort()
                      yield* Effect.promise(() => answer)
                    }),
                  { concurrency: "unbounded", discard: true }
                )
                gone.resolve()
              }),
            { discard: true }
          )

          const quiet = sql<{ n: number }>`
      select ((select count(*) from gateway_intents where outcome is null) + (select count(*) from work_runs
        where state in ('queued', 'running')))::int as n`
          yield* Effect.gen(function* () {
            yield* sql`update gateway_intents set look_at = now() where outcome is null`
            yield* Effect.promise(() =>
              browser.send("POST", "/api/internal/gateway-changes/reconcile", undefined, {
                "x-internal-token": internalToken
              })
            )
            return yield* quiet
          }).pipe(Effect.delay("250 millis"), Effect.repeat({ until: ([row]) => row?.n === 0 }))

          const rows = yield* sql<{ action: string; bucket: string; status: string }>`
      select action, coalesce(entity_id, '') || ' ' || coalesce(entity_label, '') || ' ' || coalesce(metadata::text,
        '') as bucket, status from audit_logs where id > ${earlier[0]!.id} order by id`
          const wrong: Array<string> = []
          for (const { action, alone, bucket, so } of tried) {
            const told = rows
              .filter((row) => row.action === action && (alone === true || row.bucket.includes(bucket)))
              .map(({ status }) => status)
            const is = yield* Effect.promise(() => so(sceneOf(bucket)))
            if (
              told.includes("success") !== is ||
              told.filter((status) => status === "success").length > 1 ||
              told.includes("unknown")
            )
              wrong.push(`${bucket}: ${is ? "it is so" : "it is not so"}, told: ${told.join(", ")}`)
          }
          assert.deepStrictEqual(wrong, [], JSON.stringify(rows))
          for (const bucket of ["create-cut", "delete-cut", "quarantine-cut", "restore-cut", "undo-cut"]) {
            const { action } = tried.find((one) => one.bucket === bucket)!
            assert.deepStrictEqual(
              rows.filter((row) => row.action === action && row.bucket.includes(bucket)).map(({ status }) => status),
              ["failure"],
              bucket
            )
          }
        }).pipe(Effect.scoped),
      { timeout: 180_000 }
    )
  }
)
