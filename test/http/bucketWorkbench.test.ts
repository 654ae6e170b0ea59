import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { JudgedBucket } from "#domain/fleet/BucketExposure.ts"
import type { UiRole } from "#domain/platform/access/Caller.ts"
import { ExposureRecords } from "#services/fleet/ExposureRecords.ts"
import { FeatureRecords } from "#services/buckets/workbench/FeatureRecords.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { cookieNames } from "#http/sessionCookies.ts"
import { somebody } from "../rules/people.ts"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { EventConnection } from "../support/EventConnection.ts"
import { WholeService } from "../support/WholeService.ts"

interface Row {
  readonly id: string
  readonly name: string
  readonly tenant: string
  readonly context_id?: string
  readonly tags: ReadonlyArray<{ readonly id: number; readonly label: string; readonly visibility: string }>
  readonly features?: Readonly<Record<string, { readonly state: string }>>
  readonly params?: Readonly<Record<string, { readonly state: string; readonly values: ReadonlyArray<unknown> }>>
}
interface Page {
  readonly items: ReadonlyArray<Row>
  readonly total: number
  readonly total_all: number
  readonly listing: {
    readonly state: string
    readonly stats_available: boolean
    readonly stale: boolean
    readonly last_error: { readonly code: string; readonly detail: string } | null
  }
  readonly warnings: ReadonlyArray<string>
  readonly code?: string
  readonly errors?: ReadonlyArray<{ readonly path: ReadonlyArray<string>; readonly message: string }>
}

interface ExposureAnswer {
  readonly items: ReadonlyArray<{ readonly name: string; readonly verdict: string; readonly since: string }>
  readonly total: number
  readonly total_all: number
  readonly check: object | null
  readonly counts: object
}
interface ExposureChanges {
  readonly items: ReadonlyArray<{
    readonly name: string
    readonly kind: string
    readonly before: string | null
    readonly after: string | null
    readonly before_since: string | null
  }>
  readonly next_cursor: string | null
}
interface View {
  readonly id: number
  readonly name: string
  readonly visibility: string
  readonly query: Readonly<Record<string, string>>
  readonly left_out: ReadonlyArray<{ readonly part: string; readonly name: string }>
  readonly made_by: string | null
  readonly may_change: boolean
  readonly version: number
}
type Answer = Record<string, any>

const OWNER = "RGW00000000000000001"

const operator = Effect.fnUntraced(function* (privileges: ReadonlyArray<string>, role?: UiRole) {
  const sql = yield* SqlClient.SqlClient
  const { publicOrigin } = yield* Settings
  const record = yield* somebody(role ?? "ui_user")
  yield* sql`
    update ui_users set privileges = array(select jsonb_array_elements_text(${JSON.stringify(privileges)}::text::jsonb))
    where id = ${record.user.id}`
  const opened = yield* (yield* Sessions).open(record, yield* DateTime.now)
  const browser = new ConsoleBrowser(publicOrigin)
  browser.enter({ [cookieNames.access]: Redacted.value(opened.access) }, opened.csrf)
  const send = (method: string, path: string, body?: unknown) =>
    Effect.map(
      Effect.promise(() => browser.send(method, path, body)),
      (answer) => ({ ...(answer.body as unknown as Page), status: answer.status })
    )
  return { id: record.user.id, send, cookie: `${cookieNames.access}=${Redacted.value(opened.access)}`, publicOrigin }
})

const parameters = (query: Readonly<Record<string, unknown>>) =>
  new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [
      name,
      Array.isArray(value) ? value.join(",") : typeof value === "object" ? JSON.stringify(value) : String(value)
    ])
  ).toString()

const world = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const name = crypto.randomUUID()
  const [endpoint] = yield* sql<{ id: number }>`
    insert into storage_endpoints (name, url, features_config, created_at, updated_at)
    values (${name}, ${`http://${name}.example.org`}, '{"features":{}}', now(), now()) returning id`
  const [account] = yield* sql<{ id: number }>`
    insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    values (${name}, ${OWNER}, 'root', ${endpoint!.id}, 'AK', 'sealed', now()) returning id`
  const place = `endpoint:${endpoint!.id}`
  const [cluster, own] = [`${place}/buckets`, `${place}/owner:${OWNER}`]
  const put = (key: string, bucket: { name: string; tenant?: string; owner: string; used: number | null }) =>
    sql`
      insert into bucket_listing_rows (key, tenant, name, owner, used_bytes, object_count, bucket_id, has_statistics,
        generation, version)
      values (${key}, ${bucket.tenant ?? ""}, ${bucket.name}, ${bucket.owner}, ${bucket.used}, ${bucket.used},
        ${`id.${bucket.tenant ?? ""}.${bucket.name}`}, ${bucket.used !== null}, 1, 1)`
  for (const key of [cluster, own])
    yield* sql`insert into bucket_listings (key, state, version, refreshed_at) values (${key}, 'complete', 1, now())`
  yield* put(cluster, { name: "data", tenant: "t1", owner: "t1$ann", used: 10 })
  yield* put(cluster, { name: "data", tenant: "t2", owner: "t2$bob", used: 20 })
  yield* put(cluster, { name: "logs", owner: OWNER, used: 30 })
  yield* put(own, { name: "logs", owner: OWNER, used: 30 })
  return { sql, endpointId: endpoint!.id, accountId: account!.id, place, cluster, own, put }
})

const names = ({ items }: Page) => items.map(({ name, tenant }) => (tenant === "" ? name : `${tenant}/${name}`))

layer(WholeService(), { excludeTestServices: true, timeout: "60 seconds" })("the bucket workbenches", (it) => {
  it.effect("are open to their privilege alone", () =>
    Effect.gen(function* () {
      const { endpointId } = yield* world
      const nobody = yield* operator([])
      const cluster = yield* operator(["cluster_admin"])
      const ops = yield* operator(["storage_ops"])
      const paths = [`/api/cluster-admin/endpoints/${endpointId}/buckets`, "/api/storage-ops/buckets"]
      const statuses = yield* Effect.forEach([nobody, cluster, ops], ({ send }) =>
        Effect.forEach(paths, (path) => Effect.map(send("GET", path), ({ status }) => status))
      )
      assert.deepStrictEqual(statuses, [
        [403, 403],
        [200, 403],
        [403, 200]
      ])
      const missing = yield* cluster.send("GET", "/api/cluster-admin/endpoints/2147483647/buckets")
      assert.strictEqual(missing.status, 404)
    })
  )

  it.effect("answer equal rows, order and total by GET, POST and the stream", () =>
    Effect.gen(function* () {
      const { endpointId } = yield* world
      const { cookie, publicOrigin, send } = yield* operator(["cluster_admin"])
      const path = `/api/cluster-admin/endpoints/${endpointId}/buckets`
      const rules = (...written: ReadonlyArray<object>) => ({ match: "all", rules: written })
      const expected: ReadonlyArray<readonly [Record<string, unknown>, ReadonlyArray<string>, number]> = [
        [{}, ["t1/data", "t2/data", "logs"], 3],
        [{ sort_by: "used_bytes", sort_dir: "desc" }, ["logs", "t2/data", "t1/data"], 3],
        [{ sort_by: "used_bytes", page: 2, page_size: 2 }, ["logs"], 3],
        [{ search: "DATA" }, ["t1/data", "t2/data"], 2],
        [{ advanced_filter: rules({ field: "tenant", op: "eq", value: "T2" }) }, ["t2/data"], 1],
        [{ advanced_filter: rules({ field: "owner_kind", op: "eq", value: "account" }) }, ["logs"], 1],
        [
          { advanced_filter: rules({ field: "used_bytes", op: "gt", value: 15 }), sort_dir: "desc" },
          ["logs", "t2/data"],
          2
        ],
        [{ include: ["versioning", "cors", "lifecycle_expiration_days"], page_size: 1 }, ["t1/data"], 3]
      ]
      for (const [query, rows, total] of expected) {
        const get = yield* send("GET", `${path}?${parameters(query)}`)
        assert.deepStrictEqual([get.status, names(get), get.total, get.total_all], [200, rows, total, 3])
        const { status: _, ...page } = get
        const { status, ...post } = yield* send("POST", `${path}/query`, query)
        assert.deepStrictEqual([status, post], [200, page], JSON.stringify(query))
        const connection = yield* Effect.promise(() =>
          EventConnection.open(`${publicOrigin}${path}/stream?${parameters(query)}`, { cookie })
        )
        const result = yield* Effect.promise(() => connection.received(({ event }) => event === "result"))
        connection.close()
        assert.deepStrictEqual(result.data, page, JSON.stringify(query))
      }
      const [row] = (yield* send("GET", `${path}?include=versioning,lifecycle_expiration_days`)).items
      assert.deepStrictEqual([row?.id, row?.features?.["versioning"]?.state], ["id.t1.data", "unavailable"])
      assert.deepStrictEqual(Object.keys(row?.features ?? {}), ["versioning"])
      assert.deepStrictEqual(row?.params, { lifecycle_expiration_days: { state: "unavailable", values: [] } })
    })
  )

  it.effect("name the place of a fault of the filter", () =>
    Effect.gen(function* () {
      const { endpointId } = yield* world
      const { send } = yield* operator(["cluster_admin"])
      const path = `/api/cluster-admin/endpoints/${endpointId}/buckets`
      const filter = { rules: [{ field: "name", op: "gt", value: "a" }] }
      const post = yield* send("POST", `${path}/query`, { advanced_filter: filter })
      const get = yield* send("GET", `${path}?${parameters({ advanced_filter: filter })}`)
      const torn = yield* send("GET", `${path}?advanced_filter=%7B`)
      assert.deepStrictEqual(
        [post, get, torn].map(({ errors, status }) => [status, errors?.map(({ path: at }) => at.join("."))]),
        [
          [422, ["payload.advanced_filter.rules.0.op"]],
          [422, ["query.advanced_filter.rules.0.op"]],
          [422, ["query.advanced_filter"]]
        ]
      )
    })
  )

  it.effect("refuse filters beyond every limit, on all transports", () =>
    Effect.gen(function* () {
      const { endpointId } = yield* world
      const { send } = yield* operator(["cluster_admin"])
      const path = `/api/cluster-admin/endpoints/${endpointId}/buckets`
      let deep: unknown = { field: "name", op: "eq", value: "a" }
      for (let depth = 0; depth < 100; depth++) deep = { match: "all", rules: [deep] }
      const many = Array.from({ length: 10_000 }, (_, index) => `bucket-${index}`)
      const place = "advanced_filter.rules.0"
      const filters: ReadonlyArray<readonly [unknown, string, string]> = [
        [{ rules: [{ field: "colour", op: "eq", value: "a" }] }, `payload.${place}.field`, `query.${place}.field`],
        [{ rules: [{ field: "used_bytes", op: "gt", value: "5" }] }, `payload.${place}.value`, `query.${place}.value`],
        [{ rules: [{ field: "name", op: "in", value: many }] }, `payload.${place}.value`, ""],
        [deep, "payload", `query.${place}`]
      ]
      for (const [filter, inBody, inAddress] of filters) {
        const post = yield* send("POST", `${path}/query`, { advanced_filter: filter })
        assert.deepStrictEqual([post.status, post.errors?.[0]?.path.join(".")], [422, inBody])
        if (inAddress === "") continue
        for (const address of [path, `${path}/stream`]) {
          const get = yield* send("GET", `${address}?${parameters({ advanced_filter: filter })}`)
          assert.deepStrictEqual([get.status, get.errors?.[0]?.path.join(".")], [422, inAddress])
        }
      }
    })
  )

  it.effect("refuse an order by statistics that could not be read, and show the rows without", () =>
    Effect.gen(function* () {
      const { cluster, endpointId, sql } = yield* world
      const { send } = yield* operator(["cluster_admin"])
      yield* sql`
        update bucket_listing_rows set has_statistics = false, used_bytes = null, object_count = null
        where key = ${cluster}`
      const path = `/api/cluster-admin/endpoints/${endpointId}/buckets`
      const plain = yield* send("GET", path)
      assert.deepStrictEqual([plain.status, plain.total, plain.listing.stats_available], [200, 3, false])
      assert.deepStrictEqual(plain.warnings, ["Size and number of objects of 3 buckets could not be read"])
      const filter = { rules: [{ field: "object_count", op: "gt", value: 1 }] }
      const refused = [
        yield* send("GET", `${path}?sort_by=used_bytes`),
        yield* send("POST", `${path}/query`, { advanced_filter: filter })
      ]
      assert.deepStrictEqual(
        refused.map(({ errors, status }) => [status, errors?.[0]?.path.join(".")]),
        [
          [422, "query.sort_by"],
          [422, "payload.advanced_filter.rules.0.field"]
        ]
      )
    })
  )

  it.effect("say that the rows are old, and why, when the last refresh of a listing failed", () =>
    Effect.gen(function* () {
      const { accountId, cluster, endpointId, own, sql } = yield* world
      const admin = yield* operator(["cluster_admin"])
      const ops = yield* operator(["storage_ops"])
      yield* sql`
        insert into user_associations (user_id, rgw_account_id, manager_role)
        values (${ops.id}, ${accountId}, 'account_administrator')`
      const fault = { code: "storage_error", detail: "The gateway refused" }
      const pages = Effect.all([
        admin.send("GET", `/api/cluster-admin/endpoints/${endpointId}/buckets`),
        ops.send("GET", "/api/storage-ops/buckets")
      ])
      for (const { listing } of yield* pages)
        assert.deepInclude(listing, { state: "complete", stale: false, last_error: null })
      yield* sql`
        update bucket_listings set last_error = ${JSON.stringify(fault)}::text::jsonb, failed_at = now()
        where key in ${sql.in([cluster, own])}`
      const [ofCluster, ofOps] = yield* pages
      assert.deepStrictEqual([names(ofCluster), names(ofOps)], [["t1/data", "t2/data", "logs"], ["logs"]])
      for (const { listing, warnings } of [ofCluster, ofOps]) {
        assert.deepInclude(listing, { state: "complete", stale: true, last_error: fault })
        assert.match(warnings.join(), /could not be read: The gateway refused/)
      }
    })
  )

  it.effect("show Storage Ops the buckets of the user's contexts, and of no other", () =>
    Effect.gen(function* () {
      const { accountId, sql } = yield* world
      const ops = yield* operator(["storage_ops"])
      assert.strictEqual((yield* ops.send("GET", "/api/storage-ops/buckets")).total, 0)
      yield* sql`
        insert into user_associations (user_id, rgw_account_id, manager_role)
        values (${ops.id}, ${accountId}, 'account_administrator')`
      const page = yield* ops.send("GET", "/api/storage-ops/buckets")
      assert.deepStrictEqual(
        page.items.map(({ context_id, id }) => [id, context_id]),
        [[`${accountId}::logs`, String(accountId)]]
      )
      const query = { advanced_filter: { rules: [{ field: "context_kind", op: "neq", value: "account" }] } }
      assert.strictEqual((yield* ops.send("POST", "/api/storage-ops/buckets/query", query)).total, 0)
    })
  )

  it.effect("end the stream of a person who loses the privilege, or a context of which it shows buckets", () =>
    Effect.gen(function* () {
      const { accountId, sql } = yield* world
      const ops = yield* operator(["storage_ops"])
      const mine = sql`user_id = ${ops.id} and rgw_account_id = ${accountId}`
      const associate = sql`
        insert into user_associations (user_id, rgw_account_id, manager_role)
        values (${ops.id}, ${accountId}, 'account_administrator')`
      const losses = [
        [sql`delete from user_associations where ${mine}`, 200],
        [sql`update ui_users set privileges = '{}' where id = ${ops.id}`, 403]
      ] as const
      for (const [lose, status] of losses) {
        yield* associate
        const connection = yield* Effect.promise(() =>
          EventConnection.open(`${ops.publicOrigin}/api/storage-ops/buckets/stream`, { cookie: ops.cookie })
        )
        const first = yield* Effect.promise(() => connection.received(({ event }) => event === "result"))
        assert.deepStrictEqual(names(first.data as Page), ["logs"])
        yield* lose
        const over = yield* Effect.promise(() => connection.over).pipe(Effect.timeout("5 seconds"))
        assert.strictEqual(over, "ended")
        const after = yield* ops.send("GET", "/api/storage-ops/buckets")
        assert.deepStrictEqual([after.status, after.items?.length ?? 0], [status, 0])
      }
    })
  )

  it.effect("keep private tags to their user and share others among the operators of an endpoint", () =>
    Effect.gen(function* () {
      const { endpointId, place, sql } = yield* world
      const [ann, bob] = [yield* operator(["cluster_admin"]), yield* operator(["cluster_admin"])]
      const base = `/api/cluster-admin/endpoints/${endpointId}`
      const assign = (who: typeof ann, body: object) => who.send("PATCH", `${base}/bucket-ui-tags`, body)
      const labels = (row: Row | undefined) => row?.tags.map(({ label, visibility }) => `${label} ${visibility}`)
      const first = yield* assign(ann, {
        buckets: ["id.t1.data"],
        add: [{ label: "Mine" }, { label: "Ours", visibility: "shared", color: "#112233" }]
      })
      assert.strictEqual(first.status, 200)
      const rowsOf = (who: typeof ann) => Effect.map(who.send("GET", `${base}/buckets`), ({ items }) => items)
      assert.deepStrictEqual(
        (yield* rowsOf(ann)).map(labels),
        [["Mine private", "Ours shared"], [], []],
        "the bucket of the other tenant with this name has no tag"
      )
      assert.deepStrictEqual((yield* rowsOf(bob)).map(labels), [["Ours shared"], [], []])
      const [mine, ours] = (yield* rowsOf(ann))[0]?.tags ?? []
      assert.deepStrictEqual(
        [
          (yield* assign(ann, { buckets: [], add: [{ label: "OURS" }] })).code,
          (yield* ann.send("PATCH", `${base}/bucket-ui-tags/${mine?.id}`, { label: "ours" })).code,
          (yield* assign(ann, { buckets: ["nothing"], add: [{ label: "x" }] })).code,
          (yield* bob.send("PATCH", `${base}/bucket-ui-tags/${mine?.id}`, { color: "#000000" })).code
        ],
        ["label_conflict", "label_conflict", "validation_failed", "not_found"]
      )
      const tagged = yield* ann.send("GET", `${base}/buckets?private_tag_ids=${mine?.id}`)
      const shared = yield* bob.send("POST", `${base}/buckets/query`, { shared_tag_ids: [ours?.id] })
      const hidden = yield* bob.send("GET", `${base}/buckets?private_tag_ids=${mine?.id}`)
      assert.deepStrictEqual([tagged.total, shared.total, hidden.total], [1, 1, 0])
      const byLabel = (label: string) =>
        Effect.map(
          bob.send("POST", `${base}/buckets/query`, {
            advanced_filter: { rules: [{ field: "tag", op: "eq", value: label }] }
          }),
          ({ total }) => total
        )
      assert.strictEqual(yield* byLabel("ours"), 1)
      assert.strictEqual(
        (yield* ann.send("PATCH", `${base}/bucket-ui-tags/${ours?.id}`, { label: "Everybody's" })).status,
        200
      )
      assert.deepStrictEqual(
        [
          yield* byLabel("ours"),
          yield* byLabel("everybody's"),
          (yield* bob.send("GET", `${base}/buckets?shared_tag_ids=${ours?.id}`)).total
        ],
        [0, 1, 1],
        "a renamed tag is found by its id and its new label"
      )
      yield* sql`
        update bucket_listing_rows set bucket_id = 'recreated'
        where key = ${`${place}/buckets`} and tenant = 't1'`
      assert.deepStrictEqual((yield* rowsOf(ann)).map(labels), [[], [], []], "a bucket made anew has no old tag")
      assert.strictEqual((yield* bob.send("DELETE", `${base}/bucket-ui-tags/${ours?.id}`)).status, 204)
      assert.strictEqual((yield* ann.send("GET", `${base}/bucket-ui-tags`)).items.length, 1)
      const entries = yield* sql<{ action: string; entity_label: string }>`
        select action, entity_label from audit_logs where entity_type = 'bucket_ui_tag' order by id`
      assert.deepStrictEqual(
        entries.map(({ action, entity_label }) => [action, entity_label]),
        [
          ["bucket_ui_tag.assign", "Ours"],
          ["bucket_ui_tag.update", "Everybody's"],
          ["bucket_ui_tag.delete", "Everybody's"]
        ],
        "changes of private tags are not audited"
      )
    })
  )

  it.effect("replicate the tags of Storage Ops across the contexts of a bucket; only their colour changes", () =>
    Effect.gen(function* () {
      const { accountId, endpointId, put, sql } = yield* world
      const ops = yield* operator(["storage_ops"])
      const [user] = yield* sql<{ id: number }>`
        insert into rgw_users (name, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
        values (${crypto.randomUUID()}, 't1$ann', ${endpointId}, 'AK2', 'sealed', now()) returning id`
      const key = `endpoint:${endpointId}/owner:t1$ann`
      yield* sql`insert into bucket_listings (key, state, version, refreshed_at) values (${key}, 'complete', 1, now())`
      yield* put(key, { name: "logs", owner: "t1$ann", used: 1 })
      yield* sql`
        insert into user_associations (user_id, rgw_account_id, rgw_user_id, manager_role) values
          (${ops.id}, ${accountId}, null, 'account_administrator'),
          (${ops.id}, null, ${user!.id}, 'account_administrator')`
      const [other] = yield* sql<{ id: number }>`
        insert into rgw_users (name, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
        values (${crypto.randomUUID()}, 'member', ${endpointId}, 'AK3', 'sealed', now()) returning id`
      const same = `endpoint:${endpointId}/owner:member`
      yield* sql`insert into bucket_listings (key, state, version, refreshed_at) values (${same}, 'complete', 1, now())`
      yield* put(same, { name: "logs", owner: OWNER, used: 30 })
      yield* sql`insert into user_associations (user_id, rgw_user_id, manager_role)
        values (${ops.id}, ${other!.id}, 'account_administrator')`
      const assigned = yield* ops.send("PATCH", "/api/storage-ops/bucket-ui-tags", {
        buckets: [`${accountId}::logs`],
        add: [{ label: "Important" }]
      })
      assert.strictEqual(assigned.status, 200)
      const page = yield* ops.send("GET", "/api/storage-ops/buckets")
      assert.deepStrictEqual(
        page.items.map(({ id, tags, tenant }) => [id, tenant, tags.length]),
        [
          [`${accountId}::logs`, "", 1],
          [`s3u-${user!.id}::logs`, "t1", 0],
          [`s3u-${other!.id}::logs`, "", 1]
        ],
        "a bucket of this name in the tenant of its owner is another one"
      )
      const tag = page.items[0]?.tags[0]?.id
      const path = `/api/storage-ops/bucket-ui-tags/${tag}`
      assert.deepStrictEqual(
        [
          (yield* ops.send("PATCH", path, { color: "#00ff00" })).status,
          (yield* ops.send("PATCH", path, { label: "Other" })).status,
          (yield* ops.send("PATCH", "/api/storage-ops/bucket-ui-tags", {
            buckets: [],
            add: [{ label: "All", visibility: "shared" }]
          })).status
        ],
        [200, 422, 422]
      )
    })
  )

  it.effect("keep private views to their maker, and let only maker and administrators change shared ones", () =>
    Effect.gen(function* () {
      const { endpointId, sql } = yield* world
      const [ann, bob] = [yield* operator(["cluster_admin"]), yield* operator(["cluster_admin"])]
      const admin = yield* operator(["cluster_admin"], "ui_admin")
      const base = `/api/cluster-admin/endpoints/${endpointId}/bucket-views`
      const listed = (who: typeof ann, path = base) =>
        Effect.map(who.send("GET", path), ({ items }) => (items as unknown as ReadonlyArray<View>) ?? [])
      const create = (who: typeof ann, name: string, more: object = {}) =>
        Effect.map(who.send("POST", base, { name, query: { size: "1.." }, ...more }), (answer) => ({
          ...(answer as unknown as View),
          status: answer.status,
          code: answer.code
        }))
      const mine = yield* create(ann, "Mine")
      const ours = yield* create(ann, "Ours", {
        query: { sort: "-used_bytes", columns: "features.cors,-owner", lifecycle: "not_set", name: "a,b" },
        visibility: "shared"
      })
      assert.deepStrictEqual(
        [mine.status, mine.visibility, ours.status, ours.made_by],
        [201, "private", 201, "Some One"]
      )
      assert.deepStrictEqual(
        (yield* listed(bob)).map(({ left_out, may_change, name, query }) => [
          name,
          query["sort"],
          left_out,
          may_change
        ]),
        [["Ours", "-used_bytes", [], false]]
      )
      const change = (who: typeof ann, id: number, body: object) =>
        Effect.map(who.send("PATCH", `${base}/${id}`, body), ({ code, status }) => code ?? status)
      const drop = (who: typeof ann, id: number) =>
        Effect.map(who.send("DELETE", `${base}/${id}`), ({ code, status }) => code ?? status)
      assert.deepStrictEqual(
        [
          yield* change(bob, mine.id, { name: "x" }),
          yield* drop(admin, mine.id),
          yield* change(bob, ours.id, { name: "x" }),
          yield* drop(bob, ours.id),
          yield* change(admin, ours.id, { visibility: "private" }),
          yield* change(admin, ours.id, { name: "Everybody's" }),
          (yield* create(bob, "everybody's", { visibility: "shared" })).code,
          (yield* create(bob, "Mine")).status,
          yield* change(ann, mine.id, { visibility: "shared", name: "EVERYBODY'S" }),
          yield* change(ann, ours.id, { query: { tag: "old" }, version: ours.version }),
          yield* change(ann, ours.id, { query: { tag: "old" }, version: ours.version + 1 })
        ],
        [
          "not_found",
          "not_found",
          "forbidden",
          "forbidden",
          "forbidden",
          200,
          "already_exists",
          201,
          "already_exists",
          "stale_plan",
          200
        ],
        "the administrator's name is not lost to an older reading"
      )
      yield* sql`
        insert into bucket_views (endpoint_id, private_to, maker_id, name, name_ci, query, created_at, updated_at)
        select ${endpointId}, ${ann.id}, ${ann.id}, 'v' || n, 'v' || n, '{}', now(), now()
        from generate_series(1, 49) n`
      assert.strictEqual((yield* create(ann, "one too many")).code, "state_conflict")
      yield* sql`update bucket_views set query = '{"size": "1..", "gone": "x", "columns": "tags,features.inventory"}'
        where id = ${ours.id}`
      const [kept] = yield* listed(bob)
      assert.deepStrictEqual(
        [kept?.query, kept?.left_out],
        [
          { size: "1..", columns: "tags" },
          [
            { part: "filter", name: "gone" },
            { part: "column", name: "features.inventory" }
          ]
        ]
      )
      yield* sql`update ui_users set privileges = '{}' where id = ${ann.id}`
      assert.deepStrictEqual(
        [(yield* ann.send("GET", base)).status, yield* drop(ann, ours.id)],
        [403, "workspace_unavailable"]
      )
      yield* sql`delete from ui_users where id = ${ann.id}`
      assert.deepStrictEqual(
        (yield* listed(bob)).map(({ made_by, name }) => [name, made_by]),
        [
          ["Everybody's", null],
          ["Mine", "Some One"]
        ]
      )
      const ops = yield* operator(["storage_ops"])
      assert.deepStrictEqual(yield* listed(ops, "/api/storage-ops/bucket-views"), [])
      assert.strictEqual(yield* drop(admin, ours.id), 204)
      const entries = yield* sql<{ action: string }>`
        select action from audit_logs where entity_type = 'bucket_view' and entity_id = ${String(ours.id)} order by id`
      assert.deepStrictEqual(
        entries.map(({ action }) => action),
        ["create", "update", "update", "delete"].map((verb) => `bucket_view.${verb}`)
      )
    })
  )

  it.effect("refuse a view with what the table does not know", () =>
    Effect.gen(function* () {
      const ops = yield* operator(["storage_ops"])
      const save = (query: object, name = "x") =>
        Effect.map(
          ops.send("POST", "/api/storage-ops/bucket-views", { name, query }),
          ({ errors, status }) => [status, errors?.[0]?.path.join(".") ?? ""] as const
        )
      const rules = (value: unknown) => JSON.stringify({ rules: [{ field: "name", op: "in", value }] })
      const bad = [
        [{ page: "2" }, "payload.query.page"],
        [{ sort: "password" }, "payload.query.sort"],
        [{ columns: "features.inventory" }, "payload.query.columns"],
        [{ size: "large" }, "payload.query.size"],
        [{ lifecycle: "often" }, "payload.query.lifecycle"],
        [{ rules: "{" }, "payload.query.rules"],
        [{ rules: JSON.stringify({ rules: [{ field: "shoe_size", op: "eq", value: 1 }] }) }, "payload.query.rules"],
        [{ rules: rules(Array.from({ length: 10_000 }, String)) }, "payload.query.rules"],
        [{ rules: rules(Array.from({ length: 70 }, () => "a".repeat(100))), name: "b".repeat(4_000) }, "payload.query"]
      ] as const
      for (const [query, path] of bad) {
        const [status, at] = yield* save(query)
        assert.deepStrictEqual([status, at], [422, path])
      }
      assert.strictEqual((yield* save({}, "n".repeat(61)))[0], 422)
      assert.strictEqual((yield* save({ context: "c", rules: rules(["a"]) }))[0], 201)
    })
  )

  it.effect("show the exposure of an endpoint's buckets, and what changed between two checks", () =>
    Effect.gen(function* () {
      const { endpointId, sql } = yield* world
      const { send } = yield* operator(["cluster_admin"])
      const records = yield* ExposureRecords
      const root = `/api/cluster-admin/endpoints/${endpointId}`
      const nights = ["2026-01-01", "2026-01-02", "2026-01-03"].map((day) => DateTime.makeUnsafe(`${day}T02:15:00Z`))
      const judged = (name: string, verdict: JudgedBucket["verdict"], bucket_id = name) => ({
        tenant: "",
        name,
        owner: "ann",
        bucket_id,
        verdict,
        words: `It is ${verdict}`
      })
      const check = Effect.fnUntraced(function* (night: number, ...buckets: ReadonlyArray<JudgedBucket>) {
        const changed = yield* records.store(endpointId, buckets, nights[night]!)
        return changed + (yield* records.complete(endpointId, nights[night]!))
      })
      const before = (yield* send("GET", `${root}/bucket-exposures`)) as unknown as ExposureAnswer
      assert.deepStrictEqual([before.check, before.total], [null, 0])
      assert.strictEqual(
        yield* check(0, judged("a", "private"), judged("b", "public"), judged("c", "private"), judged("d", "private")),
        0,
        "of a first check nothing is new"
      )
      yield* records.fail(endpointId, "The gateway did not answer", nights[1]!)
      const failed = (yield* send("GET", `${root}/bucket-exposures`)) as unknown as ExposureAnswer
      assert.deepInclude(failed, {
        total: 4,
        check: {
          attempted_at: "2026-01-02T02:15:00.000Z",
          compared_at: "2026-01-01T02:15:00.000Z",
          problem: "The gateway did not answer"
        }
      })
      const second = [
        judged("a", "public"),
        judged("b", "unavailable"),
        judged("d", "private", "made anew"),
        judged("e", "private")
      ]
      assert.strictEqual(yield* check(2, ...second), 6)
      assert.strictEqual(yield* check(2, ...second), 0, "a check that is repeated changes nothing")
      const open = (yield* send(
        "GET",
        `${root}/bucket-exposures?verdict=public,unavailable`
      )) as unknown as ExposureAnswer
      assert.deepStrictEqual(
        open.items.map(({ name, since, verdict }) => [name, verdict, since]),
        [
          ["a", "public", "2026-01-03T02:15:00.000Z"],
          ["b", "unavailable", "2026-01-03T02:15:00.000Z"]
        ]
      )
      assert.deepStrictEqual(
        [open.total, open.total_all, open.counts],
        [2, 4, { public: 1, conditional: 0, unavailable: 1, linked: 0, shielded: 0, private: 2 }]
      )
      const changes = (query: string) =>
        Effect.map(
          send("GET", `${root}/bucket-exposure-changes?${query}`),
          (answer) => answer as unknown as ExposureChanges
        )
      const first = yield* changes("limit=4")
      const rest = yield* changes(`limit=4&cursor=${first.next_cursor}`)
      assert.deepStrictEqual(
        [...first.items, ...rest.items]
          .map(({ after, before: was, kind, name }) => `${name} ${kind} ${was} ${after}`)
          .sort(),
        [
          "a opened private public",
          "b unreadable public unavailable",
          "c gone private null",
          "d gone private null",
          "d new null private",
          "e new null private"
        ]
      )
      assert.isNull(rest.next_cursor)
      assert.deepStrictEqual(
        (yield* changes("kind=opened")).items.map(({ before_since }) => before_since),
        ["2026-01-01T02:15:00.000Z"]
      )
      assert.strictEqual((yield* send("GET", `${root}/bucket-exposure-changes?cursor=x`)).status, 422)
      assert.strictEqual((yield* send("GET", `${root}/bucket-exposures?verdict=open`)).status, 422)
      assert.strictEqual(yield* records.deleteOlder(nights[2]!, 100), 0)
      yield* sql`update bucket_exposure_changes set noted_at = noted_at - interval '1 day' where name = 'd'`
      assert.strictEqual(yield* records.deleteOlder(nights[2]!, 100), 2)
    })
  )

  it.effect("compare buckets with golden templates; what cannot be known neither agrees nor differs", () =>
    Effect.gen(function* () {
      const { endpointId, place, sql } = yield* world
      const { send } = yield* operator(["cluster_admin"])
      const root = `/api/cluster-admin/endpoints/${endpointId}/golden-templates`
      const settings = [
        { kind: "tags", set: [{ key: "team", value: "db" }], remove: [] },
        { kind: "versioning", value: { status: "enabled" } }
      ]
      const template = { name: "Production", filter: null, settings }
      const tags = (value: string) =>
        `<Tagging><TagSet><Tag><Key>team</Key><Value>${value}</Value></Tag></TagSet></Tagging>`
      const versioning = "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>"
      const problem = {
        code: "unavailable",
        detail: "No key",
        storage_code: "UndecodableAttribute",
        storage_status: null
      }
      const put = Effect.fnUntraced(function* (tenant: string, name: string, document: string | null) {
        const states = { tags: "configured", versioning: "enabled" } as const
        const cell = (state: "configured" | "enabled") => ({ state, summary: "", params: [], problem: null })
        const undecodable = { ...cell("enabled"), state: "unavailable", problem: { ...problem, at: "" } } as const
        yield* (yield* FeatureRecords).write([
          {
            context_id: "",
            owner: null,
            read_tracker: null,
            bucket_id: `id.${tenant}.${name}`,
            place,
            tenant,
            name,
            features: new Map([
              ["tags", document === null ? undecodable : cell(states.tags)],
              ["versioning", cell(states.versioning)]
            ]),
            documents: new Map([
              ...(document === null ? [] : [["tags", document] as const]),
              ["versioning", versioning] as const
            ])
          }
        ])
      })
      yield* put("t1", "data", tags("db"))
      yield* put("t2", "data", tags("web"))
      yield* put("", "logs", null)
      const made = (yield* send("POST", root, template)) as unknown as Answer
      assert.deepStrictEqual([made.status, made.version], [201, 1])
      const path = `${root}/${made.id}`
      const drift = (query = "") =>
        Effect.map(send("GET", `${path}/drift${query}`), (page) => page as unknown as Answer)
      const settingsOf = ({ items }: Answer) =>
        items.map(({ name, settings: compared, state, tenant }: Answer) => [
          `${tenant}/${name}`,
          state,
          ...compared.map((one: Answer) => [one.state, one.found, one.wanted, one.reason])
        ])
      const page = yield* drift()
      assert.deepStrictEqual([page.status, page.total, page.total_all], [200, 3, 3])
      assert.deepStrictEqual(settingsOf(page), [
        ["t1/data", "agrees", ["agrees", "team=db", "team=db", null], ["agrees", "On", "On", null]],
        ["t2/data", "differs", ["differs", "team=web", "team=db", null], ["agrees", "On", "On", null]],
        ["/logs", "unknown", ["unknown", null, null, "undecodable"], ["agrees", "On", "On", null]]
      ])
      const counts = { total: 3, agrees: 1, differs: 1, unknown: 1 }
      assert.deepInclude(page.counts, counts)
      assert.deepStrictEqual(page.counts.settings, [
        { kind: "tags", differs: 1 },
        { kind: "versioning", differs: 0 }
      ])
      assert.isString(page.items[0].read_at)
      const [listed] = ((yield* send("GET", root)) as unknown as Answer).items
      assert.deepInclude(listed.drift, counts)
      const some = yield* drift("?state=differs,unknown&page=2&page_size=1")
      assert.deepStrictEqual([settingsOf(some)[0]?.[0], some.total, some.has_next], ["/logs", 2, false])
      assert.deepInclude((yield* send("GET", `${path}/differing`)) as unknown as Answer, {
        ids: ["id.t2.data"],
        total: 1
      })

      yield* put("t2", "data", tags("db"))
      assert.deepInclude((yield* drift()).counts, { agrees: 2, differs: 0, unknown: 1 })
      const filter = { rules: [{ field: "tenant", op: "eq", value: "t1" }] }
      const narrow = { ...template, filter, settings: [{ kind: "versioning", value: { status: "suspended" } }] }
      assert.strictEqual((yield* send("PUT", path, { ...narrow, version: 1 })).status, 200)
      assert.deepInclude((yield* drift()).counts, { total: 1, agrees: 0, differs: 1, unknown: 0 })
      const stale = yield* send("PUT", path, { ...narrow, version: 1 })
      assert.deepStrictEqual([stale.status, stale.code], [409, "stale_plan"])
      yield* sql`
        update bucket_features set cells = jsonb_set(cells, '{versioning}', '{"state": "enabled", "summary": ""}')
        where place = ${place} and tenant = 't1'`
      assert.deepInclude((yield* drift()).counts, { total: 1, agrees: 0, differs: 0, unknown: 1 })

      const drafted = (bucket: string) =>
        Effect.map(
          send("GET", `/api/cluster-admin/endpoints/${endpointId}/golden-template-draft?bucket_id=${bucket}`),
          (draft) => draft as unknown as Answer
        )
      assert.strictEqual((yield* drafted("nowhere")).status, 404)
      const draft = yield* drafted("id..logs")
      assert.deepStrictEqual([draft.status, draft.settings], [200, []], "nothing of it can be read")
      assert.strictEqual((yield* send("DELETE", path)).status, 204)
      assert.strictEqual((yield* drift()).status, 404)
      const entries = yield* sql<{ action: string; scope: string }>`
        select action, scope from audit_logs where entity_type = 'golden_template' order by id`
      assert.deepStrictEqual(
        entries.map(({ action, scope }) => `${scope} ${action}`),
        ["create", "update", "delete"].map((verb) => `cluster-admin golden_template.${verb}`)
      )
    })
  )

  it.effect("refuse golden templates that hold for nobody, and those of another endpoint", () =>
    Effect.gen(function* () {
      const { endpointId } = yield* world
      const other = yield* world
      const { send } = yield* operator(["cluster_admin"])
      const root = (id: number) => `/api/cluster-admin/endpoints/${id}/golden-templates`
      const template = { name: "One", filter: null, settings: [{ kind: "versioning", value: { status: "enabled" } }] }
      const rules = (...written: ReadonlyArray<object>) => ({ rules: written })
      const faults: ReadonlyArray<readonly [object, string]> = [
        [{ filter: rules({ field: "colour", op: "eq", value: "a" }) }, "payload.filter.rules.0.field"],
        [{ filter: rules({ field: "used_bytes", op: "gt", value: "5" }) }, "payload.filter.rules.0.value"],
        [{ filter: rules({ field: "context_name", op: "eq", value: "a" }) }, "payload.filter.rules.0.field"],
        [{ filter: rules({ field: "private_tag", op: "eq", value: "Mine" }) }, "payload.filter.rules.0.field"],
        [{ filter: { match: "all", rules: [], more: 1 } }, "payload.filter.more"],
        [{ settings: [] }, "payload.settings"],
        [{ settings: [...template.settings, ...template.settings] }, "payload.settings"],
        [{ settings: [{ kind: "copy_guard", value: true }] }, "payload.settings.0.kind"],
        [{ settings: [{ kind: "tags", set: [{ key: "aws:x", value: "" }], remove: [] }] }, "payload.settings.0"],
        [{ filter: { rules: [], text: "x".repeat(140_000) } }, "payload"],
        [{ name: " " }, "payload.name"]
      ]
      for (const [fault, at] of faults) {
        const { errors, status } = yield* send("POST", root(endpointId), { ...template, ...fault })
        assert.strictEqual(status, 422, JSON.stringify(fault))
        const paths: ReadonlyArray<string> = (errors ?? []).map(({ path }) => path.join("."))
        assert.isTrue(paths.includes(at), `${at}: ${paths.join(", ")}`)
      }
      const made = (yield* send("POST", root(endpointId), template)) as unknown as Answer
      assert.strictEqual(made.status, 201)
      const taken = yield* send("POST", root(endpointId), { ...template, name: "ONE" })
      assert.deepStrictEqual([taken.status, taken.code], [409, "already_exists"])
      const second = (yield* send("POST", root(endpointId), { ...template, name: "Two" })) as unknown as Answer
      const renamed = yield* send("PUT", `${root(endpointId)}/${second.id}`, { ...template, name: "one" })
      assert.deepStrictEqual([renamed.status, renamed.code], [409, "already_exists"])
      for (const [method, path, body] of [
        ["GET", "/drift", undefined],
        ["GET", "/differing", undefined],
        ["PUT", "", template],
        ["DELETE", "", undefined]
      ] as const) {
        const { status } = yield* send(method, `${root(other.endpointId)}/${made.id}${path}`, body)
        assert.strictEqual(status, 404, `${method} ${path}`)
      }
      const names = ((yield* send("GET", root(other.endpointId))) as unknown as Answer).items
      assert.deepStrictEqual(names, [])
    })
  )
})
