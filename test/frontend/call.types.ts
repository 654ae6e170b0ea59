// Lines that must not compile. The console's type check reads this file; a missing error fails it.
import { address, addressIn, call, callIn } from "../../frontend/src/client/call.ts"
import type { Answer, Frame, Row, Streaming } from "../../frontend/src/client/contract.ts"
import type { PageScope } from "../../frontend/src/client/scope.ts"
import { followEventStream, followIn, stream, streamIn } from "../../frontend/src/client/sse.ts"

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(..._: Same<A, B> extends true ? [] : [never]): void => {}

const context = { context_id: "1" }
const bucket = { bucket_name: "photos" }
const { signal } = new AbortController()
const listing = { onFrame: () => {} }

export const operations = async () => {
  await call("GET /api/admin/users")
  // @ts-expect-error no such path
  await call("GET /api/admin/user")
  // @ts-expect-error no such method of it
  await call("PATCH /api/admin/users")
  // @ts-expect-error it answers with an event stream
  await call("GET /api/manager/buckets/stream", { query: context })
  // @ts-expect-error it answers with bytes
  await call("GET /api/browser/buckets/:bucket_name/objects/download", {
    params: bucket,
    query: { ...context, key: "a" }
  })
}

export const params = async () => {
  await call("DELETE /api/manager/buckets/:bucket_name", { params: bucket, query: context })
  // @ts-expect-error a path that names something is told what
  await call("GET /api/admin/users/:user_id")
  // @ts-expect-error the name in the path
  await call("GET /api/admin/users/:user_id", { params: { id: 1 } })
  // @ts-expect-error its type
  await call("GET /api/admin/users/:user_id", { params: { user_id: "1" } })
  // @ts-expect-error nothing more
  await call("GET /api/admin/users/:user_id", { params: { user_id: 1, more: 2 } })
  // @ts-expect-error none where the path names nothing
  await call("GET /api/admin/users", { params: { user_id: 1 } })
}

export const query = async () => {
  await call("GET /api/admin/users", { query: { page: 2, search: null, sort_by: undefined } })
  // @ts-expect-error what is required is given
  await call("GET /api/manager/buckets")
  // @ts-expect-error and is not null
  await call("GET /api/manager/buckets", { query: { context_id: null } })
  // @ts-expect-error its name
  await call("GET /api/manager/buckets", { query: { context: "1" } })
  // @ts-expect-error nothing more
  await call("GET /api/manager/buckets", { query: { ...context, owner: "x" } })
  // @ts-expect-error its type
  await call("GET /api/manager/buckets", { query: { ...context, page: "2" } })
  // @ts-expect-error one of the keys that it sorts by
  await call("GET /api/manager/buckets", { query: { ...context, sort_by: "colour" } })
  // @ts-expect-error none where there is none
  await call("GET /api/admin/storage-endpoints", { query: { page: 1 } })
}

export const body = async () => {
  await call("POST /api/manager/buckets", { query: context, body: { name: "photos", object_lock: true } })
  // @ts-expect-error what is required is given
  await call("POST /api/manager/buckets", { query: context })
  // @ts-expect-error its name
  await call("POST /api/manager/buckets", { query: context, body: { nam: "photos" } })
  // @ts-expect-error its type
  await call("POST /api/manager/buckets", { query: context, body: { name: 1 } })
  // @ts-expect-error nothing more
  await call("POST /api/manager/buckets", { query: context, body: { name: "photos", colour: "red" } })
  // @ts-expect-error one of the roles
  await call("POST /api/admin/users", { body: { email: "a@example.org", full_name: "A", role: "root" } })
  // @ts-expect-error none where nothing is taken
  await call("POST /api/auth/logout", { body: {} })
}

export const answers = async () => {
  const { items } = await call("GET /api/manager/buckets", { query: context })
  same<(typeof items)[number]["used_bytes"], number | null>()
  // @ts-expect-error no such field
  void items[0]?.colour
  // @ts-expect-error bytes may be unknown
  void items[0]?.used_bytes.toFixed()
  same<Answer<"POST /api/auth/logout">, undefined>()
  same<Answer<"DELETE /api/manager/buckets/:bucket_name">["name"], string>()
  same<Row<"GET /api/manager/buckets">, (typeof items)[number]>()
  same<Row<"GET /api/admin/storage-endpoints">, Answer<"GET /api/admin/storage-endpoints">[number]>()
  same<Row<"GET /api/admin/identity/sessions">["id"], string>()
  // @ts-expect-error `same` tells types apart
  same<Row<"GET /api/manager/buckets">, Row<"GET /api/admin/users">>()
}

export const streams = async () => {
  same<
    Streaming,
    | "GET /api/admin/audit/stream"
    | "GET /api/browser/buckets/stream"
    | "GET /api/cluster-admin/endpoints/:endpoint_id/buckets/stream"
    | "GET /api/storage-ops/buckets/stream"
    | "GET /api/storage-ops/work/:run_id/stream"
    | "GET /api/cluster-admin/endpoints/:endpoint_id/work/:run_id/stream"
    | "GET /api/browser/buckets/:bucket_name/search"
    | "GET /api/browser/buckets/:bucket_name/folder-size"
    | "GET /api/browser/buckets/:bucket_name/point-in-time"
    | "GET /api/browser/buckets/:bucket_name/old-versions"
    | "POST /api/browser/buckets/:bucket_name/copies/plan"
    | "POST /api/browser/buckets/:bucket_name/deletions/plan"
    | "GET /api/manager/buckets/stream"
    | "GET /api/manager/buckets/features/stream"
    | "GET /api/manager/buckets/:bucket_name/access/stream"
    | "GET /api/manager/feature-rules/stream"
    | "GET /api/manager/exposure/stream"
    | "POST /api/manager/usage-stats/stream"
    | "POST /api/cluster-admin/endpoints/:endpoint_id/usage-stats/stream"
    | "POST /api/manager/topics/test"
    | "GET /api/admin/drift/stream"
    | "GET /api/admin/settings/stream"
    | "GET /api/admin/work/:run_id/stream"
    | "GET /api/manager/work/:run_id/stream"
    | "GET /api/manager/migrations/:migration_id/stream"
    | "POST /api/manager/buckets/:bucket_name/lifecycle/simulation"
    | "GET /api/notifications/stream"
    | "GET /api/admin/storage-endpoints/health/stream"
    | "GET /api/browser/work/:run_id/stream"
    | "GET /api/manager/iam/stream/:entity"
    | "GET /api/manager/iam/unused/stream"
  >()
  same<
    Frame<"GET /api/manager/buckets/stream">["event"],
    "result" | "progress" | "rows" | "removed" | "state" | "done"
  >()
  for await (const frame of stream("POST /api/manager/usage-stats/stream", { query: context })) {
    if (frame.event === "progress") same<typeof frame.data.percent, number>()
    // @ts-expect-error a progress has no rows
    if (frame.event === "progress") void frame.data.rows
    // @ts-expect-error no such frame
    if (frame.event === "removed") void frame
    // @ts-expect-error an error frame is thrown, never handed out
    if (frame.event === "error") void frame
  }
  // @ts-expect-error an operation that streams
  stream("GET /api/manager/buckets", { query: context })
  // @ts-expect-error what is required is given
  stream("POST /api/manager/usage-stats/stream")
  await followEventStream("GET /api/manager/buckets/stream", { query: context, signal }, listing)
  // @ts-expect-error following ends with a signal
  await followEventStream("GET /api/manager/buckets/stream", { query: context }, listing)
  // @ts-expect-error its query
  await followEventStream("GET /api/manager/buckets/stream", { query: { contextid: "1" }, signal }, listing)
}

export const addresses = () => {
  address("GET /api/browser/buckets/:bucket_name/objects/download", { params: bucket, query: { ...context, key: "a" } })
  // @ts-expect-error what is required is given
  address("GET /api/browser/buckets/:bucket_name/objects/download", { params: bucket })
  // @ts-expect-error addresses have no body
  address("POST /api/manager/buckets", { query: context, body: { name: "photos" } })
}

export const scoped = async (page: PageScope) => {
  const context = { contextId: "1" }
  const endpoint = { endpointId: 1 }
  await callIn(page, "GET /api/manager/buckets", { query: { page: 2 } })
  await callIn({ contextId: "1", bucket: "photos" }, "DELETE /api/manager/buckets/:bucket_name")
  await callIn(endpoint, "GET /api/cluster-admin/endpoints/:endpoint_id/users/:user_id", { params: { user_id: "a" } })
  await callIn({ accountId: 1 }, "GET /api/portal/spaces")
  addressIn(context, "GET /api/manager/buckets/:bucket_name", { params: bucket })
  streamIn(context, "GET /api/manager/buckets/stream")
  await followIn(page, "GET /api/manager/buckets/stream", { signal }, listing)
  // @ts-expect-error the scope says it already
  await callIn(page, "GET /api/manager/buckets", { query: { context_id: "1" } })
  // @ts-expect-error the context alone names no bucket
  await callIn(context, "DELETE /api/manager/buckets/:bucket_name")
  // @ts-expect-error another scope
  await callIn(endpoint, "GET /api/manager/buckets")
  // @ts-expect-error it is about the installation
  await callIn(page, "GET /api/admin/users")
  // @ts-expect-error it is about all contexts
  await callIn(page, "GET /api/storage-ops/buckets")
}
