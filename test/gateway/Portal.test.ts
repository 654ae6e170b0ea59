import {
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { Answer } from "../support/ConsoleBrowser.ts"
import { requirement } from "../support/Requirement.ts"
import { internalToken, WholeService } from "../support/WholeService.ts"
import { adminGateways, unique } from "./contract/adminGateway.ts"
import { ok } from "./managerScene.ts"
import { clientOf, portalScene } from "./portalScene.ts"

const outcome = (request: Promise<unknown>) =>
  request.then(
    () => "ok",
    (error: { readonly name: string }) => error.name
  )

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`the Portal on ${gateway.name}`, () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      const scene = portalScene(gateway)

      it.effect(
        "2026-08 Portal access-key response names a bucket; a key does what its person may, and nothing else",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const sql = yield* SqlClient.SqlClient
              const { ada, ask, boss, browser, bucket, put, url } = yield* scene
              const shared = yield* bucket()
              yield* put(shared, "team/a")
              yield* put(shared, "other/a")
              const name = unique("data")
              const data = ok(yield* boss.ask("POST", "/spaces", { name, bucket_name: name })) as any
              assert.deepInclude(data, { right: "manage", bucket_state: "present", member_count: 1 })
              yield* put(name, "k")
              const folder = ok(
                yield* boss.ask("POST", "/spaces", {
                  name: unique("folder"),
                  bucket_name: shared,
                  prefix: "team/",
                  existing_bucket: true
                })
              ) as any
              const give = (space: any, right: string) =>
                Effect.map(boss.ask("PUT", `/spaces/${space.id}/members/${ada.id}`, { right }), ok)
              assert.deepInclude((yield* give(data, "read")) as any, { right: "read" })
              assert.deepInclude(((yield* give(folder, "write")) as any).access, { state: "active", problem: null })

              const key = ok(
                yield* ada.ask("POST", "/access-keys", { storage_space_id: data.id, label: "Laptop" })
              ) as any
              assert.deepInclude(key, { bucket_name: name, label: "Laptop", active: true, confirmed: true })
              assert.notProperty(key, "storage_space_id")
              const listed = (ok(yield* ada.ask("GET", "/access-keys")) as any).items
              assert.deepStrictEqual(
                listed.map((one: any) => [one.id, one.access_key, one.secret_key]),
                [[key.id, key.access_key, undefined]]
              )
              assert.deepStrictEqual(ok(yield* boss.ask("GET", "/access-keys")), { items: [] })
              const s3 = yield* clientOf(url, { accessKey: key.access_key, secretKey: key.secret_key })
              const hasRights = gateway.name !== "sandbox"
              const tried = Effect.promise(async () => ({
                list: await outcome(s3.send(new ListObjectsV2Command({ Bucket: name }))),
                get: await outcome(s3.send(new GetObjectCommand({ Bucket: name, Key: "k" }))),
                put: await outcome(s3.send(new PutObjectCommand({ Bucket: name, Key: "new", Body: "x" }))),
                delete: await outcome(s3.send(new DeleteObjectCommand({ Bucket: name, Key: "new" }))),
                versions: await outcome(s3.send(new ListObjectVersionsCommand({ Bucket: name }))),
                folder_list: await outcome(s3.send(new ListObjectsV2Command({ Bucket: shared, Prefix: "team/" }))),
                folder_get: await outcome(s3.send(new GetObjectCommand({ Bucket: shared, Key: "team/a" }))),
                folder_put: await outcome(s3.send(new PutObjectCommand({ Bucket: shared, Key: "team/b", Body: "x" }))),
                bucket_list: await outcome(s3.send(new ListObjectsV2Command({ Bucket: shared }))),
                other_get: await outcome(s3.send(new GetObjectCommand({ Bucket: shared, Key: "other/a" }))),
                other_put: await outcome(s3.send(new PutObjectCommand({ Bucket: shared, Key: "other/b", Body: "x" })))
              }))
              const no = "AccessDenied"
              const reads = { list: "ok", get: "ok", put: no, delete: no, versions: no }
              const inFolder = { folder_list: "ok", folder_get: "ok", folder_put: "ok" }
              const outside = { bucket_list: no, other_get: no, other_put: no }
              if (hasRights) assert.deepStrictEqual(yield* tried, { ...reads, ...inFolder, ...outside })

              yield* give(data, "write")
              if (hasRights) assert.deepInclude(yield* tried, { put: "ok", delete: "ok", versions: no })
              yield* give(data, "manage")
              if (hasRights) assert.deepInclude(yield* tried, { put: "ok", delete: "ok", versions: "ok", ...outside })

              const user = (yield* sql<{ iam_user_name: string }>`
              select iam_user_name from private_accesses where user_id = ${ada.id}`)[0]!.iam_user_name
              assert.deepStrictEqual(ok(yield* ask("GET", "/private-access")), { items: [] })
              ok(
                yield* ask(
                  "DELETE",
                  `/iam/users/${user}/inline-policies/stowage-space-${data.id}?confirm_name=stowage-space-${data.id}`
                )
              )
              if (hasRights) assert.deepInclude(yield* tried, { get: no })
              yield* sql`update private_accesses set checked_at = now() - interval '1 day' where user_id = ${ada.id}`
              const run = yield* Effect.promise(() =>
                browser.send("POST", "/api/internal/private-access/run", undefined, {
                  "x-internal-token": internalToken
                })
              )
              assert.deepInclude(ok(run), { drifted_count: 1 })
              assert.deepInclude(yield* tried, { get: "ok" })

              ok(yield* ada.ask("PATCH", `/access-keys/${key.id}`, { active: false }))
              assert.notStrictEqual((yield* tried).get, "ok")
              ok(yield* ada.ask("PATCH", `/access-keys/${key.id}`, { active: true }))
              assert.deepInclude(yield* tried, { get: "ok" })

              ok(yield* boss.ask("DELETE", `/spaces/${data.id}/members/${ada.id}`))
              if (hasRights)
                assert.deepStrictEqual(yield* tried, {
                  list: no,
                  get: no,
                  put: no,
                  delete: no,
                  versions: no,
                  ...inFolder,
                  ...outside
                })
              assert.strictEqual((yield* ada.ask("GET", `/spaces/${data.id}`)).status, 404)

              ok(yield* ada.ask("DELETE", `/access-keys/${key.id}?confirm_name=${key.access_key}`))
              assert.notStrictEqual((yield* tried).folder_get, "ok")
              assert.lengthOf(
                ok(yield* ask("GET", `/iam/users/${user}/keys`))["items"],
                1,
                "the connection's key stays"
              )

              yield* sql`delete from user_associations where user_id = ${ada.id}`
              yield* Effect.promise(() =>
                browser.send("POST", "/api/internal/private-access/run", undefined, {
                  "x-internal-token": internalToken
                })
              ).pipe(
                Effect.andThen(sql`select id from private_accesses where user_id = ${ada.id}`),
                Effect.repeat({
                  until: (rows) => rows.length === 0,
                  schedule: Schedule.spaced("200 millis"),
                  times: 20
                })
              )
              assert.strictEqual((yield* ask("GET", `/iam/users/${user}`)).status, 404)
            })
          )
      )

      it.effect("a space that two people create is one space, and a bucket deleted underneath is shown", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { ada, admin, boss, contextId, root } = yield* scene
            const settings = `/admin/accounts/${contextId}/portal-settings`
            const name = unique("both")
            const mine = { name, bucket_name: name, private: true }
            assert.deepInclude((yield* ada.ask("POST", "/spaces", mine)).body, { status: 403, code: "forbidden" })
            ok(yield* admin("PUT", settings, { override: { allow_private_storage_space_create: true } }))
            const answers = yield* Effect.all(
              [ada.ask("POST", "/spaces", mine), boss.ask("POST", "/spaces", { name, bucket_name: name })],
              { concurrency: 2 }
            )
            assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [201, 409])
            assert.deepInclude(answers.find(({ status }) => status === 409)!.body, { code: "already_exists" })
            const made = answers.find(({ status }) => status === 201)!.body
            const owner: (method: string, path: string) => Effect.Effect<Answer> = made["private"] ? ada.ask : boss.ask
            assert.deepInclude(
              (yield* ada.ask("POST", "/spaces", { name: unique("x"), bucket_name: unique("x") })).body,
              { status: 403, code: "forbidden" }
            )
            yield* Effect.promise(() => root.send(new DeleteBucketCommand({ Bucket: name })))
            assert.strictEqual(ok(yield* owner("GET", `/spaces/${made["id"]}`))["bucket_state"], "missing")
            const state = yield* owner("GET", "/spaces").pipe(
              Effect.map((answer) => ok(answer)["items"][0].bucket_state as string),
              Effect.repeat({
                until: (found) => found !== "unknown",
                schedule: Schedule.spaced("200 millis"),
                times: 50
              })
            )
            assert.strictEqual(state, "missing")
            ok(yield* owner("DELETE", `/spaces/${made["id"]}?confirm_name=${name}`))
            assert.deepStrictEqual(ok(yield* owner("GET", "/spaces")), { items: [] })
          })
        )
      )

      it.effect("a request is decided once, granted on the gateway, and ends when its time has come", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const { ada, boss, browser } = yield* scene
            const name = unique("asked")
            const space = ok(yield* boss.ask("POST", "/spaces", { name, bucket_name: name })) as any
            const wish = { type: "access", payload: { space_name: name, right: "read" } }
            const asked = ok(yield* ada.ask("POST", "/requests", wish)) as any
            assert.deepInclude(asked, { ...wish, state: "pending", result: null, reason: null, decided_at: null })
            const result = { storage_space_id: space.id, right: "read" }
            const expires_at = new Date(Date.now() + 3_600_000).toISOString()
            assert.deepInclude((yield* ada.ask("POST", `/requests/${asked.id}/approve`, { result })).body, {
              status: 403,
              code: "forbidden"
            })
            const wrong = { result: { name: "x", bucket_name: "xyz" } }
            assert.strictEqual((yield* boss.ask("POST", `/requests/${asked.id}/approve`, wrong)).status, 422)
            const decisions = yield* Effect.all(
              [1, 2].map(() => boss.ask("POST", `/requests/${asked.id}/approve`, { result, expires_at })),
              { concurrency: 2 }
            )
            assert.deepStrictEqual(decisions.map(({ status }) => status).sort(), [200, 409])
            assert.deepInclude(decisions.find(({ status }) => status === 409)!.body, { code: "state_conflict" })
            assert.deepInclude(ok(yield* ada.ask("GET", `/spaces/${space.id}`)), { right: "read" })
            assert.deepInclude((yield* boss.ask("POST", `/requests/${asked.id}/reject`, { reason: "no" })).body, {
              code: "state_conflict"
            })

            yield* sql`update portal_requests set expires_at = now() - interval '1 minute' where id = ${asked.id}`
            const run = Effect.promise(() =>
              browser.send("POST", "/api/internal/portal/expire", undefined, { "x-internal-token": internalToken })
            )
            assert.deepInclude(ok(yield* run), { expired_count: 1, failed_count: 0 })
            assert.deepInclude(ok(yield* run), { expired_count: 0 })
            assert.strictEqual((yield* ada.ask("GET", `/spaces/${space.id}`)).status, 404)
            const [ended] = ok(yield* ada.ask("GET", "/requests"))["items"]
            assert.deepInclude(ended, { id: asked.id, state: "expired", result })

            const more = { type: "quota", payload: { storage_space_id: space.id, max_size_bytes: 1_048_576 } }
            const quota = ok(yield* boss.ask("POST", "/requests", more)) as any
            const approval = { result: more.payload }
            assert.deepInclude(ok(yield* boss.ask("POST", `/requests/${quota.id}/approve`, approval)), {
              state: "approved",
              expires_at: null
            })
            const own = unique("own")
            const third = ok(
              yield* ada.ask("POST", "/requests", { type: "space", payload: { name: own, bucket_name: own } })
            ) as any
            const place = { name: own, bucket_name: own }
            const exists = { result: { name: own, bucket_name: name } }
            assert.deepInclude((yield* boss.ask("POST", `/requests/${third.id}/approve`, exists)).body, {
              status: 409,
              code: "already_exists"
            })
            assert.deepInclude(ok(yield* ada.ask("GET", "/requests"))["items"][0], { state: "pending", result: null })
            ok(yield* boss.ask("POST", `/requests/${third.id}/approve`, { result: place }))
            assert.deepStrictEqual(
              ok(yield* ada.ask("GET", "/spaces"))["items"].map((one: any) => [one.name, one.right]),
              [[own, "manage"]]
            )
            const fourth = ok(yield* ada.ask("POST", "/requests", wish)) as any
            assert.strictEqual(
              ok(yield* boss.ask("POST", `/requests/${fourth.id}/reject`, { reason: "Not yet" }))["reason"],
              "Not yet"
            )
            const fifth = ok(yield* ada.ask("POST", "/requests", wish)) as any
            assert.strictEqual((yield* boss.ask("POST", `/requests/${fifth.id}/withdraw`)).status, 404)
            assert.strictEqual(ok(yield* ada.ask("POST", `/requests/${fifth.id}/withdraw`))["state"], "withdrawn")
            const usage = ok(yield* ada.ask("GET", "/usage")) as any
            assert.deepStrictEqual(
              usage.spaces.map((one: any) => one.name),
              [own]
            )
            const notes = yield* sql<{ title: string }>`
              select title from notifications where user_id = ${ada.id} order by id`
            assert.deepStrictEqual(
              notes.map(({ title }) => title),
              ["Request approved", "Request approved", "Request rejected"]
            )
          })
        )
      )
    })
  })
}
