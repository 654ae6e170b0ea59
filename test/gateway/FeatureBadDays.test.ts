import { CreateBucketCommand, DeleteBucketCommand, S3Client } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { featureNames } from "#domain/buckets/features/FeatureName.ts"
import { gatewayProxy, type Passage } from "../support/GatewayProxy.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"
import { type AdminGateway, adminGateways, adminTarget } from "./contract/adminGateway.ts"
import { contracts } from "./featureContracts.ts"
import { managerScene, ok } from "./managerScene.ts"

const error = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`
const xml = "application/xml"

const faults: Readonly<Record<string, readonly [Passage, code: string, storage: string | null]>> = {
  "a refusal": [{ status: 403, type: xml, text: error("AccessDenied") }, "storage_error", "AccessDenied"],
  "nothing of the kind": [{ status: 501, type: xml, text: error("NotImplemented") }, "storage_error", "NotImplemented"],
  "a fault": [{ status: 500, type: xml, text: error("InternalError") }, "storage_error", "InternalError"],
  garbage: [{ status: 200, type: "text/html", text: "<html><p>a proxy</html>" }, "storage_error", "UnreadableAnswer"],
  "half an answer": [
    { status: 200, type: xml, text: "<CORSConfiguration><CORSRule><AllowedMethod>GET</All" },
    "storage_error",
    "UnreadableAnswer"
  ],
  "a listing": [
    { status: 200, type: xml, text: "<ListBucketResult><Name>b</Name></ListBucketResult>" },
    "storage_error",
    "UnreadableAnswer"
  ],
  "entities of its own": [
    { status: 200, type: xml, text: `<!DOCTYPE a [<!ENTITY b "c">]><CORSConfiguration>&b;</CORSConfiguration>` },
    "storage_error",
    "UnreadableAnswer"
  ],
  silence: ["hold the request", "storage_timeout", null]
}

const proxied = Effect.fnUntraced(function* (gateway: AdminGateway) {
  const scene = yield* gateway.scene
  const proxy = yield* gatewayProxy(scene.target.url)
  const target = { ...adminTarget(proxy.url, { accessKey: "", secretKey: "" }), credential: scene.target.credential }
  return { proxy, ...(yield* managerScene({ ...gateway, scene: Effect.succeed({ ...scene, target }) })) }
})

const cors = (age: number) => ({
  rules: [
    {
      id: "a",
      allowed_origins: ["*"],
      allowed_methods: ["GET"],
      allowed_headers: [],
      expose_headers: [],
      max_age_seconds: age
    }
  ]
})

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`bad days of the features of buckets on ${gateway.name}`, () => {
    layer(
      WholeService({
        allowedStorageHosts: ["localhost", "127.0.0.1"],
        gateway: { timeout: Duration.seconds(2), concurrency: 16 }
      }),
      { excludeTestServices: true, timeout: "120 seconds" }
    )((it) => {
      it.effect(
        "of two editors the second is told that it was changed meanwhile, whatever the feature",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const scene = yield* managerScene(gateway)
              for (const [name, contract] of Object.entries(contracts)) {
                if (contract.prepare !== undefined) continue
                const bucket = yield* scene.bucket(contract.made ?? {})
                const world = {
                  bucket,
                  owner: scene.rgwAccountId,
                  scene,
                  access: { url: scene.target.url, ...scene.key },
                  other: ""
                }
                const path = `/buckets/${bucket}/features/${name}`
                const { version } = ok(yield* scene.ask("GET", path))
                const [one, other] = yield* Effect.all(
                  [contract.first(world), contract.second(world)].map((value) =>
                    scene.ask("PUT", path, { value, version })
                  ),
                  { concurrency: 2 }
                )
                const statuses = [one!, other!].map(({ code, status }) => (status === 200 ? "saved" : code)).sort()
                assert.deepStrictEqual(statuses, ["saved", "stale_plan"], `${name}: ${one!.text} ${other!.text}`)
                assert.lengthOf(ok(yield* scene.ask("GET", `/buckets/${bucket}/history`))["items"], 1, name)
              }
            })
          ),
        60_000
      )

      it.effect(
        "a bucket that somebody deleted, and made anew under its name, is not changed by an edit of the old one",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { ask, bucket, key, target } = yield* managerScene(gateway)
              const s3 = yield* Effect.acquireRelease(
                Effect.sync(
                  () =>
                    new S3Client({
                      endpoint: target.url,
                      region: "default",
                      forcePathStyle: true,
                      credentials: { accessKeyId: key.accessKey, secretAccessKey: key.secretKey }
                    })
                ),
                (client) => Effect.sync(() => client.destroy())
              )
              const name = yield* bucket()
              const path = `/buckets/${name}/features/cors`
              const saved = ok(
                yield* ask("PUT", path, { value: cors(1), version: ok(yield* ask("GET", path))["version"] })
              )
              const none = ok(yield* ask("GET", `/buckets/${name}/features/tags`))
              yield* Effect.promise(() => s3.send(new DeleteBucketCommand({ Bucket: name })))
              const gone = yield* ask("PUT", path, { value: cors(2), version: saved["reading"].version })
              assert.deepStrictEqual([gone.status, gone.code], [404, "not_found"], gone.text)
              yield* Effect.promise(() => s3.send(new CreateBucketCommand({ Bucket: name })))
              assert.strictEqual(
                (yield* ask("PUT", path, { value: cors(2), version: saved["reading"].version })).code,
                "stale_plan"
              )
              assert.strictEqual(
                (yield* ask("PUT", `/buckets/${name}/features/tags`, {
                  value: { tags: [{ key: "a", value: "" }] },
                  version: none["version"]
                })).code,
                "stale_plan"
              )
              assert.strictEqual(
                (yield* ask("POST", `/buckets/${name}/history/${saved["change_id"]}/undo`)).code,
                "state_conflict"
              )
              const [told] = ok(yield* ask("GET", `/buckets/${name}/history`))["items"]
              assert.deepInclude(
                told,
                { id: saved["change_id"], former: true },
                "it is told, and is the earlier bucket's"
              )
              assert.isNull(ok(yield* ask("GET", path))["value"])
            })
          )
      )

      it.effect(
        "a feature that cannot be read spoils no other, says why, and is not changed blindly",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { ask, bucket, proxy } = yield* proxied(gateway)
              const name = yield* bucket()
              const path = `/buckets/${name}/features/cors`
              const { version } = ok(yield* ask("GET", path))
              // T1: a proxy's connections would break after this answer of the gateway
              const noBlock: Passage = { status: 404, type: xml, text: error("NoSuchPublicAccessBlockConfiguration") }
              for (const [what, [passage, code, storage]] of Object.entries(faults)) {
                proxy.set((_method, asked) =>
                  asked.startsWith(`/${name}?cors`) ? passage : asked.includes("?publicAccessBlock") ? noBlock : "pass"
                )
                const items: ReadonlyArray<any> = ok(yield* ask("GET", `/buckets/${name}/features`))["items"]
                assert.lengthOf(items, featureNames.length)
                assert.deepStrictEqual(
                  items
                    .filter(({ problem }) => problem !== null)
                    .map(({ feature, problem, state }) => [feature, state, problem.code, problem.storage_code]),
                  [["cors", "unavailable", code, storage]],
                  what
                )
                const answer = yield* ask("PUT", path, { value: cors(1), version })
                assert.isAtLeast(answer.status, 400, `${what}: ${answer.text}`)
                proxy.set(() => "pass")
                // a silent gateway is called again after its breaker closed
                const again = yield* Effect.repeat(Effect.delay(ask("GET", path), "200 millis"), {
                  until: ({ body }) => body["problem"] === null,
                  times: 60
                })
                assert.deepStrictEqual([again.body["value"], again.body["problem"]], [null, null], what)
              }
              assert.deepStrictEqual(ok(yield* ask("GET", `/buckets/${name}/history`))["items"], [])
            })
          ),
        90_000
      )

      it.effect(
        "a change that the gateway made and nobody heard of, or whose caller hung up, is told all the same",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { ask, browser, bucket, contextId, proxy } = yield* proxied(gateway)
              const [unheard, left] = [yield* bucket(), yield* bucket()]
              proxy.set((method, path) => (method === "PUT" && path.includes("?cors") ? "hold the answer" : "pass"))
              const put = Effect.fnUntraced(function* (name: string) {
                const { version } = ok(yield* ask("GET", `/buckets/${name}/features/cors`))
                return yield* ask("PUT", `/buckets/${name}/features/cors`, { value: cors(7), version })
              })
              assert.deepStrictEqual(ok(yield* put(unheard))["reading"].value, cors(7))
              const hangUp = new AbortController()
              const { version } = ok(yield* ask("GET", `/buckets/${left}/features/cors`))
              const asked = browser
                .send(
                  "PUT",
                  `/api/manager/buckets/${left}/features/cors?context_id=${contextId}`,
                  { value: cors(7), version },
                  {},
                  hangUp.signal
                )
                .catch(() => "hung up")
              while (!proxy.held.some((path) => path.includes(left))) yield* Effect.sleep("20 millis")
              hangUp.abort()
              assert.strictEqual(yield* Effect.promise(() => asked), "hung up")
              const history = Effect.map(
                ask("GET", `/buckets/${left}/history`),
                (answer): ReadonlyArray<any> => ok(answer)["items"]
              )
              const items = yield* Effect.repeat(Effect.delay(history, "200 millis"), {
                until: (found) => found.length > 0,
                times: 100
              })
              assert.deepStrictEqual(
                items.map(({ after, before, feature }) => [feature, before, after]),
                [["cors", null, cors(7)]]
              )
              const sql = yield* SqlClient.SqlClient
              const told = yield* sql<{
                said: string
              }>`select entity_id || ' ' || status as said from audit_logs where action = 'bucket.cors.update'
                and entity_id in (${unheard}, ${left}) order by 1`
              assert.deepStrictEqual(
                told.map(({ said }) => said),
                [unheard, left].sort().map((name) => `${name} success`)
              )
            })
          ),
        60_000
      )

      it.effect(
        "T1: public access blocks that are not there are asked for by many at once, and break nobody's answer",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { ask, bucket } = yield* managerScene(gateway)
              const names = [yield* bucket(), yield* bucket()]
              const answers = yield* Effect.forEach(
                Array.from({ length: 40 }),
                (_, index) => ask("GET", `/buckets/${names[index % 2]}/features`),
                { concurrency: 8 }
              )
              const problems = answers.flatMap((answer) =>
                (ok(answer)["items"] as ReadonlyArray<any>).filter(({ problem }) => problem !== null)
              )
              // on a busy machine calls time out, are refused after five timeouts, or miss their permit: only broken
              // and garbled answers are T1
              assert.deepStrictEqual(
                problems.flatMap(({ feature, problem: { code, storage_code } }) =>
                  code === "storage_error" ? [[feature, storage_code]] : []
                ),
                []
              )
            })
          ),
        60_000
      )

      it.effect("S1, S19: nothing that takes a feature away, or is refused to, deletes the empty bucket", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { ask, bucket } = yield* managerScene(gateway)
            const name = yield* bucket()
            for (const feature of featureNames) {
              const { version } = ok(yield* ask("GET", `/buckets/${name}/features/${feature}`))
              const answer = yield* ask("PUT", `/buckets/${name}/features/${feature}`, { value: null, version })
              assert.include([200, 409, 422], answer.status, `${feature}: ${answer.text}`)
              assert.strictEqual((yield* ask("GET", `/buckets/${name}/features/tags`)).status, 200, feature)
            }
            for (const [feature, value] of Object.entries({
              cors: cors(1),
              tags: { tags: [{ key: "a", value: "" }] },
              website: contracts["website"]!.first({} as never),
              encryption: contracts["encryption"]!.first({} as never)
            })) {
              const path = `/buckets/${name}/features/${feature}`
              const { reading } = ok(
                yield* ask("PUT", path, { value, version: ok(yield* ask("GET", path))["version"] })
              )
              assert.isNull(
                ok(yield* ask("PUT", path, { value: null, version: reading.version }))["reading"].value,
                feature
              )
              assert.isNull(ok(yield* ask("GET", path))["problem"], feature)
            }
          })
        )
      )

      it.effect("S4, S5, S7, N2: what RGW refuses is told as it is, and nothing is in the history", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { ask, bucket } = yield* managerScene(gateway)
            const [name, target] = [yield* bucket(), yield* bucket()]
            const put = Effect.fnUntraced(function* (feature: string, value: unknown) {
              const { version } = ok(yield* ask("GET", `/buckets/${name}/features/${feature}`))
              return yield* ask("PUT", `/buckets/${name}/features/${feature}`, { value, version })
            })
            const replication = yield* put("replication", { role: "", rules: [] })
            assert.deepStrictEqual([replication.status, replication.code], [409, "state_conflict"], replication.text)
            const log = {
              target_bucket: target,
              target_prefix: "",
              key_format: null,
              partition_date_source: null,
              logging_type: null,
              object_roll_time_seconds: null,
              records_batch_size: null
            }
            const logging = yield* put("logging", log)
            assert.deepStrictEqual([logging.status, logging.code], [502, "storage_error"], logging.text)
            const told = ok(yield* ask("POST", `/buckets/${name}/features/logging/check`, { value: log }))
            assert.match(told["warnings"].join(), new RegExp(`arn:aws:s3:::${target}/`))
            const topic = {
              id: "n",
              type: "topic",
              target: "arn:aws:sns:default:x:nobody",
              events: ["s3:ObjectCreated:*"],
              prefix: null,
              suffix: null,
              regex: null,
              metadata: [],
              tags: []
            }
            const notification = yield* put("notifications", { notifications: [topic] })
            assert.strictEqual(notification.code, "validation_failed", notification.text)
            const lock = yield* put("object_lock", { default_retention: null })
            assert.strictEqual(lock.code, "state_conflict", lock.text)
            assert.deepStrictEqual(ok(yield* ask("GET", `/buckets/${name}/history`))["items"], [])
          })
        )
      )
    })
  })
}
