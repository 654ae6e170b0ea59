import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { internalToken, WholeService } from "../../support/WholeService.ts"
import { adminGateways } from "../contract/adminGateway.ts"
import { ok } from "../managerScene.ts"
import { shareScene } from "./shareScene.ts"

const sandbox = (await adminGateways()).find(({ name }) => name === "sandbox")!

layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
  excludeTestServices: true,
  timeout: "120 seconds"
})("links whose maker lost the right to the data", (it) => {
  it.effect("are reported to the maker once for each loss, and open again with the right", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const scene = yield* shareScene(sandbox)
        const sql = yield* SqlClient.SqlClient
        const run = Effect.map(
          scene.send("POST", "/api/internal/shares/close", undefined, { "x-internal-token": internalToken }),
          ok
        )
        const setRight = (allowed: boolean) =>
          sql`update user_associations set allow_manager_browser_data_access = ${allowed}
            where rgw_account_id = ${Number(scene.contextId)}`
        const closures = Effect.map(scene.send("GET", "/api/notifications?limit=50"), (answer) =>
          (ok(answer)["items"] as ReadonlyArray<any>).filter(({ type }) => type === "share_closed")
        )
        const statusOf = (at: string) => Effect.promise(async () => (await fetch(`${scene.origin}${at}`)).status)
        const states = Effect.map(scene.send("GET", "/api/browser/shares"), (answer) =>
          (ok(answer)["items"] as ReadonlyArray<any>).map(({ state }) => state).toSorted()
        )

        yield* scene.plant("reports/a.txt", "x")
        const fetches = yield* scene.make({ kind: "archive", prefix: "", keys: ["reports/"] })
        const sends = yield* scene.make({ kind: "upload", prefix: "inbox/" })
        const revoked = yield* scene.make({ kind: "upload", prefix: "revoked/" })
        const expired = yield* scene.make({ kind: "upload", prefix: "expired/" })
        yield* scene.revoke(revoked.id)
        yield* sql`update shares set expires_at = now() where id = ${expired.id}`
        assert.deepInclude(yield* run, { status: "completed", closed_count: 0, reopened_count: 0 })
        assert.deepStrictEqual(yield* closures, [], "the maker has the right")

        yield* setRight(false)
        assert.deepInclude(yield* run, { closed_count: 2 })
        const [closure, ...others] = yield* closures
        assert.deepStrictEqual(others, [])
        assert.deepInclude(closure, {
          title: "2 links of yours have closed",
          severity: "warning",
          link: "/profile/links",
          read_at: null
        })
        assert.include(closure.message, `the download link to ${scene.bucket}/reports/,`)
        assert.include(closure.message, `the upload link to ${scene.bucket}/inbox/`)
        assert.notInclude(closure.message, "revoked/")
        assert.notInclude(closure.message, "expired/")
        assert.strictEqual(yield* statusOf(fetches.at), 404)
        assert.deepInclude(yield* run, { closed_count: 0, reopened_count: 0 })
        assert.lengthOf(yield* closures, 1, "a second run repeats nothing")

        yield* setRight(true)
        assert.deepInclude(yield* run, { closed_count: 0, reopened_count: 2 })
        assert.strictEqual(yield* statusOf(sends.at), 200)
        assert.deepStrictEqual(yield* states, ["active", "active", "expired", "revoked"])
        yield* sql`update shares set revoked_at = now() where id = ${sends.id}`
        yield* setRight(false)
        assert.deepInclude(yield* run, { closed_count: 1 })
        assert.deepStrictEqual(
          (yield* closures).map(({ title }) => title),
          ["A link of yours has closed", "2 links of yours have closed"]
        )
      })
    )
  )
})
