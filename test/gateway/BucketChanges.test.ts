import {
  CreateBucketCommand,
  DeleteBucketCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketPolicyCommand,
  GetBucketTaggingCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketTaggingCommand,
  S3Client
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { gatewayProxy } from "../support/GatewayProxy.ts"
import { managedAccount, type Place, places } from "../support/managedAccount.ts"
import { realGateway } from "../support/RealGateway.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"

const rule = (id: string, days: number) => ({
  id,
  enabled: true,
  filter: { prefix: "tmp/", tags: [], size_greater_than: null, size_less_than: null },
  expiration: { days },
  noncurrent_expiration: null,
  transitions: [],
  noncurrent_transitions: [],
  abort_multipart: null
})

const unique = (head: string) => `${head}${crypto.randomUUID().slice(0, 8)}`

type Answer = Record<string, any>

const scene = Effect.fnUntraced(function* (place: Effect.Effect<Place, any, any>, isProxied = false) {
  const gateway = (yield* place) as Place
  const proxy = yield* gatewayProxy(gateway.url)
  // T1: a proxy cannot relay how RGW answers for a missing public access block
  const managed = yield* managedAccount(gateway, isProxied ? proxy.url : gateway.url)
  const { browser, client, endpoint, person } = managed
  const sql = yield* SqlClient.SqlClient
  const setPrivileges = (names: string) =>
    Effect.asVoid(sql`update ui_users set privileges = ${names}::text[] where id = ${person.user.id}`)
  yield* setPrivileges("{cluster_admin,storage_ops}")
  const asks = (root: string) => {
    const send = (method: string, path: string, body?: unknown) =>
      Effect.map(
        Effect.promise(() => browser.send(method, `${root}${path}`, body)),
        ({ body, status, text }): Answer => ({ ...body, status, text })
      )
    const ok = (method: string, path: string, body?: unknown) =>
      Effect.map(send(method, path, body), (answer) => {
        assert.isBelow(answer["status"], 300, answer["text"])
        return answer
      })
    return {
      send,
      ok,
      rows: (names: ReadonlyArray<string>) =>
        Effect.andThen(
          ok("POST", "/buckets/cache/refresh"),
          ok("POST", "/buckets/query", {
            advanced_filter: { rules: [{ field: "name", op: "in", value: names }] },
            page_size: 200
          }).pipe(
            Effect.repeat({
              until: ({ items }) =>
                names.every((name) => items.some((row: Answer) => row["name"] === name && row["stats_available"])),
              schedule: Schedule.spaced("100 millis")
            }),
            Effect.map(({ items }): ReadonlyArray<Answer> => items)
          )
        ),
      start: (body: Answer) =>
        Effect.gen(function* () {
          const plan = yield* ok("POST", "/bucket-changes/plan", body)
          assert.isAbove(plan["total"], 0, plan["text"])
          return yield* ok("POST", "/bucket-changes", { ...body, plan_hash: plan["plan_hash"] })
        }),
      ended: (id: number) =>
        ok("GET", `/work/${id}`).pipe(
          Effect.repeat({
            until: ({ state }) => /^(completed|rolled_back|canceled)/.test(state),
            schedule: Schedule.spaced("100 millis")
          }),
          Effect.andThen((run) => Effect.map(ok("GET", `/work/${id}/items`), ({ items }) => ({ ...run, items })))
        ) as Effect.Effect<Answer>
    }
  }
  const create = (count: number) =>
    Effect.promise(() =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const Bucket = unique("bulk")
          await client.send(new CreateBucketCommand({ Bucket }))
          return Bucket
        })
      )
    )
  const tagsOf = (Bucket: string, s3: S3Client = client) =>
    Effect.promise(() =>
      s3.send(new GetBucketTaggingCommand({ Bucket })).then(
        ({ TagSet = [] }) => TagSet.map(({ Key, Value }) => `${Key}=${Value}`).sort(),
        (error: Error) => [error.name]
      )
    )
  const tag = (Bucket: string, Key: string, Value: string) =>
    Effect.promise(() => client.send(new PutBucketTaggingCommand({ Bucket, Tagging: { TagSet: [{ Key, Value }] } })))
  return {
    ...managed,
    gateway,
    proxy,
    sql,
    setPrivileges,
    create,
    tag,
    tagsOf,
    ops: asks("/api/storage-ops"),
    cluster: asks(`/api/cluster-admin/endpoints/${endpoint.id}`)
  }
})

for (const { lack, name, place } of places) {
  const isReal = name === "real RGW"
  requirement(name, lack)(`bulk changes of buckets on the ${name}`, () => {
    layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      it.effect("in Storage Ops change, leave out, and put back tags of all buckets that match", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { client, contextId, create, ops, sql, tag, tagsOf } = yield* scene(place, true)
            const [one, two, same, vanishing] = (yield* create(4)) as [string, string, string, string]
            yield* tag(one, "old", "x")
            yield* tag(two, "team", "web")
            yield* tag(same, "team", "db")
            yield* ops.rows([one, two, same, vanishing])
            const query = {
              advanced_filter: { rules: [{ field: "name", op: "in", value: [one, two, same, vanishing] }] }
            }
            const body = {
              selection: { query },
              change: { kind: "tags", set: [{ key: "team", value: "db" }], remove: ["none"] }
            }
            const plan = yield* ops.ok("POST", "/bucket-changes/plan", body)
            assert.strictEqual(plan["total"], 3)
            assert.deepInclude(
              plan["sample"].map(({ after, before, detail }: Answer) => [before, after, detail]),
              ["old=x", "old=x, team=db", "adds team"]
            )
            assert.deepStrictEqual(
              plan["left_out"].map(({ label, reason }: Answer) => [label.endsWith(same), reason]),
              [[true, "It is the same already"]]
            )

            yield* tag(two, "team", "other")
            const stale = yield* ops.send("POST", "/bucket-changes", { ...body, plan_hash: plan["plan_hash"] })
            assert.deepStrictEqual([stale["status"], stale["code"]], [409, "stale_plan"])

            yield* Effect.promise(() => client.send(new DeleteBucketCommand({ Bucket: vanishing })))
            const again = yield* ops.ok("POST", "/bucket-changes/plan", body)
            assert.strictEqual(again["total"], 2)
            assert.include(
              again["left_out"].map(({ reason }: Answer) => reason),
              "It could not be read: The gateway has no such bucket"
            )
            const run = yield* ops.start(body)
            const done = yield* ops.ended(run["id"])
            assert.strictEqual(done["state"], "completed", JSON.stringify(done["items"]))
            assert.deepStrictEqual([yield* tagsOf(one), yield* tagsOf(two)], [["old=x", "team=db"], ["team=db"]])
            const history = yield* sql<{ origin: string }>`
              select origin from feature_changes where bucket = ${one} order by id desc`
            assert.deepStrictEqual(
              history.map(({ origin }) => origin),
              ["bulk"]
            )
            const entries = yield* sql<{ scope: string }>`
              select scope from audit_logs where action = 'bucket.tags.update' and entity_id = ${one}`
            assert.deepStrictEqual(
              entries.map(({ scope }) => scope),
              ["storage-ops"]
            )

            const report = (yield* ops.ok("GET", `/work/${run["id"]}/report`))["text"].trimEnd().split("\r\n")
            assert.match(report[0], /^ordinal,label,detail,before,after,state,/)
            const lines = new RegExp(`^[12],[^,]+: (${one}|${two}),(adds|sets) team,.*,completed,1,`)
            assert.strictEqual(report.filter((line: string) => lines.test(line)).length, 2, report.join("\n"))
            const { items, run: reported } = yield* ops.ok("GET", `/work/${run["id"]}/report?format=json`)
            assert.strictEqual(reported["id"], run["id"])
            assert.deepStrictEqual(items, done["items"])
            const unknown = yield* ops.send("GET", "/work/999999/report")
            assert.strictEqual(unknown["status"], 404)

            yield* ops.ok("POST", `/work/${run["id"]}/undo`)
            assert.strictEqual((yield* ops.ended(run["id"]))["state"], "rolled_back")
            assert.deepStrictEqual([yield* tagsOf(one), yield* tagsOf(two)], [["old=x"], ["team=other"]])
            assert.strictEqual(
              (yield* ops.ok("POST", "/bucket-changes/plan", {
                ...body,
                selection: { ids: [`${contextId}::nowhere`] }
              }))["left_out"][0].label,
              `${contextId}::nowhere`
            )
          })
        )
      )

      it.effect("of a golden template change exactly the buckets that its drift says differ", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { client, cluster, create, tag } = yield* scene(place, true)
            const names = (yield* create(4)) as [string, string, string, string]
            const [bare, tagged, whole, twice] = names
            const statement = {
              Sid: "team",
              Effect: "Deny",
              Principal: "*",
              Action: "s3:PutBucketWebsite",
              Resource: "arn:aws:s3:::BUCKET"
            }
            const settings = [
              { kind: "versioning", value: { status: "enabled" } },
              { kind: "tags", set: [{ key: "team", value: "db" }], remove: ["draft"] },
              { kind: "lifecycle", set: [rule("tmp", 7)], remove: [] },
              { kind: "policy", set: [statement], remove: [] }
            ]
            yield* tag(tagged, "team", "db")
            yield* tag(twice, "draft", "x")
            const query = { rules: [{ field: "name", op: "in", value: names }] }
            const ids = new Map((yield* cluster.rows(names)).map(({ id, name }) => [name, id]))
            const first = yield* cluster.start({
              selection: { ids: [ids.get(whole)] },
              change: { kind: "settings", settings }
            })
            assert.strictEqual((yield* cluster.ended(first["id"]))["state"], "completed")
            yield* Effect.promise(() =>
              client.send(
                new PutBucketLifecycleConfigurationCommand({
                  Bucket: tagged,
                  LifecycleConfiguration: {
                    Rules: [{ ID: "keep", Status: "Enabled", Filter: { Prefix: "a/" }, Expiration: { Days: 30 } }]
                  }
                })
              )
            )
            yield* cluster.rows(names)
            const template = yield* cluster.ok("POST", "/golden-templates", {
              name: unique("template"),
              filter: query,
              settings
            })
            const path = `/golden-templates/${template["id"]}`
            const drift = (state: string) =>
              Effect.map(
                cluster.ok("GET", `${path}/drift?page_size=200&state=${state}`),
                ({ items }): Answer[] => items
              )
            const compareAll = Effect.repeat(drift("unknown"), {
              until: (rows) => rows.length === 0,
              schedule: Schedule.spaced("50 millis")
            })
            yield* compareAll
            const differing = yield* drift("differs")
            assert.deepStrictEqual(differing.map(({ name }) => name).sort(), [bare, tagged, twice].sort())
            assert.deepStrictEqual(
              (yield* drift("agrees")).map(({ name }) => name),
              [whole]
            )
            assert.deepStrictEqual(yield* drift("unknown"), [])

            const plan = yield* cluster.ok("POST", "/bucket-changes/plan", {
              selection: { query: { advanced_filter: query } },
              change: { kind: "settings", settings }
            })
            const compared = [...differing, ...(yield* drift("agrees"))]
            const told = (state: string) =>
              compared
                .flatMap(({ name, settings: all }) =>
                  all.flatMap((one: Answer) =>
                    one["state"] === state ? [[name, one["found"], one["wanted"]].join(" | ")] : []
                  )
                )
                .sort()
            assert.deepStrictEqual(
              plan["sample"].map(({ after, before, label }: Answer) => [label, before, after].join(" | ")).sort(),
              told("differs"),
              "the plan changes what drift says differs, from what it found to what is wanted"
            )
            assert.strictEqual(plan["total"], told("differs").length)
            assert.strictEqual(
              plan["left_out"].filter(({ reason }: Answer) => reason.endsWith("It is the same already")).length,
              told("agrees").length
            )

            const selected = yield* cluster.ok("GET", `${path}/differing`)
            assert.deepStrictEqual(
              [...selected["ids"]].sort(),
              [bare, tagged, twice].map((name) => ids.get(name)).sort()
            )
            const run = yield* cluster.start({
              selection: { ids: selected["ids"] },
              change: { kind: "settings", settings }
            })
            const done = yield* cluster.ended(run["id"])
            assert.strictEqual(done["state"], "completed", JSON.stringify(done["items"]))
            yield* cluster.rows(names)
            yield* compareAll
            const after = yield* drift("agrees,differs,unknown")
            assert.deepStrictEqual(
              after.map(({ state }) => state),
              ["agrees", "agrees", "agrees", "agrees"],
              JSON.stringify(after)
            )
            const draft = yield* cluster.ok(
              "GET",
              `/golden-template-draft?${new URLSearchParams({ bucket_id: ids.get(whole) ?? "" })}`
            )
            assert.deepStrictEqual(
              draft["settings"].map(({ kind }: Answer) => kind),
              ["versioning", "lifecycle", "policy", "tags"]
            )
            assert.include(JSON.stringify(draft["settings"]), "arn:aws:s3:::BUCKET")
            yield* cluster.ok("DELETE", path)
          })
        )
      )

      it.effect("in Cluster Admin reach buckets of owners that are not registered, with a key in memory only", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { client, cluster, create, gateway, sql } = yield* scene(place)
            const uid = unique("plain")
            const { key } = yield* cluster.ok("POST", "/users", { user_id: uid, display_name: uid })
            const owner = yield* Effect.acquireRelease(
              Effect.sync(
                () =>
                  new S3Client({
                    endpoint: gateway.url,
                    region: "default",
                    forcePathStyle: true,
                    credentials: { accessKeyId: key.access_key, secretAccessKey: key.secret_key }
                  })
              ),
              (s3) => Effect.sync(() => s3.destroy())
            )
            const [ofAccount] = (yield* create(1)) as [string]
            const ofUser = unique("bulk")
            yield* Effect.promise(async () => {
              await owner.send(new CreateBucketCommand({ Bucket: ofUser }))
              await owner.send(
                new PutBucketLifecycleConfigurationCommand({
                  Bucket: ofUser,
                  LifecycleConfiguration: {
                    Rules: [{ ID: "keep", Status: "Enabled", Filter: { Prefix: "a/" }, Expiration: { Days: 30 } }]
                  }
                })
              )
            })
            const selection = { ids: (yield* cluster.rows([ofAccount, ofUser])).map(({ id }) => id) }
            const rulesOf = (s3: S3Client, Bucket: string) =>
              Effect.promise(() =>
                s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket })).then(
                  ({ Rules = [] }) => Rules.map(({ Expiration, ID }) => `${ID} ${Expiration?.Days}`).sort(),
                  (error: Error) => [error.name]
                )
              )
            const run = yield* cluster.start({
              selection,
              change: { kind: "lifecycle", set: [rule("tmp", 7)], remove: [] }
            })
            const done = yield* cluster.ended(run["id"])
            assert.strictEqual(done["state"], "completed", JSON.stringify(done["items"]))
            assert.deepStrictEqual(yield* rulesOf(owner, ofUser), ["keep 30", "tmp 7"])
            assert.deepStrictEqual(yield* rulesOf(client, ofAccount), ["tmp 7"])
            yield* cluster.ok("POST", `/work/${run["id"]}/undo`)
            assert.strictEqual((yield* cluster.ended(run["id"]))["state"], "rolled_back")
            assert.deepStrictEqual(yield* rulesOf(owner, ofUser), ["keep 30"])

            const statement = {
              Sid: "web",
              Effect: "Allow",
              Principal: "*",
              Action: "s3:GetObject",
              Resource: "arn:aws:s3:::BUCKET/*"
            }
            const changes = [
              { kind: "quota", value: { max_size_bytes: 1_073_741_824, max_objects: 1000, enabled: true } },
              { kind: "versioning", value: { status: "enabled" } },
              { kind: "policy", set: [statement], remove: [] },
              {
                kind: "cors",
                set: [
                  {
                    id: "site",
                    allowed_origins: ["https://a.example"],
                    allowed_methods: ["GET"],
                    allowed_headers: [],
                    expose_headers: [],
                    max_age_seconds: null
                  }
                ],
                remove: []
              },
              {
                kind: "public_access_block",
                value: {
                  block_public_acls: true,
                  ignore_public_acls: false,
                  block_public_policy: false,
                  restrict_public_buckets: false
                }
              }
            ]
            for (const change of changes) {
              const changed = yield* cluster.ended((yield* cluster.start({ selection, change }))["id"])
              assert.deepInclude(changed, { state: "completed" }, JSON.stringify(changed["items"]))
              assert.strictEqual(changed["totals"].completed, 2, JSON.stringify(changed["items"]))
            }
            const policy = yield* Effect.promise(() => owner.send(new GetBucketPolicyCommand({ Bucket: ofUser })))
            assert.strictEqual(JSON.parse(policy.Policy ?? "").Statement[0].Resource, `arn:aws:s3:::${ofUser}/*`)

            const [copied] = (yield* create(1)) as [string]
            const source = (yield* cluster.rows([ofUser]))[0]!["id"]
            const target = (yield* cluster.rows([copied]))[0]!["id"]
            const copy = yield* cluster.start({
              selection: { ids: [target, source] },
              change: { kind: "copy_features", source, features: ["lifecycle", "cors", "quota"] }
            })
            assert.strictEqual((yield* cluster.ended(copy["id"]))["totals"].completed, 3)
            assert.deepStrictEqual(yield* rulesOf(client, copied), ["keep 30"])

            const [stored] = yield* sql<{ found: number }>`
              select count(*)::int as found from work_items i join work_runs r on r.id = i.run_id
              where concat(i::text, r::text) like ${`%${key.secret_key}%`}
                or concat(i::text, r::text) like ${`%${key.access_key}%`}`
            assert.strictEqual(stored?.found, 0)
          })
        )
      )

      if (isReal) {
        it.effect(
          "in Cluster Admin use a cluster S3 key that reaches all owners, else a key that is removed again",
          () =>
            Effect.scoped(
              Effect.gen(function* () {
                const { browser, cluster, endpoint, gateway, sql } = yield* scene(place, true)
                const { gateway: real } = yield* Effect.promise(() => realGateway("a"))
                assert.isDefined(real)
                const radosgwAdmin = (...args: ReadonlyArray<string>) => Effect.sync(() => real.radosgwAdmin(...args))
                const tenant = unique("t").replaceAll("-", "")
                const uid = `${tenant}$${unique("owner")}`
                const { key } = yield* cluster.ok("POST", "/users", { user_id: uid, display_name: uid })
                const bucket = unique("bulk")
                yield* Effect.promise(async () => {
                  const owner = new S3Client({
                    endpoint: gateway.url,
                    region: "default",
                    forcePathStyle: true,
                    credentials: { accessKeyId: key.access_key, secretAccessKey: key.secret_key }
                  })
                  await owner.send(new CreateBucketCommand({ Bucket: bucket }))
                  owner.destroy()
                })
                const keysOfOwner = Effect.map(
                  radosgwAdmin("user", "info", "--uid", uid),
                  (text): number => JSON.parse(text).keys.length
                )
                yield* radosgwAdmin("key", "rm", "--uid", uid, "--key-type", "s3", "--access-key", key.access_key)
                assert.strictEqual(yield* keysOfOwner, 0)
                const selection = { ids: (yield* cluster.rows([bucket])).map(({ id }) => id) }
                const tags = (value: string) => ({
                  selection,
                  change: { kind: "tags", set: [{ key: "team", value }], remove: [] }
                })
                const change = Effect.fnUntraced(function* (value: string) {
                  const run = yield* cluster.start(tags(value))
                  const ended = yield* cluster.ended(run["id"])
                  assert.deepInclude(ended, { state: "completed" }, JSON.stringify(ended["items"]))
                  return ended["items"][0]["before"] as string
                })
                const madeKeys = Effect.map(
                  sql<{ found: number }>`select count(*)::int as found from audit_logs
                  where action = 'rgw_user.temporary_key.create' and entity_label = ${uid}`,
                  ([row]) => row?.found
                )
                const before = yield* change("one")
                assert.isAbove((yield* madeKeys) ?? 0, 0)
                yield* Effect.repeat(keysOfOwner, {
                  until: (count) => count === 0,
                  schedule: Schedule.spaced("200 millis")
                })
                yield* Effect.repeat(sql`select 1 from temporary_owner_keys`, {
                  until: (rows) => rows.length === 0,
                  schedule: Schedule.spaced("200 millis")
                })

                const path = `/api/admin/storage-endpoints/${endpoint.id}/s3-key`
                const createUser = Effect.fnUntraced(function* (...flags: ReadonlyArray<string>) {
                  const name = unique("key")
                  const text = yield* radosgwAdmin("user", "create", "--uid", name, "--display-name", name, ...flags)
                  const { access_key, secret_key } = JSON.parse(text).keys[0]
                  return { access_key, secret_key }
                })
                const set = (body: Answer) =>
                  Effect.map(
                    Effect.promise(() => browser.send("PUT", path, body)),
                    ({ body, status }) =>
                      status === 200
                        ? body["key"].abilities.map((one: Answer) => `${one["ability"]} ${one["available"]}`).join(", ")
                        : `${status}`
                  )
                const plain = yield* createUser()
                assert.strictEqual(yield* set({ ...plain, secret_key: "wrong" }), "422")
                const none = "signs true, reads_any_owner false, writes_any_owner false, keeps_version_ids false"
                assert.strictEqual(yield* set(plain), none)
                assert.strictEqual(
                  yield* set(yield* createUser("--admin", "--op-mask", "read")),
                  "signs true, reads_any_owner true, writes_any_owner false, keeps_version_ids false"
                )
                assert.strictEqual(
                  yield* set(yield* createUser("--system")),
                  "signs true, reads_any_owner true, writes_any_owner true, keeps_version_ids true"
                )
                assert.strictEqual(
                  yield* set(yield* createUser("--admin")),
                  "signs true, reads_any_owner true, writes_any_owner true, keeps_version_ids false"
                )
                const made = yield* madeKeys
                assert.notStrictEqual(yield* change("two"), before)
                assert.notStrictEqual(yield* change("three"), before)
                assert.strictEqual(yield* madeKeys, made)
                assert.strictEqual(yield* keysOfOwner, 0)
              })
            ),
          120_000
        )
        return
      }

      it.effect("list each of more changes than a plan of other work shows", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { contextId, create, ops } = yield* scene(place, true)
            const buckets = yield* create(25)
            yield* ops.rows(buckets)
            const plan = yield* ops.ok("POST", "/bucket-changes/plan", {
              selection: { ids: buckets.map((bucket) => `${contextId}::${bucket}`) },
              change: { kind: "tags", set: [{ key: "team", value: "db" }], remove: [] }
            })
            assert.strictEqual(plan["total"], 25)
            assert.deepStrictEqual(
              plan["sample"].map(({ label }: Answer) => label.split(": ")[1]).sort(),
              buckets.toSorted()
            )
          })
        )
      )

      it.effect("of two operators on one bucket let one change it, and fail the other as stale", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { cluster, contextId, create, ops, proxy, tagsOf } = yield* scene(place, true)
            const [bucket] = (yield* create(1)) as [string]
            yield* ops.rows([bucket])
            const [row] = yield* cluster.rows([bucket])
            const pass = Promise.withResolvers<void>()
            proxy.set((method, path) =>
              method === "PUT" && path.includes("tagging") ? { until: pass.promise } : "pass"
            )
            const change = (value: string) => ({ kind: "tags", set: [{ key: "team", value }], remove: [] })
            const one = yield* ops.start({ selection: { ids: [`${contextId}::${bucket}`] }, change: change("ops") })
            yield* Effect.repeat(
              Effect.sync(() => proxy.held.length),
              { until: (held) => held > 0, schedule: Schedule.spaced("50 millis") }
            )
            const other = yield* cluster.start({ selection: { ids: [row?.["id"]] }, change: change("cluster") })
            pass.resolve()
            const [first, second] = [yield* ops.ended(one["id"]), yield* cluster.ended(other["id"])]
            assert.strictEqual(first["state"], "completed", JSON.stringify(first["items"]))
            assert.strictEqual(second["items"][0].problem?.code, "stale_plan", JSON.stringify(second["items"]))
            assert.deepStrictEqual(yield* tagsOf(bucket), ["team=ops"])
            yield* cluster.ended(
              (yield* cluster.start({ selection: { ids: [row?.["id"]] }, change: change("later") }))["id"]
            )
            yield* ops.ok("POST", `/work/${one["id"]}/undo`)
            yield* ops.ok("GET", `/work/${one["id"]}`).pipe(
              Effect.repeat({
                until: ({ direction, state }) => direction === "back" && /^(completed|rolled_back)/.test(state),
                schedule: Schedule.spaced("100 millis")
              })
            )
            assert.deepStrictEqual(yield* tagsOf(bucket), ["team=later"])
          })
        )
      )

      it.effect("stop for buckets whose turn comes after the person lost the workspace", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { contextId, create, ops, proxy, setPrivileges, sql, tagsOf } = yield* scene(place, true)
            const buckets = yield* create(12)
            yield* ops.rows(buckets)
            const pass = Promise.withResolvers<void>()
            proxy.set((method, path) =>
              method === "PUT" && path.includes("tagging") ? { until: pass.promise } : "pass"
            )
            const run = yield* ops.start({
              selection: { ids: buckets.map((bucket) => `${contextId}::${bucket}`) },
              change: { kind: "tags", set: [{ key: "team", value: "db" }], remove: [] }
            })
            yield* Effect.repeat(
              Effect.sync(() => proxy.held.length),
              { until: (held) => held > 0, schedule: Schedule.spaced("50 millis") }
            )
            yield* setPrivileges("{}")
            assert.strictEqual((yield* ops.send("GET", `/work/${run["id"]}`))["status"], 403)
            // a right that was checked holds for 100 ms
            yield* Effect.sleep("150 millis")
            pass.resolve()
            const items = yield* sql<{ state: string; code: string | null }>`
              select i.state, i.problem ->> 'code' as code from work_items i join work_runs r on r.id = i.run_id
              where r.id = ${run["id"]} and r.ended_at is not null`.pipe(
              Effect.repeat({ until: (rows) => rows.length > 0, schedule: Schedule.spaced("100 millis") })
            )
            const failed = items.filter(({ state }) => state === "failed")
            assert.isAtLeast(failed.length, 4)
            assert.deepStrictEqual([...new Set(failed.map(({ code }) => code))], ["workspace_unavailable"])
            const tagged = yield* Effect.forEach(buckets, (bucket) => tagsOf(bucket))
            assert.strictEqual(
              tagged.filter(([first]) => first === "team=db").length,
              items.filter(({ state }) => state === "completed").length
            )
          })
        )
      )
    })
  })
}
