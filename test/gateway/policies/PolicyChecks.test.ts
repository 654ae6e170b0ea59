import { CreateBucketCommand, DeleteBucketCommand, S3Client } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { requirement } from "../../support/Requirement.ts"
import { WholeService } from "../../support/WholeService.ts"
import { adminGateways } from "../contract/adminGateway.ts"
import { managerScene, ok } from "../managerScene.ts"

const site = (bucket: string, part = "public/") =>
  JSON.stringify({
    Version: "2012-10-17",
    Statement: [
      {
        Sid: "site",
        Effect: "Allow",
        Principal: "*",
        Action: "s3:GetObject",
        Resource: `arn:aws:s3:::${bucket}/${part}*`
      }
    ]
  })
const anybody = { principal: { kind: "anonymous" }, action: "s3:GetObject", context: {} }
const reads = {
  name: "The site is read",
  request: { ...anybody, key: "public/index.html" },
  caller_allowed: false,
  expected: "allow"
}
const hidden = {
  name: "Nothing else is",
  request: { ...anybody, key: "secret" },
  caller_allowed: false,
  expected: "deny"
}

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`the policies of a bucket on ${gateway.name}`, () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      it.effect("are said in words and asked, as they stand and as they would be", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { ask, bucket, rgwAccountId } = yield* managerScene(gateway)
            const name = yield* bucket()
            const check = (body: object) => Effect.map(ask("POST", `/buckets/${name}/policy/check`, body), ok)
            const bare = yield* check({})
            assert.deepInclude(bare, {
              owner: rgwAccountId,
              dialect: "rgw",
              text: null,
              words: null,
              faults: [],
              decision: null,
              unread: []
            })
            assert.strictEqual(bare["exposure"].verdict, "private")

            const pasted = `curl https://gateway.example/${name}/public/index.html`
            const given = yield* check({ text: site(name), pasted })
            assert.deepStrictEqual(given["words"].together, ["Anybody may read objects below public/."])
            assert.deepInclude(given["decision"], { outcome: "allowed", decided_by: "bucket_policy" })
            assert.strictEqual(given["exposure"].verdict, "public")
            assert.deepInclude((yield* check({ pasted }))["decision"], { outcome: "denied", decided_by: null })
            assert.deepInclude(
              (yield* check({ pasted, principal: { kind: "account_root", account: rgwAccountId } }))["decision"],
              { outcome: "allowed", decided_by: "account_root" }
            )

            const broken = yield* check({ text: site(name).replace("s3:GetObject", "s3:Nope") })
            assert.deepInclude(broken["faults"][0], { path: "Statement[0].Action", line: 1 })
            const odd = yield* check({ text: site(name).replace(`"Action"`, `"NotAction"`) })
            assert.strictEqual(odd["warnings"][0].code, "not_action_matches_nothing")
          })
        )
      )

      it.effect("an edit that breaks a test is refused, unless it is made all the same", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { ask, bucket } = yield* managerScene(gateway)
            const name = yield* bucket()
            const policy = `/buckets/${name}/features/policy`
            const save = Effect.fnUntraced(function* (text: string | null, more: object = {}) {
              const { version } = ok(yield* ask("GET", policy))
              return yield* ask("PUT", policy, { value: text === null ? null : { text }, version, ...more })
            })
            ok(yield* save(site(name)))
            const kept = ok(yield* ask("PUT", `/buckets/${name}/policy-tests`, { tests: [reads, hidden], version: 0 }))
            assert.deepStrictEqual(
              [kept["version"], kept["results"].map(({ passed }: { passed: boolean }) => passed)],
              [1, [true, true]]
            )

            const wider = yield* save(site(name, ""))
            assert.deepStrictEqual(
              [wider.status, wider.body["errors"].map(({ path }: { path: ReadonlyArray<string> }) => path.at(-1))],
              [422, ["Nothing else is"]],
              wider.text
            )
            const none = yield* save(null)
            assert.deepStrictEqual(
              [none.status, none.body["errors"].map(({ path }: { path: ReadonlyArray<string> }) => path.at(-1))],
              [422, ["The site is read"]]
            )
            const blocked = yield* ask("PUT", `/buckets/${name}/features/public_access_block`, {
              value: {
                block_public_acls: false,
                ignore_public_acls: false,
                block_public_policy: false,
                restrict_public_buckets: true
              },
              version: ok(yield* ask("GET", `/buckets/${name}/features/public_access_block`))["version"]
            })
            assert.strictEqual(blocked.status, 422, blocked.text)
            assert.strictEqual(ok(yield* ask("GET", policy))["value"].text, site(name), "nothing was changed")

            assert.deepStrictEqual(
              ok(yield* ask("POST", `/buckets/${name}/policy/check`, { text: null }))["broken_tests"],
              ["The site is read"]
            )
            const anyway = ok(yield* save(site(name, ""), { despite_tests: true }))
            const run = ok(yield* ask("GET", `/buckets/${name}/policy-tests`))
            assert.deepStrictEqual(
              run["results"].map(({ passed }: { passed: boolean }) => passed),
              [true, false]
            )
            ok(yield* ask("POST", `/buckets/${name}/history/${anyway["change_id"]}/undo`))
            const again = yield* ask(
              "POST",
              `/buckets/${name}/history/${ok(yield* ask("GET", `/buckets/${name}/history`))["items"][0].id}/undo`
            )
            assert.deepStrictEqual([again.status, again.code], [409, "state_conflict"], again.text)
          })
        )
      )

      it.effect("tests are kept once each, by version, and written down", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { ask, bucket } = yield* managerScene(gateway)
            const name = yield* bucket()
            const put = (tests: ReadonlyArray<object>, version: number) =>
              ask("PUT", `/buckets/${name}/policy-tests`, { tests, version })
            assert.deepInclude(ok(yield* ask("GET", `/buckets/${name}/policy-tests`)), { tests: [], version: 0 })
            assert.strictEqual((yield* put([reads, reads], 0)).status, 422)
            ok(yield* put([reads], 0))
            assert.strictEqual((yield* put([hidden], 0)).code, "stale_plan")
            assert.deepInclude(ok(yield* put([hidden], 1)), { tests: [hidden], version: 2 })
            assert.strictEqual(
              (yield* put(
                Array.from({ length: 101 }, (_, index) => ({ ...reads, name: `${index}` })),
                2
              )).status,
              422
            )
            const told = yield* (yield* SqlClient.SqlClient)<{ n: number }>`
          select count(*)::int as n from audit_logs where action = 'bucket.policy_tests.update' and entity_id = ${name}
            and status = 'success'`
            assert.strictEqual(told[0]?.n, 2)
          })
        )
      )

      it.effect(
        "tests end with their bucket, whoever deletes it: one that is made anew under its name has none",
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
              const sql = yield* SqlClient.SqlClient
              const anew = {
                "by us": (name: string) =>
                  Effect.gen(function* () {
                    ok(yield* ask("DELETE", `/buckets/${name}?confirm_name=${name}`))
                    assert.lengthOf(
                      yield* sql`select 1 from policy_tests where bucket = ${name}`,
                      0,
                      "nothing is left behind"
                    )
                    ok(yield* ask("POST", "/buckets", { name }))
                  }),
                "by somebody else": (name: string) =>
                  Effect.promise(async () => {
                    await s3.send(new DeleteBucketCommand({ Bucket: name }))
                    await s3.send(new CreateBucketCommand({ Bucket: name }))
                  })
              }
              for (const [who, again] of Object.entries(anew)) {
                const name = yield* bucket()
                const policy = `/buckets/${name}/features/policy`
                const save = Effect.fnUntraced(function* (text: string) {
                  return yield* ask("PUT", policy, {
                    value: { text },
                    version: ok(yield* ask("GET", policy))["version"]
                  })
                })
                ok(yield* save(site(name)))
                assert.strictEqual(
                  ok(yield* ask("PUT", `/buckets/${name}/policy-tests`, { tests: [reads, hidden], version: 0 }))[
                    "version"
                  ],
                  1
                )
                assert.lengthOf(ok(yield* ask("GET", `/buckets/${name}/policy-tests`))["tests"], 2)
                yield* again(name)
                assert.deepInclude(
                  ok(yield* ask("GET", `/buckets/${name}/policy-tests`)),
                  { tests: [], version: 0 },
                  who
                )
                assert.deepStrictEqual(
                  ok(yield* ask("POST", `/buckets/${name}/policy/check`, { text: site(name, "") }))["tests"],
                  [],
                  who
                )
                ok(yield* save(site(name, "")))
                const items: ReadonlyArray<any> = ok(yield* ask("GET", `/buckets/${name}/history`))["items"]
                assert.deepStrictEqual(
                  items.map(({ former }) => former),
                  [false, true],
                  who
                )
                assert.strictEqual(
                  (yield* ask("POST", `/buckets/${name}/history/${items[1].id}/undo`)).code,
                  "state_conflict",
                  who
                )
                assert.deepInclude(
                  ok(yield* ask("PUT", `/buckets/${name}/policy-tests`, { tests: [reads], version: 0 })),
                  { tests: [reads], version: 1 },
                  who
                )
              }
            })
          ),
        60_000
      )

      it.effect("the exposure tells through what a bucket is public, and what shields it", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { ask, bucket } = yield* managerScene(gateway)
            const name = yield* bucket()
            const set = Effect.fnUntraced(function* (feature: string, value: unknown) {
              const path = `/buckets/${name}/features/${feature}`
              ok(yield* ask("PUT", path, { value, version: ok(yield* ask("GET", path))["version"] }))
            })
            const exposure = Effect.map(ask("GET", `/buckets/${name}/exposure`), ok)
            assert.deepInclude(yield* exposure, { verdict: "private", ways: [], unread: [] })
            yield* set("policy", { text: site(name) })
            const open = yield* exposure
            assert.deepStrictEqual(
              [
                open["verdict"],
                open["policy_is_public"],
                open["ways"].map(({ may, via }: { may: string; via: string }) => `${via} ${may}`)
              ],
              ["public", true, ["policy read"]]
            )
            yield* set("public_access_block", {
              block_public_acls: false,
              ignore_public_acls: true,
              block_public_policy: false,
              restrict_public_buckets: true
            })
            assert.strictEqual((yield* exposure)["verdict"], "shielded")

            const [laid, shut] = [yield* bucket(), yield* bucket()]
            const path = `/buckets/${laid}/features/policy`
            ok(
              yield* ask("PUT", path, { value: { text: site(laid) }, version: ok(yield* ask("GET", path))["version"] })
            )
            const all = ok(yield* ask("GET", "/exposure?sort_by=verdict"))["items"]
            assert.deepStrictEqual(
              all.map(({ bucket: one, verdict }: { bucket: string; verdict: string }) => [one, verdict]),
              [
                [laid, "public"],
                [name, "shielded"],
                [shut, "private"]
              ]
            )
            const narrowed = ok(yield* ask("GET", "/exposure?verdict=public,conditional&page=1&page_size=10"))
            assert.deepStrictEqual(
              [
                narrowed["items"].map((one: { bucket: string }) => one.bucket),
                narrowed["total"],
                narrowed["total_all"]
              ],
              [[laid], 1, 3]
            )
            assert.strictEqual((yield* ask("GET", "/exposure?verdict=open")).status, 422)
          })
        )
      )

      it.effect("a bucket that is not there, or somebody else's, is not found by any of them", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const one = yield* managerScene(gateway)
            const other = yield* managerScene(gateway)
            for (const name of ["no-such-bucket-here", yield* other.bucket()]) {
              for (const [method, path, body] of [
                ["POST", "policy/check", {}],
                ["GET", "exposure"],
                ["GET", "policy-tests"],
                ["PUT", "policy-tests", { tests: [], version: 0 }]
              ] as const) {
                const answer = yield* one.ask(method, `/buckets/${name}/${path}`, body)
                assert.strictEqual(answer.status, 404, `${method} ${path}: ${answer.text}`)
              }
            }
          })
        )
      )
    })
  })
}
