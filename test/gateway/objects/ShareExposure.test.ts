import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { requirement } from "../../support/Requirement.ts"
import { WholeService } from "../../support/WholeService.ts"
import { adminGateways } from "../contract/adminGateway.ts"
import { ok } from "../managerScene.ts"
import { shareScene } from "./shareScene.ts"

const becomes = <A>(read: Effect.Effect<A>, wanted: (found: A) => boolean) =>
  Effect.flatMap(read, (found) => (wanted(found) ? Effect.succeed(found) : Effect.fail(found))).pipe(
    Effect.retry(Schedule.spaced("100 millis").pipe(Schedule.upTo({ times: 300 }))),
    Effect.orDie
  )

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`open links to a private bucket on ${gateway.name}`, () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      it.effect("are exposure, until whoever manages the bucket or the installation revokes them", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* shareScene(gateway)
            const manager = (method: string, path: string) =>
              scene.send(method, `/api/manager${path}${path.includes("?") ? "&" : "?"}context_id=${scene.contextId}`)
            const listed = Effect.map(manager("GET", "/exposure?page=1&page_size=200"), (answer) =>
              (ok(answer)["items"] as ReadonlyArray<any>).find(({ bucket }) => bucket === scene.bucket)
            )
            yield* becomes(listed, (row) => row?.verdict === "private")

            yield* scene.plant("secret/report.txt", "x")
            const sends = yield* scene.make({ kind: "upload", prefix: "inbox/", title: "Your files" })
            const fetches = yield* scene.make({ kind: "archive", prefix: "secret/", keys: ["secret/report.txt"] })
            const [whole, some] = [
              yield* scene.make({ kind: "archive", prefix: "", keys: ["secret/"] }),
              yield* scene.make({ kind: "archive", prefix: "secret/", keys: ["secret/report.txt", "secret/x"] })
            ]
            const nameOf = (at: string) =>
              Effect.promise(
                async () =>
                  ((await (await fetch(`${scene.origin}${at}`)).json()) as { readonly file_name: string }).file_name
              )
            assert.deepStrictEqual(
              [yield* nameOf(fetches.at), yield* nameOf(whole.at), yield* nameOf(some.at)],
              ["report.txt.zip", "secret.zip", "files.zip"],
              "the name of an archive says nothing of the folder in which its entries were chosen"
            )
            for (const { id } of [whole, some]) yield* scene.revoke(id)
            const linked = yield* becomes(listed, (row) => row?.ways.length === 2)
            assert.strictEqual(linked.verdict, "linked")
            const one = ok(yield* manager("GET", `/buckets/${scene.bucket}/exposure`))
            assert.deepStrictEqual(
              [one["verdict"], (one["ways"] as ReadonlyArray<any>).map(({ may, via }) => `${via} ${may}`)],
              ["linked", ["link read", "link write"]]
            )
            assert.strictEqual(
              ok(
                yield* scene.send(
                  "POST",
                  `/api/manager/buckets/${scene.bucket}/policy/check?context_id=${scene.contextId}`,
                  {}
                )
              )["exposure"].verdict,
              "linked"
            )

            const shares = ok(yield* manager("GET", `/buckets/${scene.bucket}/shares`))["items"] as ReadonlyArray<any>
            assert.deepStrictEqual(
              shares
                .filter(({ state }) => state === "active")
                .map(({ entries, id, kind, prefix, state }) => [id, kind, prefix, entries, state]),
              [
                [fetches.id, "archive", "secret/", 1, "active"],
                [sends.id, "upload", "inbox/", 0, "active"]
              ]
            )
            assert.notInclude(JSON.stringify(shares), sends.token)
            assert.notInclude(JSON.stringify(shares), "report.txt")
            const everybodys = ok(
              yield* scene.send("GET", "/api/admin/shares?page=1&search=inbox&state=active&sort_by=expires_at")
            )
            const own = (everybodys["items"] as ReadonlyArray<any>).find(({ id }) => id === sends.id)
            assert.deepInclude(own, {
              prefix: "inbox/",
              title: "Your files",
              bucket: scene.bucket,
              state: "active",
              context_id: scene.contextId
            })

            const other = ok(
              yield* scene.send("POST", `/api/manager/buckets?context_id=${scene.contextId}`, {
                name: `${scene.bucket}-2`.slice(-60)
              })
            )["name"] as string
            assert.strictEqual(
              (yield* manager("DELETE", `/buckets/${other}/shares/${sends.id}`)).status,
              404,
              "it leads to another bucket"
            )
            assert.strictEqual((yield* manager("DELETE", `/buckets/${scene.bucket}/shares/${sends.id}`)).status, 204)
            assert.strictEqual((yield* scene.send("DELETE", `/api/admin/shares/${fetches.id}`)).status, 204)
            assert.strictEqual((yield* becomes(listed, (row) => row?.ways.length === 0)).verdict, "private")
            assert.strictEqual((yield* Effect.promise(() => fetch(`${scene.origin}${sends.at}`))).status, 404)

            const entries = ok(yield* scene.send("GET", "/api/admin/audit/logs?limit=50"))[
              "items"
            ] as ReadonlyArray<any>
            const told = (action: string, id: string) =>
              entries.find((entry) => entry.action === action && entry.entity.id === id)
            for (const [id, direction, prefix] of [
              [sends.id, "upload", "inbox/"],
              [fetches.id, "download", "secret/"]
            ] as const) {
              for (const action of ["share.create", "share.revoke"]) {
                const entry = told(action, id)
                assert.deepInclude(entry.metadata, { direction, prefix, bucket: scene.bucket }, action)
                assert.isString(entry.metadata.expires_at)
                assert.include(entry.message, `${direction} link to ${scene.bucket}/${prefix}`)
              }
            }
            assert.deepStrictEqual(
              [told("share.revoke", sends.id).scope, told("share.revoke", fetches.id).scope],
              ["manager", "admin"]
            )
          })
        )
      )
    })
  })
}
