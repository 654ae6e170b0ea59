import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as ShareListingsSql from "#layers/sql/objects/ShareListingsSql.ts"
import { ShareListings } from "#services/objects/shares/ShareListings.ts"
import { TestDatabase } from "../../../support/TestDatabase.ts"

const now = DateTime.makeUnsafe("2026-05-04T09:00:00Z")
const endpointUrl = "https://s3.example.org"

const contexts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rowId = <E, R>(statement: Effect.Effect<ReadonlyArray<object>, E, R>) =>
    Effect.map(statement, ([row]) => (row as { readonly id: number }).id)
  const person = yield* rowId(sql`
    insert into ui_users (email, full_name, role, created_at, updated_at)
    values ('ada@example.org', 'Ada', 'ui_user', now(), now()) returning id`)
  const endpoint = (name: string, url: string, cluster: string | null) =>
    rowId(sql`
      insert into storage_endpoints (name, url, features_config, detected, created_at, updated_at)
      values (${name}, ${url}, '{"features":{}}', ${JSON.stringify({ cluster_id: cluster })}::text::jsonb, now(), now())
      returning id`)
  const here = yield* endpoint("Paris", endpointUrl, "c0ffee")
  const inside = yield* endpoint("Paris inside", "http://10.0.0.1:7480", "c0ffee")
  const elsewhere = yield* endpoint("Rome", "https://rome.example.org", null)
  const nextDoor = yield* endpoint("Milan", "https://milan.example.org", null)
  const account = (id: number) =>
    rowId(sql`
      insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
      values ('Team', ${`RGW0000000000000000${id}`}, 'root', ${id}, ${`A${id}`}, 'sealed', now()) returning id`)
  const user = (uid: string) =>
    rowId(sql`
      insert into rgw_users (name, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
      values (${uid}, ${uid}, ${here}, ${uid}, 'sealed', now()) returning id`)
  const connection = (endpointId: number | null, custom: object | null) =>
    rowId(sql`
      insert into s3_connections (name, owner_user_id, storage_endpoint_id, custom_endpoint, access_key, secret, seal,
        created_at, updated_at)
      values (${crypto.randomUUID()}, ${person}, ${endpointId},
        ${custom === null ? null : JSON.stringify(custom)}::text::jsonb, 'key',
        'sealed', gen_random_uuid(), now(), now()) returning id`)
  const ids = {
    team: yield* account(here),
    second: yield* account(inside),
    other: yield* account(elsewhere),
    third: yield* account(nextDoor),
    robot: yield* user("robot"),
    tenant: yield* user("t1$ann")
  }
  for (const [column, id] of [
    ["rgw_account_id", ids.team],
    ["rgw_account_id", ids.second],
    ["rgw_account_id", ids.other],
    ["rgw_account_id", ids.third],
    ["rgw_user_id", ids.robot],
    ["rgw_user_id", ids.tenant]
  ] as const)
    yield* sql`
      insert into user_associations (user_id, ${sql(column)}, manager_role, allow_manager_browser_data_access)
      values (${person}, ${id}, 'account_administrator', true)`
  const custom = { provider: "cluster", url: endpointUrl, region: "", verify_tls: true, force_path_style: true }
  const places = {
    team: String(ids.team),
    robot: `s3u-${ids.robot}`,
    tenant: `s3u-${ids.tenant}`,
    second: String(ids.second),
    other: String(ids.other),
    third: String(ids.third),
    registered: `conn-${yield* connection(here, null)}`,
    custom: `conn-${yield* connection(null, custom)}`
  }
  return { sql, person, places }
})

layer(ShareListingsSql.layer.pipe(Layer.provideMerge(TestDatabase.layer)), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("links by bucket", (it) => {
  it.effect("count every context of the same bucket, and none of another tenant or gateway", () =>
    Effect.gen(function* () {
      const { person, places, sql } = yield* contexts
      const listings = yield* ShareListings
      const titles = Object.keys(places) as ReadonlyArray<keyof typeof places>
      for (const title of titles)
        yield* sql`
          insert into shares ${sql.insert({
            id: crypto.randomUUID(),
            token_digest: title,
            token_sealed: "",
            kind: title === "custom" ? "upload" : "object",
            user_id: person,
            context_id: places[title],
            bucket: "data",
            prefix: "",
            keys: "[]",
            title,
            note: "",
            created_at: DateTime.toDate(now),
            expires_at: DateTime.toDate(DateTime.add(now, { hours: 1 }))
          })}`
      const shared = ["custom", "registered"]
      const expected: Record<keyof typeof places, ReadonlyArray<string>> = {
        team: [...shared, "robot", "second", "team"],
        robot: [...shared, "robot", "second", "team"],
        tenant: [...shared, "tenant"],
        second: ["registered", "robot", "second", "team"],
        other: ["other"],
        third: ["third"],
        registered: [...shared, "robot", "second", "team", "tenant"],
        custom: [...shared, "robot", "team", "tenant"]
      }
      for (const title of titles) {
        const found = yield* listings.ofBucket(places[title], "data", now, 10)
        assert.deepStrictEqual(found.map((share) => share.title).sort(), [...expected[title]].sort(), title)
        const links = (yield* listings.open(places[title], now)).get("data")
        const uploads = expected[title].includes("custom") ? 1 : 0
        assert.deepInclude(links, { downloads: expected[title].length - uploads, uploads }, title)
      }
      assert.deepStrictEqual(yield* listings.ofBucket(places.team, "elsewhere", now, 10), [])
    })
  )

  it.effect("count no link that is revoked or expired, or whose maker lost the right to the data", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const listings = yield* ShareListings
      const [{ id } = { id: 0 }] = yield* sql<{
        id: number
      }>`select id from rgw_accounts where name = 'Team' order by id limit 1`
      const downloads = (at = now) =>
        Effect.map(listings.open(String(id), at), (open) => open.get("data")?.downloads ?? 0)
      assert.strictEqual(yield* downloads(), 4)
      yield* sql`update shares set revoked_at = ${DateTime.toDate(now)} where title = 'robot'`
      assert.strictEqual(yield* downloads(), 3)
      yield* sql`update user_associations set allow_manager_browser_data_access = false where rgw_account_id = ${id}`
      assert.strictEqual(yield* downloads(), 2)
      assert.strictEqual(yield* downloads(DateTime.add(now, { hours: 1 })), 0)
    })
  )
})
