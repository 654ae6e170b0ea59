import {
  DeleteBucketCommand,
  DeleteBucketPolicyCommand,
  DeleteObjectCommand,
  GetBucketLoggingCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutBucketLoggingCommand,
  PutBucketPolicyCommand,
  PutObjectCommand
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { readAccessLog } from "#domain/usage/accesslogs/readAccessLog.ts"
import type { AccessLogLine } from "#domain/usage/accesslogs/AccessLogLine.ts"
import { accessLogKey as objectKey, accessLogLine as lineOf } from "../support/accessLogLine.ts"
import { gatewayProxy } from "../support/GatewayProxy.ts"
import { requirement } from "../support/Requirement.ts"
import { internalToken, WholeService } from "../support/WholeService.ts"
import { type AdminGateway, adminGateways, unique } from "./contract/adminGateway.ts"
import { ok } from "./managerScene.ts"
import { clientOf, portalScene, proxiedSandbox } from "./portalScene.ts"

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`access logs on ${gateway.name}`, () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      const isReal = gateway.name !== "sandbox"
      const sceneOn = Effect.fnUntraced(function* (gateway: AdminGateway) {
        const found = yield* portalScene(gateway)
        const { admin, boss, browser } = found
        ok(yield* admin("PUT", "/admin/settings", { portal: { enabled: true, access_logs_enabled: true } }))
        const name = unique("logged")
        const space = ok(yield* boss.ask("POST", "/spaces", { name, bucket_name: name })) as any
        const run = (path: string) =>
          Effect.map(
            Effect.promise(() =>
              browser.send("POST", `/api/internal/access-logs/${path}`, undefined, {
                "x-internal-token": internalToken
              })
            ),
            ok
          )
        const write = (bucket: string, key: string, body: string) =>
          Effect.promise(() => found.root.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body })))
        const loggingOf = (bucket: string) =>
          Effect.promise(() => found.root.send(new GetBucketLoggingCommand({ Bucket: bucket })))
        return { ...found, name, space, logs: `/spaces/${space.id}/access-logs`, run, write, loggingOf }
      })
      const scene = sceneOn(gateway)

      it.effect("log objects become lines once, by filters, for those who may see them", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { ada, admin, boss, contextId, loggingOf, logs, name, put, root, run, space, write } = yield* scene
            const off = { enabled: false, state: "off", log_bucket: null, collected_at: null, refused_count: 0 }
            assert.deepStrictEqual(ok(yield* boss.ask("GET", logs)), { ...off, retention_days: 90 })
            assert.strictEqual((yield* ada.ask("GET", logs)).status, 404)
            ok(yield* boss.ask("PUT", `/spaces/${space.id}/members/${ada.id}`, { right: "manage" }))
            assert.deepInclude((yield* ada.ask("PUT", logs, { enabled: true })).body, {
              status: 403,
              code: "forbidden"
            })
            const switched = ok(yield* boss.ask("PUT", logs, { enabled: true })) as any
            assert.deepInclude(switched, { enabled: true, state: "on" })
            const log = switched.log_bucket as string
            assert.match(log, /^stowage-logs-/u)
            const stored = (yield* loggingOf(name)).LoggingEnabled
            assert.deepInclude(stored, { TargetBucket: log, TargetPrefix: `${name}/` })
            assert.deepInclude(ok(yield* boss.ask("PUT", logs, { enabled: true })) as any, { state: "on" })

            ok(yield* boss.ask("DELETE", `/spaces/${space.id}/members/${ada.id}`))
            const folder = ok(
              yield* boss.ask("POST", "/spaces", {
                name: unique("folder"),
                bucket_name: name,
                prefix: "team/",
                existing_bucket: true
              })
            ) as any
            ok(yield* boss.ask("PUT", `/spaces/${folder.id}/members/${ada.id}`, { right: "read" }))
            const forged = lineOf(name, "forged", "evil", { method: "DELETE" })
            const hostile = `team/x "GET /a HTTP/1.1" 200\n${forged}`
            const text = [
              lineOf(name, "team/a", "root", { id: "t.1" }),
              lineOf(name, "other/b", "root", { id: "t.2", method: "PUT" }),
              lineOf(name, hostile, "anonymous", { id: "t.3", status: 403 }),
              lineOf("elsewhere", "team/a", "root"),
              "cut off"
            ].join("")
            const key = objectKey(name)
            yield* write(log, key, text)
            yield* write(log, `${name}/readme.txt`, text)
            yield* write(log, objectKey(`${name}-2`), text)
            const report = yield* Effect.all([run("collect"), run("collect")], { concurrency: 2 })
            assert.include(
              report.map((one) => one["status"]),
              "completed"
            )
            yield* run("collect")
            const page = (who: typeof boss, query = "") =>
              Effect.map(who.ask("GET", `/access-logs/page${query}`), (answer) => ok(answer)["items"] as Array<any>)
            const ours = (items: Array<any>) =>
              items.filter((one) => one.request_id.startsWith("t.")).map((one) => one.request_id)
            assert.deepStrictEqual(ours(yield* page(boss)), ["t.3", "t.2", "t.1"])
            assert.deepStrictEqual(ours(yield* page(ada)), ["t.3", "t.1"])
            const [denied] = (yield* page(ada, "?result=denied")) as any
            assert.deepInclude(denied, {
              action: "read",
              path: hostile,
              path_checked: true,
              status: 403,
              error_code: "AccessDenied",
              identity: { id: "anonymous", name: "anonymous", email: null },
              space: { id: folder.id, name: folder.name },
              client_address: "10.0.0.9"
            })
            assert.deepInclude(ok(yield* boss.ask("GET", logs)) as any, { state: "on", refused_count: 2 })
            const spaces = (who: typeof boss) =>
              Effect.map(who.ask("GET", "/access-logs/spaces"), (answer) => ok(answer)["items"] as Array<any>)
            assert.sameDeepMembers(
              (yield* spaces(boss)).map((one) => [one.id, one.state, one.enabled, one.bucket_name]),
              [
                [space.id, "on", true, name],
                [folder.id, "on", true, name]
              ]
            )
            assert.deepStrictEqual(
              (yield* spaces(ada)).map((one) => one.id),
              [folder.id]
            )
            const left = yield* Effect.promise(() => root.send(new ListObjectsV2Command({ Bucket: log })))
            const keys = (left.Contents ?? []).map((one) => one.Key)
            assert.notInclude(keys, key)
            assert.include(keys, `${name}/readme.txt`)

            for (const [query, expected] of [
              ["?action=write", ["t.2"]],
              [`?space=${folder.id}`, ["t.3", "t.1"]],
              [`?space=${space.id}`, ["t.3", "t.2", "t.1"]],
              ["?path=team/a", ["t.1"]],
              ["?path=team%2Fx%20%22", ["t.3"]],
              ["?identity=root&action=read", ["t.1"]],
              ["?result=success&from=2026-01-01", ["t.2", "t.1"]],
              ["?to=2026-01-01", []]
            ] as const)
              assert.deepStrictEqual(ours(yield* page(boss, query)), [...expected], query)
            const first = ok(yield* boss.ask("GET", "/access-logs/page?limit=1&identity=root")) as any
            assert.deepStrictEqual(ours(first.items), ["t.2"])
            assert.deepStrictEqual(
              ours(yield* page(boss, `?identity=root&cursor=${encodeURIComponent(first.next_cursor)}`)),
              ["t.1"]
            )
            for (const query of ["action=nothing", "result=maybe", "from=yesterday", "limit=0", "mode=raw", "cursor=x"])
              assert.strictEqual((yield* boss.ask("GET", `/access-logs/page?${query}`)).status, 422, query)
            assert.strictEqual((yield* ada.ask("GET", `/access-logs/page?space=${space.id}`)).status, 404)
            assert.strictEqual((yield* ada.ask("GET", `/access-logs/raw?space=${space.id}`)).status, 404)

            const raw = yield* ada.ask("GET", "/access-logs/raw")
            assert.strictEqual(raw.headers.get("content-type"), "text/plain; charset=utf-8")
            const lines: Array<AccessLogLine> = []
            readAccessLog(raw.text, { bucket: name, from: 0, until: Date.now() + 60_000 }, true, {
              onRecord: (line) => lines.push(line),
              onRefusal: (reason) => assert.fail(reason)
            })
            assert.deepStrictEqual(
              lines.map((one) => [one.request_id, one.requester, one.status]),
              [
                ["t.3", "anonymous", 403],
                ["t.1", "root", 200]
              ]
            )

            yield* put(name, "late")
            ok(yield* boss.ask("PUT", logs, { enabled: false }))
            assert.isUndefined((yield* loggingOf(name)).LoggingEnabled)
            assert.deepInclude(ok(yield* boss.ask("POST", `${logs}/refresh`)) as any, { enabled: false, state: "off" })
            assert.deepStrictEqual(ours(yield* page(boss)), ["t.3", "t.2", "t.1"])
            if (isReal) assert.lengthOf(yield* page(boss, "?path=late"), 1, "lines before the end are kept")

            const settings = `/admin/accounts/${contextId}/portal-settings`
            ok(yield* admin("PUT", settings, { override: { access_logs_enabled: false } }))
            for (const [method, path, body] of [
              ["GET", "/access-logs/page"],
              ["GET", "/access-logs/raw"],
              ["GET", "/access-logs/spaces"],
              ["GET", logs],
              ["PUT", logs, { enabled: true }],
              ["POST", `${logs}/refresh`]
            ] as const)
              assert.deepInclude((yield* boss.ask(method, path, body)).body, {
                status: 403,
                code: "workspace_unavailable"
              })
          })
        )
      )

      it.effect("what stops a log is the state of its space, and other spaces are collected all the same", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { boss, bucket, logs, name, root, run, space, write } = yield* scene
            const log = (ok(yield* boss.ask("PUT", logs, { enabled: true })) as any).log_bucket as string
            const other = unique("other")
            const second = ok(yield* boss.ask("POST", "/spaces", { name: other, bucket_name: other })) as any
            ok(yield* boss.ask("PUT", `/spaces/${second.id}/access-logs`, { enabled: true }))
            const stateOf = (id: number) =>
              Effect.map(boss.ask("GET", `/spaces/${id}/access-logs`), (answer) => ok(answer)["state"] as string)
            const send = (command: any) => Effect.promise(() => root.send(command))

            yield* send(new PutBucketLoggingCommand({ Bucket: name, BucketLoggingStatus: {} }))
            yield* write(log, objectKey(other), lineOf(other, "k", "root", { id: "t.1" }))
            yield* run("collect")
            assert.strictEqual(yield* stateOf(space.id), "changed")
            assert.strictEqual(yield* stateOf(second.id), "on")
            ok(yield* boss.ask("PUT", logs, { enabled: true }))
            assert.strictEqual(yield* stateOf(space.id), "on")

            if (isReal) {
              const policy = {
                Effect: "Deny",
                Principal: "*",
                Action: "s3:ListBucket",
                Resource: `arn:aws:s3:::${log}`
              }
              const denial = JSON.stringify({ Version: "2012-10-17", Statement: [policy] })
              yield* send(new PutBucketPolicyCommand({ Bucket: log, Policy: denial }))
              assert.deepInclude(yield* run("collect"), { status: "completed", failed_source_count: 2 })
              assert.strictEqual(yield* stateOf(space.id), "denied")
              yield* send(new DeleteBucketPolicyCommand({ Bucket: log }))
              yield* run("collect")
              assert.strictEqual(yield* stateOf(space.id), "changed", "without its policy RGW cannot write")
              ok(yield* boss.ask("PUT", logs, { enabled: true }))
              yield* run("collect")
              assert.strictEqual(yield* stateOf(space.id), "on")
            }

            const third = ok(
              yield* boss.ask("POST", "/spaces", { name: unique("third"), bucket_name: unique("third") })
            ) as any
            yield* send(
              new PutBucketLoggingCommand({
                Bucket: third.bucket_name,
                BucketLoggingStatus: { LoggingEnabled: { TargetBucket: log, TargetPrefix: "mine/" } }
              })
            )
            ok(yield* boss.ask("PUT", `/spaces/${third.id}/access-logs`, { enabled: true }))

            const elsewhere = yield* bucket()
            const service = { Service: "logging.s3.amazonaws.com" }
            const grant = { Effect: "Allow", Principal: service, Action: "s3:PutObject" }
            const Policy = JSON.stringify({
              Version: "2012-10-17",
              Statement: [{ ...grant, Resource: `arn:aws:s3:::${elsewhere}/*` }]
            })
            yield* send(new PutBucketPolicyCommand({ Bucket: elsewhere, Policy }))
            const own = { LoggingEnabled: { TargetBucket: elsewhere, TargetPrefix: "mine/" } }
            const foreign = yield* bucket()
            yield* send(new PutBucketLoggingCommand({ Bucket: foreign, BucketLoggingStatus: own }))
            const place = { name: foreign, bucket_name: foreign, existing_bucket: true }
            const fourth = ok(yield* boss.ask("POST", "/spaces", place)) as any
            assert.deepInclude((yield* boss.ask("PUT", `/spaces/${fourth.id}/access-logs`, { enabled: true })).body, {
              status: 409,
              code: "state_conflict"
            })

            const listed = yield* Effect.promise(() => root.send(new ListObjectsV2Command({ Bucket: log })))
            assert.notInclude(
              (listed.Contents ?? []).map((one) => one.Key),
              "stowage-probe"
            )
            for (const id of [space.id, second.id, third.id])
              ok(yield* boss.ask("PUT", `/spaces/${id}/access-logs`, { enabled: false }))
            yield* run("collect")
            ok(yield* boss.ask("PUT", logs, { enabled: true }))
            for (const { Key } of (yield* Effect.promise(() => root.send(new ListObjectsV2Command({ Bucket: log }))))
              .Contents ?? [])
              yield* send(new DeleteObjectCommand({ Bucket: log, Key: Key! }))
            yield* send(new DeleteBucketCommand({ Bucket: log }))
            yield* run("collect")
            assert.strictEqual(yield* stateOf(space.id), "log_bucket_missing")
            ok(yield* boss.ask("PUT", logs, { enabled: true }))
            yield* run("collect")
            assert.strictEqual(yield* stateOf(space.id), "on")

            ok(yield* boss.ask("DELETE", `/spaces/${space.id}?confirm_name=${name}`))
            yield* run("collect")
            const status = yield* Effect.promise(() => root.send(new GetBucketLoggingCommand({ Bucket: name })))
            assert.isUndefined(status.LoggingEnabled, "no space uses the bucket any more")
          })
        )
      )

      if (!isReal)
        it.effect(
          "a log bucket that is full, refused or silent is a state that ends with it, and no line is lost",
          () =>
            Effect.scoped(
              Effect.gen(function* () {
                const { gateway: proxied, proxy } = yield* proxiedSandbox
                const { boss, logs, name, root, run, space, write } = yield* sceneOn(proxied)
                const log = (ok(yield* boss.ask("PUT", logs, { enabled: true })) as any).log_bucket as string
                const state = Effect.map(boss.ask("GET", logs), (answer) => ok(answer)["state"] as string)
                const refusal = (code: string) => ({
                  status: 403,
                  type: "application/xml",
                  text: `<Error><Code>${code}</Code></Error>`
                })

                proxy.set((method, path) =>
                  method === "PUT" && path.startsWith(`/${log}/stowage-probe`) ? refusal("QuotaExceeded") : "pass"
                )
                yield* run("collect")
                assert.strictEqual(yield* state, "full")

                yield* write(log, objectKey(name), lineOf(name, "kept", "root", { id: "t.1" }))
                proxy.set((_, path) => (path.startsWith(`/${log}?`) ? refusal("AccessDenied") : "pass"))
                yield* run("collect")
                assert.strictEqual(yield* state, "denied")

                proxy.set((_, path) => (path.startsWith(`/${log}?`) ? "cut" : "pass"))
                yield* run("collect")
                assert.strictEqual(yield* state, "unreachable")
                assert.deepStrictEqual((ok(yield* boss.ask("GET", "/access-logs/page")) as any).items, [])

                proxy.set(() => "pass")
                yield* Effect.andThen(run("collect"), state).pipe(
                  Effect.repeat({ schedule: Schedule.spaced("200 millis"), until: (now) => now === "on" })
                )
                const kept = (ok(yield* boss.ask("GET", `/access-logs/page?space=${space.id}`)) as any).items
                assert.deepStrictEqual(
                  kept.map((one: any) => one.request_id),
                  ["t.1"]
                )

                yield* Effect.promise(() => root.send(new DeleteBucketCommand({ Bucket: name })))
                yield* run("collect")
                assert.strictEqual(yield* state, "bucket_missing")
                assert.lengthOf((ok(yield* boss.ask("GET", `/access-logs/page?space=${space.id}`)) as any).items, 1)
              })
            )
        )

      if (isReal)
        it.effect("a full log bucket, a silent gateway and a deleted bucket are states of a space on RGW", () =>
          Effect.scoped(
            Effect.gen(function* () {
              const inner = yield* gateway.scene
              const proxy = yield* gatewayProxy(inner.target.url)
              const { ask, boss, logs, name, root, run, space, write } = yield* sceneOn({
                ...gateway,
                scene: Effect.succeed({ ...inner, target: { ...inner.target, url: proxy.url } })
              })
              const log = (ok(yield* boss.ask("PUT", logs, { enabled: true })) as any).log_bucket as string
              const collected = Effect.andThen(
                run("collect"),
                Effect.map(boss.ask("GET", logs), (answer) => ok(answer)["state"] as string)
              )
              const until = (expected: string) =>
                Effect.repeat(collected, {
                  schedule: Schedule.spaced("200 millis"),
                  until: (state) => state === expected
                })
              const limit = Effect.fnUntraced(function* (enabled: boolean) {
                const quota = `/buckets/${log}/features/quota`
                const { version } = ok(yield* ask("GET", quota)) as any
                const value = { max_size_bytes: null, max_objects: 1, enabled }
                ok(yield* ask("PUT", quota, { value, version }))
              })
              yield* write(log, "kept", "x")
              yield* limit(true)
              assert.strictEqual(yield* until("full"), "full")
              yield* limit(false)
              assert.strictEqual(yield* until("on"), "on")

              proxy.set((_, path) => (path.startsWith(`/${log}?`) ? "cut" : "pass"))
              assert.strictEqual(yield* collected, "unreachable")
              proxy.set(() => "pass")
              assert.strictEqual(yield* until("on"), "on")

              yield* Effect.promise(() => root.send(new DeleteBucketCommand({ Bucket: name })))
              assert.strictEqual(yield* until("bucket_missing"), "bucket_missing")
              assert.strictEqual(ok(yield* boss.ask("GET", `/spaces/${space.id}`))["bucket_state"], "missing")
            })
          )
        )

      it.effect("a log object whose body always breaks off stops no other, and is read when it can be", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const inner = yield* gateway.scene
            const proxy = yield* gatewayProxy(inner.target.url)
            const { boss, logs, name, run, write } = yield* sceneOn({
              ...gateway,
              scene: Effect.succeed({ ...inner, target: { ...inner.target, url: proxy.url } })
            })
            const log = (ok(yield* boss.ask("PUT", logs, { enabled: true })) as any).log_bucket as string
            const [broken, whole] = [objectKey(name), objectKey(name)]
            yield* write(log, broken, lineOf(name, "first", "root", { id: "t.1" }))
            yield* write(log, whole, lineOf(name, "second", "root", { id: "t.2" }))
            proxy.set((method, path) => (method === "GET" && path.includes(broken) ? "cut" : "pass"))
            const found = Effect.gen(function* () {
              yield* run("collect")
              const page = ok(yield* boss.ask("GET", "/access-logs/page?limit=100")) as any
              const paths = page.items.map((one: any) => one.path).filter((one: any) => one !== null)
              return [
                ok(yield* boss.ask("GET", logs))["state"],
                ...paths.filter((one: string) => /first|second/.test(one))
              ]
            })
            assert.deepStrictEqual(yield* found, ["unreachable", "second"])
            proxy.set(() => "pass")
            assert.sameMembers(yield* found, ["on", "second", "first"])
          })
        )
      )

      if (isReal)
        it.effect("requests on a gateway become lines with the names and results of those who sent them", () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { ada, boss, logs, name, put, root, space, url } = yield* scene
              ok(yield* boss.ask("PUT", `/spaces/${space.id}/members/${ada.id}`, { right: "read" }))
              const key = ok(
                yield* ada.ask("POST", "/access-keys", { storage_space_id: space.id, label: "Laptop" })
              ) as any
              const s3 = yield* clientOf(url, { accessKey: key.access_key, secretKey: key.secret_key })
              const listedKey = Effect.map(ada.ask("GET", "/access-keys"), (answer) => ok(answer)["items"][0])
              const unknownUse = { last_request_at: null, logged_since: null, hints: [] }
              assert.deepInclude(yield* listedKey, unknownUse, "without access logs its use is unknown")
              ok(yield* boss.ask("PUT", logs, { enabled: true }))
              assert.isString((yield* listedKey).logged_since)
              const hostile = `dir/ü "x" y\n${lineOf(name, "forged", "evil", { method: "DELETE" })}`
              yield* put(name, "dir/a b.txt")
              yield* put(name, hostile)
              // RGW 20.2 does not log uploads that it refuses
              const settled = (request: Promise<unknown>) => Effect.promise(() => request.then(String, String))
              yield* settled(s3.send(new GetObjectCommand({ Bucket: name, Key: "dir/a b.txt" })))
              yield* settled(s3.send(new ListObjectsV2Command({ Bucket: name })))
              yield* settled(s3.send(new DeleteObjectCommand({ Bucket: name, Key: "denied" })))
              assert.deepInclude(ok(yield* boss.ask("POST", `${logs}/refresh`)) as any, {
                state: "on",
                refused_count: 0
              })
              const { items } = ok(yield* boss.ask("GET", `/access-logs/page?space=${space.id}`)) as any
              const mine = items.filter((one: any) => one.identity.email !== null)
              assert.deepStrictEqual(
                mine.map((one: any) => [one.action, one.path, one.result, one.status]).toReversed(),
                [
                  ["read", "dir/a b.txt", "success", 200],
                  ["list", null, "success", 200],
                  ["delete", "denied", "denied", 403]
                ]
              )
              assert.strictEqual((yield* listedKey).last_request_at, mine[0].at)
              assert.lengthOf(new Set(mine.map((one: any) => one.identity.name)), 1)
              assert.notMatch(mine[0].identity.name, /^[0-9a-f]{8}-/u, "a name, no id")
              const puts = items.filter((one: any) => one.operation === "REST.PUT.OBJECT" && one.status === 200)
              assert.deepStrictEqual(puts.map((one: any) => one.path).toReversed(), ["dir/a b.txt", hostile])
              assert.isTrue(items.every((one: any) => one.path_checked))
              assert.deepStrictEqual(
                items.filter((one: any) => one.identity.id === "evil"),
                []
              )
              ok(yield* boss.ask("POST", `${logs}/refresh`))
              const again = ok(yield* boss.ask("GET", `/access-logs/page?space=${space.id}&path=dir/`)) as any
              assert.lengthOf(again.items, 3)
              assert.isUndefined(
                (yield* Effect.promise(() => root.send(new ListObjectsV2Command({ Bucket: name, Prefix: "forged" }))))
                  .Contents
              )
            })
          )
        )
    })
  })
}
