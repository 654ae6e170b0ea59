import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { cookieNames } from "#http/sessionCookies.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { WholeService } from "../support/WholeService.ts"
import { somebody } from "./people.ts"

const header = { "x-s3-workspace": "manager-browser" }

const scene = Effect.fnUntraced(function* (data: boolean) {
  const sql = yield* SqlClient.SqlClient
  const { publicOrigin } = yield* Settings
  const name = crypto.randomUUID()
  const [endpoint] = yield* sql<{ id: number }>`
    insert into storage_endpoints (name, url, features_config, created_at, updated_at)
      values (${name}, ${`http://${name}.example.org`}, '{"features":{}}', now(), now()) returning id`
  const [account] = yield* sql<{ id: number }>`
    insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    values (${name}, 'RGW00000000000000001', 'root', ${endpoint!.id}, 'AK', 'sealed', now()) returning id`
  const key = `endpoint:${endpoint!.id}/owner:RGW00000000000000001`
  yield* sql`insert into bucket_listings (key, state, version, refreshed_at) values (${key}, 'complete', 1, now())`
  const person = yield* somebody("ui_user")
  yield* sql`insert into user_associations (user_id, rgw_account_id, manager_role, allow_manager_browser_data_access)
    values (${person.user.id}, ${account!.id}, 'account_administrator', ${data})`
  const opened = yield* (yield* Sessions).open(person, null)
  const ask = (path: string, headers: Record<string, string> = {}) =>
    Effect.promise(async () => {
      const response = await fetch(`${publicOrigin}/api${path}`, {
        headers: { cookie: `${cookieNames.access}=${Redacted.value(opened.access)}`, ...headers }
      })
      const body = (await response.json()) as { readonly code?: string; readonly remediation_reason?: string }
      return [response.status, body.code ?? "", body.remediation_reason ?? ""]
    })
  return { ask, own: account!.id, user: person.user.id }
})

layer(WholeService(), { excludeTestServices: true, timeout: "60 seconds" })("the Manager's own explorer", (it) => {
  it.effect("with the right to the data it opens what the Browser opens", () =>
    Effect.gen(function* () {
      const { ask, own } = yield* scene(true)
      for (const headers of [{}, header])
        assert.deepStrictEqual(yield* ask(`/browser/buckets/search?context_id=${own}`, headers), [200, "", ""])
    })
  )

  it.effect("without it the Manager goes on, and every place of the data says why it is closed", () =>
    Effect.gen(function* () {
      const { ask, own } = yield* scene(false)
      assert.deepStrictEqual(yield* ask(`/manager/buckets?context_id=${own}&page=1`), [200, "", ""])
      for (const path of [
        "search",
        "kept/objects",
        "kept/versions",
        "kept/multipart",
        "kept/search",
        "kept/cors-advice"
      ]) {
        assert.deepStrictEqual(
          yield* ask(`/browser/buckets/${path}?context_id=${own}`, header),
          [403, "workspace_unavailable", "manager_browser_data_access_missing"],
          path
        )
        assert.deepStrictEqual(yield* ask(`/browser/buckets/${path}?context_id=${own}`), [404, "not_found", ""], path)
      }
    })
  )

  it.effect("what somebody does not manage is not found, and another workspace is no workspace", () =>
    Effect.gen(function* () {
      const { own } = yield* scene(true)
      const { ask } = yield* scene(true)
      assert.deepStrictEqual(yield* ask(`/browser/buckets/search?context_id=${own}`, header), [404, "not_found", ""])
      for (const said of ["browser", "manager", "", "Manager-Browser"]) {
        assert.deepStrictEqual(
          (yield* ask(`/browser/buckets/search?context_id=${own}`, { "x-s3-workspace": said })).slice(0, 2),
          [422, "validation_failed"],
          said
        )
      }
    })
  )

  it.effect("a shared connection is the Manager's alone", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { ask, user } = yield* scene(true)
      const [endpoint] = yield* sql<{ id: number }>`select id from storage_endpoints order by id desc limit 1`
      const [connection] = yield* sql<{ id: number }>`
      insert into s3_connections (name, storage_endpoint_id, access_key, secret, seal, created_at, updated_at)
      values (${crypto.randomUUID()}, ${endpoint!.id}, 'AK', 'sealed', gen_random_uuid(), now(), now()) returning id`
      yield* sql`insert into user_associations (user_id, s3_connection_id, manager_role)
        values (${user}, ${connection!.id}, 'account_administrator')`
      for (const headers of [{}, header]) {
        assert.deepStrictEqual(yield* ask(`/browser/buckets/kept/objects?context_id=conn-${connection!.id}`, headers), [
          403,
          "workspace_unavailable",
          "shared_connection_manager_access_disabled"
        ])
      }
    })
  )
})
