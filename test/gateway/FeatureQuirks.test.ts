import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { featureNames } from "#domain/buckets/features/FeatureName.ts"
import { SqlClient } from "effect/sql"
import { raw } from "../layers/sandbox/support.ts"
import { boto3, boto3Lack } from "../support/boto3.ts"
import { gatewayProxy } from "../support/GatewayProxy.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"
import { adminGateways, unique } from "./contract/adminGateway.ts"
import { loggingPolicy } from "./featureContracts.ts"
import { type ManagerScene, managerScene, ok } from "./managerScene.ts"
import { managerOn } from "./objects/copyScene.ts"

type LifecycleClient = Pick<ManagerScene, "key" | "target">

const rawLifecycle =
  ({ key, target }: LifecycleClient) =>
  (method: string, bucket: string, body?: string) =>
    raw({ url: target.url, region: "default" } as never, key, {
      method,
      target: `/${bucket}?lifecycle`,
      ...(body === undefined ? {} : { body })
    })

const putArchiveRule = (client: LifecycleClient, bucket: string, id = "zone") =>
  Effect.map(
    rawLifecycle(client)(
      "PUT",
      bucket,
      `<LifecycleConfiguration><Rule><ID>${id}</ID><Filter><ArchiveZone/></Filter><Status>Enabled</Status>` +
        "<Expiration><Days>3</Days></Expiration></Rule></LifecycleConfiguration>"
    ),
    ({ status, text }) => assert.strictEqual(status, 200, text)
  )

for (const gateway of await adminGateways()) {
  requirement(gateway.name === "sandbox" ? "boto3" : `boto3 and ${gateway.name}`, gateway.lack ?? boto3Lack())(
    `what is odd of features on ${gateway.name}`,
    () => {
      layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
        excludeTestServices: true,
        timeout: "120 seconds"
      })((it) => {
        it.effect("S3: what is not configured is not set, with nothing wrong", () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { ask, bucket } = yield* managerScene(gateway)
              const items: ReadonlyArray<any> = ok(yield* ask("GET", `/buckets/${yield* bucket()}/features`))["items"]
              assert.deepStrictEqual(
                items.map(({ feature }) => feature),
                [...featureNames]
              )
              assert.deepStrictEqual(
                items
                  .filter(({ problem, value }) => problem !== null || value !== null)
                  .map(({ feature, summary }) => [feature, summary]),
                [["acl", "Private"]]
              )
            })
          )
        )

        it.effect("S6: AES256 is taken and warned of, since every upload is refused then", () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { ask, bucket, key, target } = yield* managerScene(gateway)
              const name = yield* bucket()
              const path = `/buckets/${name}/features/encryption`
              const value = { algorithm: "AES256", kms_key_id: null, bucket_key_enabled: null }
              const { reading } = ok(
                yield* ask("PUT", path, { value, version: ok(yield* ask("GET", path))["version"] })
              )
              assert.match(reading.warnings.join(), /refuses every upload/)
              const [upload] = yield* boto3({ url: target.url, ...key }, "s3", [
                ["put_object", { Bucket: name, Key: "k", Body: "x" }]
              ])
              assert.deepStrictEqual(upload, { error: "InvalidArgument" })
            })
          )
        )

        it.effect(
          "S15: who may not ask across origins is refused by the gateway, as the rules that were saved say",
          () =>
            Effect.scoped(
              Effect.gen(function* () {
                const { ask, bucket, target } = yield* managerScene(gateway)
                const name = yield* bucket()
                const path = `/buckets/${name}/features/cors`
                const rule = {
                  id: null,
                  allowed_origins: ["https://a.test"],
                  allowed_methods: ["GET"],
                  allowed_headers: [],
                  expose_headers: [],
                  max_age_seconds: null
                }
                ok(
                  yield* ask("PUT", path, { value: { rules: [rule] }, version: ok(yield* ask("GET", path))["version"] })
                )
                const preflight = (origin: string, method: string) =>
                  Effect.promise(() =>
                    fetch(`${target.url}/${name}/k`, {
                      method: "OPTIONS",
                      headers: { origin, "access-control-request-method": method }
                    }).then(async (answer) => [answer.status, /AccessDenied/.test(await answer.text())])
                  )
                assert.deepStrictEqual(yield* preflight("https://a.test", "GET"), [200, false])
                for (const [origin, method] of [
                  ["https://b.test", "GET"],
                  ["https://a.test", "PUT"]
                ] as const)
                  assert.deepStrictEqual(yield* preflight(origin, method), [403, true], `${origin} ${method}`)
              })
            )
        )

        it.effect(
          "A15: a quota is set with the uid of the bucket's own account, though any " +
            "uid would do, and on no other bucket",
          () =>
            Effect.scoped(
              Effect.gen(function* () {
                const inner = yield* gateway.scene
                const proxy = yield* gatewayProxy(inner.target.url)
                const { ask, bucket, rgwAccountId } = yield* managerScene({
                  ...gateway,
                  scene: Effect.succeed({ ...inner, target: { ...inner.target, url: proxy.url } })
                })
                const [one, other] = [yield* bucket(), yield* bucket()]
                const sent: Array<string> = []
                proxy.set((method, path) => {
                  if (method === "PUT" && path.startsWith("/admin/bucket")) sent.push(path)
                  return "pass"
                })
                const path = `/buckets/${one}/features/quota`
                ok(
                  yield* ask("PUT", path, {
                    value: { max_size_bytes: null, max_objects: 5, enabled: true },
                    version: ok(yield* ask("GET", path))["version"]
                  })
                )
                assert.lengthOf(sent, 1)
                const sql = yield* SqlClient.SqlClient
                const [account] = yield* sql<{
                  rgw_user_uid: string
                }>`select rgw_user_uid from rgw_accounts where rgw_account_id = ${rgwAccountId}`
                const query = new URL(sent[0] ?? "", inner.target.url).searchParams
                // Admin Ops decodes twice
                assert.deepStrictEqual(
                  [decodeURIComponent(query.get("uid") ?? ""), query.get("bucket")],
                  [account?.rgw_user_uid, one]
                )
                assert.deepInclude(ok(yield* ask("GET", path))["value"], { max_objects: 5, enabled: true })
                assert.isNull(ok(yield* ask("GET", `/buckets/${other}/features/quota`))["value"])
              })
            )
        )

        it.effect(
          "A15: the quota of a tenant's bucket is set and read, beside a bucket of that name without a tenant",
          () =>
            Effect.scoped(
              Effect.gen(function* () {
                const { admin, ask, bucket, browser, contextId } = yield* managerScene(gateway)
                const { user } = ok(yield* admin("GET", "/auth/session")) as any
                const sql = yield* SqlClient.SqlClient
                const [{ endpoint = 0 } = {}] = yield* sql<{
                  endpoint: number
                }>`select storage_endpoint_id as endpoint from rgw_accounts where id = ${Number(contextId)}`
                const tenant = unique("t").replaceAll("-", "")
                yield* sql`update ui_users set privileges = array['cluster_admin'] where id = ${user.id}`
                const created = ok(
                  yield* admin("POST", `/cluster-admin/endpoints/${endpoint}/users`, {
                    user_id: `${tenant}$ann`,
                    display_name: "Ann"
                  })
                )
                assert.strictEqual(created["user"].rgw_user_uid, `${tenant}$ann`)
                const registered = ok(
                  yield* admin("POST", "/admin/s3-users/import", {
                    rgw_user_uid: `${tenant}$ann`,
                    storage_endpoint_id: endpoint,
                    user_links: [
                      {
                        user_id: user.id,
                        manager_role: "account_administrator",
                        allow_manager_browser_data_access: true
                      }
                    ]
                  })
                )
                const inTenant = (method: string, path: string, body?: unknown) =>
                  Effect.promise(() =>
                    browser.send(method, `/api/manager${path}?context_id=s3u-${registered["id"]}`, body)
                  )
                const name = yield* bucket()
                ok(yield* inTenant("POST", "/buckets", { name }))
                const path = `/buckets/${name}/features/quota`
                const { version } = ok(yield* inTenant("GET", path))
                const value = { max_size_bytes: null, max_objects: 5, enabled: true }
                ok(yield* inTenant("PUT", path, { value, version }))
                assert.deepInclude(ok(yield* inTenant("GET", path))["value"], { max_objects: 5, enabled: true })
                assert.isNull(ok(yield* ask("GET", path))["value"])
              })
            )
        )

        it.effect(
          "N3: a notification that tells another topic under its id leaves nothing of the old one, whichever " +
            "name comes first",
          () =>
            Effect.scoped(
              Effect.gen(function* () {
                const { ask, bucket, key, target } = yield* managerScene(gateway)
                const name = yield* bucket()
                const made = yield* boto3({ url: target.url, ...key }, "sns", [
                  ["create_topic", { Name: unique("a") }],
                  ["create_topic", { Name: unique("z") }]
                ])
                const topics: ReadonlyArray<string> = made.map(({ answer }: any) => answer.TopicArn)
                const path = `/buckets/${name}/features/notifications`
                const put = Effect.fnUntraced(function* (target: string, prefix: string | null) {
                  const value = {
                    notifications: [
                      {
                        id: "n",
                        type: "topic",
                        target,
                        events: ["s3:ObjectCreated:*"],
                        prefix,
                        suffix: null,
                        regex: null,
                        metadata: [],
                        tags: []
                      }
                    ]
                  }
                  const saved = ok(yield* ask("PUT", path, { value, version: ok(yield* ask("GET", path))["version"] }))
                  assert.deepStrictEqual(saved["reading"].value, value)
                })
                for (const [at, prefix] of [
                  [0, null],
                  [1, null],
                  [0, null],
                  [1, "x/"],
                  [1, null]
                ] as const)
                  yield* put(topics[at] ?? "", prefix)
              })
            )
        )

        it.effect("a refusal names what is gone, or what stands in the way, and the way out", () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { ask, bucket, rgwAccountId } = yield* managerScene(gateway)
              const [name, locked] = [yield* bucket(), yield* bucket({ object_lock: true })]
              const topic = `arn:aws:sns:default:${rgwAccountId}:gone`
              const refusal = Effect.fnUntraced(function* (feature: string, value: object, of = name) {
                const path = `/buckets/${of}/features/${feature}`
                const answer = yield* ask("PUT", path, { value, version: ok(yield* ask("GET", path))["version"] })
                assert.isAtLeast(answer.status, 400, answer.text)
                return `${answer.status} ${answer.text}`
              })
              const told = yield* refusal("notifications", {
                notifications: [
                  {
                    id: "n",
                    type: "topic",
                    target: topic,
                    events: ["s3:ObjectCreated:*"],
                    prefix: null,
                    suffix: null,
                    regex: null,
                    metadata: [],
                    tags: []
                  }
                ]
              })
              assert.include(told, `The topic ${topic} does not exist on the gateway`)
              const { grants } = ok(yield* ask("GET", `/buckets/${name}/features/acl`))["value"]
              const grant = (type: string, grantee: string) => ({
                grants: [...grants, { type, grantee, display_name: null, permission: "READ" }]
              })
              assert.match(yield* refusal("acl", grant("user", "nobody-here")), /grantees? .*nobody-here/)
              assert.match(
                yield* refusal("acl", grant("email", "no@where.test")),
                /The address no@where\.test belongs to no user/
              )
              const log = {
                target_bucket: "no-such-target",
                target_prefix: "",
                key_format: null,
                partition_date_source: null,
                logging_type: null,
                object_roll_time_seconds: null,
                records_batch_size: null
              }
              assert.match(yield* refusal("logging", log), /The target bucket no-such-target does not exist/)
              assert.match(yield* refusal("versioning", { status: "suspended" }, locked), /^409 .*object lock is on/)
              assert.match(
                yield* refusal("object_lock", { default_retention: null }),
                /^409 .*object lock needs versioning/
              )
            })
          )
        )

        it.effect("S16: two tags with one key, which the gateway keeps, are shown, and stop no other edit", () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { ask, bucket, key, target } = yield* managerScene(gateway)
              const name = yield* bucket()
              const [put] = yield* boto3({ url: target.url, ...key }, "s3", [
                [
                  "put_bucket_tagging",
                  {
                    Bucket: name,
                    Tagging: {
                      TagSet: [
                        { Key: "a", Value: "1" },
                        { Key: "a", Value: "2" }
                      ]
                    }
                  }
                ]
              ])
              assert.notProperty(put, "error")
              const path = `/buckets/${name}/features/tags`
              const { value, version } = ok(yield* ask("GET", path))
              assert.deepStrictEqual(value, {
                tags: [
                  { key: "a", value: "1" },
                  { key: "a", value: "2" }
                ]
              })
              const third = yield* ask("PUT", path, {
                value: { tags: [...value.tags, { key: "a", value: "3" }] },
                version
              })
              assert.deepStrictEqual(
                third.body["errors"].map(({ path }: any) => path.join(".")),
                ["payload.value.tags.2.key"]
              )
              const more = { tags: [...value.tags, { key: "b", value: "" }] }
              const { reading } = ok(yield* ask("PUT", path, { value: more, version }))
              assert.deepStrictEqual(reading.value, more)
              assert.deepStrictEqual(
                ok(yield* ask("PUT", path, { value: { tags: more.tags.slice(1) }, version: reading.version }))[
                  "reading"
                ].value,
                { tags: more.tags.slice(1) }
              )
            })
          )
        )

        it.effect(
          "a lifecycle rule for archive zones stays one in an edit of several fields, in a copy to another " +
            "bucket and in a bucket made like it",
          () =>
            Effect.scoped(
              Effect.gen(function* () {
                const { ask, bucket, contextId, admin, key, target } = yield* managerScene(gateway)
                const [name, other] = [yield* bucket(), yield* bucket()]
                const send = rawLifecycle({ key, target })
                yield* putArchiveRule({ key, target }, name)
                const path = `/buckets/${name}/features/lifecycle`
                const { unknown_parts, value, version } = ok(yield* ask("GET", path))
                assert.deepStrictEqual(unknown_parts, ["Rule/Filter/ArchiveZone"])
                const [rule] = value.rules
                const edited = {
                  rules: [{ ...rule, expiration: { days: 9 }, filter: { ...rule.filter, prefix: "old/" } }]
                }
                assert.deepStrictEqual(ok(yield* ask("PUT", path, { value: edited, version }))["reading"].value, edited)
                const copy = { feature: "lifecycle", source: name, buckets: [other] }
                const plan = ok(yield* ask("POST", "/feature-copies/plan", copy))
                assert.match(plan["warnings"].join(), /Rule\/Filter\/And\/ArchiveZone/)
                const run = ok(yield* ask("POST", "/feature-copies", { ...copy, plan_hash: plan["plan_hash"] }))
                const ended = yield* Effect.repeat(Effect.map(ask("GET", `/work/${run["id"]}`), ok), {
                  schedule: Schedule.spaced("100 millis"),
                  until: ({ state }) => state !== "queued" && state !== "running"
                })
                assert.strictEqual(ended["state"], "completed")
                const like = unique("like")
                assert.strictEqual(
                  ok(
                    yield* admin("POST", `/manager/bucket-creations?context_id=${contextId}`, {
                      name: like,
                      like: name
                    })
                  )["state"],
                  "created"
                )
                for (const one of [name, other, like]) {
                  const now = yield* send("GET", one)
                  assert.match(now.text, /<And>(?=.*<Prefix>old\/<\/Prefix>).*<ArchiveZone/, one)
                  assert.include(now.text, "<Days>9</Days>")
                }
              })
            )
        )

        it.effect("an undo restores a lifecycle rule for archive zones that an edit changed or removed", () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { ask, bucket, key, target } = yield* managerScene(gateway)
              const name = yield* bucket()
              yield* putArchiveRule({ key, target }, name)
              const path = `/buckets/${name}/features/lifecycle`
              const { value } = ok(yield* ask("GET", path))
              for (const edited of [{ rules: [{ ...value.rules[0], expiration: { days: 9 } }] }, null]) {
                const { version } = ok(yield* ask("GET", path))
                const { change_id } = ok(yield* ask("PUT", path, { value: edited, version }))
                assert.deepStrictEqual(ok(yield* ask("GET", path))["value"], edited)
                ok(yield* ask("POST", `/buckets/${name}/history/${change_id}/undo`))
                const now = yield* rawLifecycle({ key, target })("GET", name)
                assert.match(now.text, /<ID>zone<.*<ArchiveZone/)
                assert.include(now.text, "<Days>3</Days>")
              }
            })
          )
        )

        it.effect(
          "a comparison and a migration carry a lifecycle rule for archive zones, or say that they cannot",
          () =>
            Effect.scoped(
              Effect.gen(function* () {
                const scene = yield* managerScene(gateway)
                const { contextId } = scene
                const [source, aligned, own] = [yield* scene.bucket(), yield* scene.bucket(), yield* scene.bucket()]
                yield* putArchiveRule(scene, source)
                const { ask, ended } = managerOn(scene)
                const stored = (name: string) => Effect.map(rawLifecycle(scene)("GET", name), ({ text }) => text)
                const actions = ["align_settings"]
                const planned = Effect.fnUntraced(function* (bucket: string) {
                  const { id } = yield* ask("POST", "/bucket-comparisons", {
                    source: { context_id: contextId, bucket: source },
                    target: { context_id: contextId, bucket },
                    content: false,
                    settings: true,
                    versions: false
                  })
                  yield* ended(`/bucket-comparisons/${id}`)
                  const path = `/bucket-comparisons/${id}/remediation`
                  return { path, plan: yield* ask("POST", `${path}/plan`, { actions }) }
                })
                const migrate = Effect.fnUntraced(function* (target: string) {
                  const { id } = yield* ask("POST", "/migrations", {
                    source_context_id: contextId,
                    target_context_id: contextId,
                    buckets: [{ source, target }],
                    mode: "one_shot",
                    strategy: "current_only",
                    copy_bucket_settings: true,
                    strong_integrity_check: false
                  })
                  yield* ask("POST", `/migrations/${id}/precheck`)
                  yield* ask("POST", `/migrations/${id}/start`)
                  const { state } = yield* ended(`/migrations/${id}`)
                  return { state, problem: (yield* ask("GET", `/migrations/${id}/items`))["items"][0].problem }
                })

                const { path, plan } = yield* planned(aligned)
                assert.deepStrictEqual(plan["left_out"], [])
                const run = yield* ask("POST", path, { actions, plan_hash: plan["plan_hash"] })
                assert.strictEqual((yield* ended(`/work/${run["id"]}`))["state"], "completed")
                assert.match(yield* stored(aligned), /<ID>zone<.*<ArchiveZone/)
                const migrated = unique("migrated")
                assert.deepStrictEqual(yield* migrate(migrated), { state: "completed", problem: null })
                assert.match(yield* stored(migrated), /<ID>zone<.*<ArchiveZone/)

                // a target with unknown parts would lose them
                yield* putArchiveRule(scene, own, "own")
                const [left] = (yield* planned(own)).plan["left_out"]
                assert.strictEqual(left.label, "Lifecycle")
                assert.match(left.reason, /parts that Stowage does not know.*Rule\/Filter\/ArchiveZone/)
                const { problem, state } = yield* migrate(own)
                assert.strictEqual(state, "failed")
                assert.match(problem, /^lifecycle: .*Rule\/Filter\/ArchiveZone/)
                assert.match(yield* stored(own), /<ID>own<.*<ArchiveZone/)
              })
            )
        )

        it.effect("what another program wrote, and no field of ours names, outlives an edit of ours", () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { ask, bucket, key, rgwAccountId, target } = yield* managerScene(gateway)
              const [name, logs] = [yield* bucket(), yield* bucket()]
              const access = { url: target.url, ...key }
              yield* boto3(access, "s3", [
                ["put_bucket_policy", { Bucket: logs, Policy: loggingPolicy(name, logs, rgwAccountId) }]
              ])
              const filter = `<Filter><S3Key><FilterRule><Name>prefix</Name><Value>a/</Value></FilterRule></S3Key></Filter>`
              const answer = yield* raw({ url: target.url, region: "default" } as never, key, {
                method: "PUT",
                target: `/${name}?logging`,
                body:
                  "<BucketLoggingStatus " +
                  `xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><LoggingEnabled><TargetBucket>${logs}</TargetBucket><TargetPrefix>p/</TargetPrefix><LoggingType>Journal</LoggingType>${filter}</LoggingEnabled></BucketLoggingStatus>`
              })
              assert.strictEqual(answer.status, 200, answer.text)
              const path = `/buckets/${name}/features/logging`
              const { value, version } = ok(yield* ask("GET", path))
              assert.strictEqual(value.logging_type, "Journal")
              const { reading } = ok(yield* ask("PUT", path, { value: { ...value, target_prefix: "ours/" }, version }))
              assert.deepStrictEqual(reading.value, { ...value, target_prefix: "ours/" })
              const now = yield* raw({ url: target.url, region: "default" } as never, key, {
                method: "GET",
                target: `/${name}?logging`
              })
              assert.include(now.text, filter)
              assert.include(now.text, "<TargetPrefix>ours/</TargetPrefix>")
            })
          )
        )
      })
    }
  )
}
