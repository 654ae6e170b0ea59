import fastify from "fastify"
import pg from "pg"

const [port = "0", connectionString = "", connections = "10"] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString, max: Number(connections) })
const app = fastify()

const nullable = (type: string) => ({ type: [type, "null"] })
const row = {
  type: "object",
  properties: {
    name: { type: "string" },
    tenant: { type: "string" },
    owner: nullable("string"),
    created_at: nullable("string"),
    used_bytes: nullable("number"),
    object_count: nullable("number"),
    quota_max_size_bytes: nullable("number"),
    quota_max_objects: nullable("number"),
    versioning: nullable("string"),
    object_lock: nullable("boolean"),
    quarantine: nullable("string"),
    quarantine_until: nullable("string"),
    has_statistics: { type: "boolean" }
  }
}
const answer = {
  type: "object",
  properties: {
    items: { type: "array", items: row },
    total: { type: "integer" },
    page: { type: "integer" },
    page_size: { type: "integer" },
    has_next: { type: "boolean" }
  }
}

const session = `select s.id, u.id as user_id, u.email, u.role from auth_sessions s join ui_users u on u.id = s.user_id
  where s.id = $1 and s.kind = 'ui' and s.revoked_at is null and s.idle_expires_at > now()
    and s.absolute_expires_at > now()
    and u.is_active and u.auth_version = s.auth_version`
const right = `select a.rgw_account_id, e.id as endpoint_id from user_associations l join rgw_accounts a
  on a.id = l.rgw_account_id
  join storage_endpoints e on e.id = a.storage_endpoint_id where l.user_id = $1 and a.id = $2
    and l.manager_role is not null`
const page = `select name, tenant, owner, created_at, used_bytes::float8 as used_bytes,
  object_count::float8 as object_count,
  quota_max_size_bytes::float8 as quota_max_size_bytes, quota_max_objects::float8 as quota_max_objects, versioning,
  object_lock, quarantine, quarantine_until, has_statistics
  from bucket_listing_rows where key = $1 order by name limit $2 offset $3`
const count = "select count(*)::int as total from bucket_listing_rows where key = $1"

interface Query {
  readonly context_id: string
  readonly page: number
  readonly page_size: number
}

const querystring = {
  type: "object",
  required: ["context_id"],
  properties: {
    context_id: { type: "string" },
    page: { type: "integer", minimum: 1 },
    page_size: { type: "integer", minimum: 1, maximum: 200 }
  }
}

app.get<{ Querystring: Query }>(
  "/api/manager/buckets",
  { schema: { querystring, response: { 200: answer } } },
  async (request, reply) => {
    const id = /(?:^|; )peer=([0-9a-f-]{36})/.exec(request.headers.cookie ?? "")?.[1]
    const {
      rows: [caller]
    } = await pool.query({ name: "session", text: session, values: [id] })
    if (caller === undefined) return reply.code(401).send()
    const { context_id, page: number, page_size } = request.query
    const {
      rows: [account]
    } = await pool.query({ name: "right", text: right, values: [caller.user_id, context_id] })
    if (account === undefined) return reply.code(404).send()
    const key = `endpoint:${account.endpoint_id}/owner:${account.rgw_account_id}`
    const { rows: items } = await pool.query({
      name: "page",
      text: page,
      values: [key, page_size, (number - 1) * page_size]
    })
    const {
      rows: [{ total }]
    } = await pool.query({ name: "count", text: count, values: [key] })
    return { items, total, page: number, page_size, has_next: number * page_size < total }
  }
)

await app.listen({ host: "127.0.0.1", port: Number(port) })
console.log("ready")
