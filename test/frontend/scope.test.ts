import { assert, describe, it } from "@effect/vitest"
import { addressOf } from "../../frontend/src/client/request.ts"
import { partsIn, type Scope } from "../../frontend/src/client/scope.ts"

const addressed = (scope: Scope, operation: string, parts = {}) =>
  addressOf(operation, partsIn(scope, operation, parts))

const page = (current: string | null, endpoint: string | null = null) => ({
  contexts: { current: current === null ? null : { id: current } },
  endpointId: endpoint === null ? null : { value: endpoint },
  accountId: null
})

describe("the scope of a request", () => {
  it("names the context in the query, and its bucket in the path", () => {
    assert.strictEqual(
      addressed({ contextId: "7" }, "GET /api/manager/buckets", { query: { page: 2 } }),
      "/api/manager/buckets?context_id=7&page=2"
    )
    assert.strictEqual(
      addressed({ contextId: "conn-8", bucket: "a b" }, "GET /api/browser/buckets/:bucket_name/objects"),
      "/api/browser/buckets/a%20b/objects?context_id=conn-8"
    )
  })

  it("names the endpoint in the path", () => {
    assert.strictEqual(
      addressed({ endpointId: "3" }, "GET /api/cluster-admin/endpoints/:endpoint_id/users/:user_id", {
        params: { user_id: "ada" }
      }),
      "/api/cluster-admin/endpoints/3/users/ada"
    )
    assert.throws(() => addressed({ endpointId: null }, "GET /api/cluster-admin/endpoints/:endpoint_id/users"))
  })

  it("names the portal account in the query", () => {
    assert.strictEqual(addressed({ accountId: 5 }, "GET /api/portal/spaces"), "/api/portal/spaces?account_id=5")
  })

  it("is the page's when the request is sent, and nothing while the context is not known", () => {
    const live = page(null)
    assert.strictEqual(addressed(live, "GET /api/manager/buckets"), "/api/manager/buckets")
    live.contexts.current = { id: "9" }
    assert.strictEqual(addressed(live, "GET /api/manager/buckets"), "/api/manager/buckets?context_id=9")
    assert.strictEqual(
      addressed(page("cluster-3", "3"), "GET /api/cluster-admin/endpoints/:endpoint_id/buckets"),
      "/api/cluster-admin/endpoints/3/buckets"
    )
  })
})
