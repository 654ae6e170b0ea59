import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import {
  ACCOUNT_FILTERS,
  accountFilter,
  USER_FILTERS,
  userFilter
} from "../../frontend/src/features/accounts/directory/directory-filters.ts"
import { addressOfRow } from "../../frontend/src/components/resource-table/row-address.ts"
import { clusterFilter, opsFilter } from "../../frontend/src/features/buckets/workbench/workbench-filters.ts"
import { selectedEndpoint } from "../../frontend/src/features/gateways/cluster-endpoint/selected-endpoint.ts"
import { directoryQueries } from "../../services/domain/accounts/EndpointDirectory.ts"
import { workbenchQueries } from "../../services/domain/buckets/workbench/workbenchQuery.ts"
import { parseFilter } from "../../services/domain/platform/query/parseFilter.ts"

const none = { name: null, owner: null, tenant: null, size: null, objects: null, tag: null }
const every = {
  name: "we",
  owner: "RGW1",
  tenant: "t",
  size: { min: 1, max: 9 },
  objects: { min: 0, max: null },
  tag: "climate"
}

describe("the filter of a workbench", () => {
  it("is absent without a filter, and is one the service understands with all of them", () => {
    assert.isNull(clusterFilter(none as never))
    const written = {
      "cluster-admin": clusterFilter(every as never),
      "storage-ops": opsFilter({ ...every, context: "c", endpoint: "e" } as never)
    }
    assert.deepStrictEqual(JSON.parse(written["cluster-admin"] ?? ""), {
      match: "all",
      rules: [
        { field: "name", op: "contains", value: "we" },
        { field: "owner", op: "contains", value: "RGW1" },
        { field: "tenant", op: "contains", value: "t" },
        { field: "used_bytes", op: "gte", value: 1 },
        { field: "used_bytes", op: "lte", value: 9 },
        { field: "object_count", op: "gte", value: 0 },
        { field: "tag", op: "eq", value: "climate" }
      ]
    })
    for (const id of ["cluster-admin", "storage-ops"] as const)
      assert.isTrue(Result.isSuccess(parseFilter(workbenchQueries[id], JSON.parse(written[id] ?? ""), [])), id)
  })
})

describe("the filter of accounts and users", () => {
  it("is one the service understands with every field", () => {
    const chosen = { ...every, account: "RGW1", state: "suspended" } as never
    assert.strictEqual(ACCOUNT_FILTERS.length + USER_FILTERS.length, 8)
    for (const [kind, text] of [
      ["account", accountFilter(chosen)],
      ["user", userFilter(chosen)]
    ] as const) {
      const parsed = parseFilter(directoryQueries[kind], JSON.parse(text ?? ""), [])
      assert.isTrue(Result.isSuccess(parsed) && parsed.success.rules.length > 3, kind)
    }
  })
})

describe("the endpoint of Cluster Admin", () => {
  const list = [
    { id: 1, is_default: false },
    { id: 2, is_default: true },
    { id: 3, is_default: false }
  ]
  it("is the one of the address and no other, even when it is unknown", () => {
    assert.strictEqual(selectedEndpoint(list, "1", "3", "3"), "1")
    assert.isNull(selectedEndpoint(list, "9", "3", "3"))
  })
  it("is otherwise the last one of the tab, the stored one, the default one or the first", () => {
    assert.strictEqual(selectedEndpoint(list, null, "3", "1"), "3")
    assert.strictEqual(selectedEndpoint(list, null, "9", "1"), "1")
    assert.strictEqual(selectedEndpoint(list, null, null, "9"), "2")
    assert.strictEqual(selectedEndpoint([{ id: 7, is_default: false }], null, null, null), "7")
    assert.isNull(selectedEndpoint([], null, null, null))
  })
  it("stays in the address of a row", () => {
    const elsewhere = { workspace: null, current: null }
    assert.strictEqual(addressOfRow(elsewhere, "a/b", "?endpoint_id=3&q=x"), "?endpoint_id=3&open=a%2Fb")
    assert.strictEqual(addressOfRow(elsewhere, "b", "?q=x"), "?open=b")
  })
})
