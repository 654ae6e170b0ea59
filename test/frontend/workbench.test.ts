import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { vi } from "vitest"
import {
  ACCOUNT_FILTERS,
  accountFilterQuery,
  USER_FILTERS,
  userFilterQuery
} from "../../frontend/src/features/accounts/directory/directory-filters.ts"
import { addressOfRow } from "../../frontend/src/components/resource-table/row-address.ts"
import { normalizeFilterText } from "../../frontend/src/components/filters/filter.ts"
import { normalRules } from "../../frontend/src/components/filters/rules-text.ts"
import { FEATURE_LIST } from "../../frontend/src/features/buckets/bucket-features/feature.ts"
import { CLUSTER_COLUMNS, OPS_COLUMNS } from "../../frontend/src/features/buckets/workbench/workbench-columns.ts"
import {
  clusterFilter,
  clusterFilters,
  FILTER_COSTS,
  opsFilter,
  opsFilters
} from "../../frontend/src/features/buckets/workbench/workbench-filters.ts"
import { selectedEndpoint } from "../../frontend/src/features/gateways/cluster-endpoint/selected-endpoint.ts"
import { directoryQueries } from "../../services/domain/accounts/EndpointDirectory.ts"
import { bucketAdvice } from "../../services/domain/buckets/workbench/BucketAdvice.ts"
import { applicableQuery, viewColumns, viewParameters } from "../../services/domain/buckets/workbench/viewQuery.ts"
import { paramParts, workbenchQueries } from "../../services/domain/buckets/workbench/workbenchQuery.ts"
import { parseFilter } from "../../services/domain/platform/query/parseFilter.ts"

vi.mock("../../frontend/src/components/ui/icon.tsx", () => ({ Icon: () => null }))
// the optimizer of the build replaces these
vi.mock("@builder.io/qwik", async (original) => ({
  ...(await original<object>()),
  $: (value: unknown) => value,
  component$: (value: unknown) => value
}))

const sized = { field: "used_bytes", op: "gt", value: 1 }

const unset = Object.fromEntries(FEATURE_LIST.map(({ feature }) => [feature, null]))
const none = {
  ...unset,
  name: null,
  owner: null,
  tenant: null,
  size: null,
  objects: null,
  quota_percent: null,
  per_shard: null,
  unfinished: null,
  tag: null,
  rules: null
}
const every = {
  ...none,
  lifecycle: "not_set",
  per_shard: { min: 100_001, max: null },
  name: "we",
  owner: "RGW1",
  tenant: "t",
  size: { min: 1, max: 9 },
  objects: { min: 0, max: null },
  tag: "climate"
}

describe("the named views of a workbench", () => {
  const load$ = (() => Promise.resolve([])) as never
  const filters = { "cluster-admin": clusterFilters(load$), "storage-ops": opsFilters(load$) }
  const tables = { "cluster-admin": CLUSTER_COLUMNS, "storage-ops": OPS_COLUMNS }
  it("may have the filters and columns of their table, and no others", () => {
    for (const id of ["cluster-admin", "storage-ops"] as const) {
      assert.deepStrictEqual([...viewColumns[id]].sort(), tables[id].map(({ key }) => key).sort())
      const names = ["q", "sort", "columns", ...filters[id].map(({ name }) => name)]
      assert.deepStrictEqual([...viewParameters(id)].sort(), names.sort())
    }
  })
  it("leave out what this release does not know, and keep the rest", () => {
    const rules = JSON.stringify({ match: "all", rules: [{ field: "shoe_size", op: "eq", value: 1 }, sized] })
    const { left_out, query } = applicableQuery("cluster-admin", {
      q: "log",
      sort: "shoe_size",
      columns: "tags,-owner,shoe",
      context: "only Storage Ops",
      size: "large",
      versioning: "enabled",
      rules
    })
    assert.deepStrictEqual(query, {
      q: "log",
      columns: "tags,-owner",
      versioning: "enabled",
      rules: JSON.stringify({ match: "all", rules: [sized] })
    })
    assert.deepStrictEqual(
      left_out.map(({ name, part }) => `${part} ${name}`),
      ["sort shoe_size", "column shoe", "filter context", "filter size", "rule shoe_size"]
    )
  })
})

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
        { field: "objects_per_shard", op: "gte", value: 100_001 },
        { field: "tag", op: "eq", value: "climate" },
        { feature: "lifecycle", state: "not_set" }
      ]
    })
    for (const id of ["cluster-admin", "storage-ops"] as const)
      assert.isTrue(Result.isSuccess(parseFilter(workbenchQueries[id], JSON.parse(written[id] ?? ""), [])), id)
  })

  it("each filter says what its rule costs, as the service declares it", () => {
    const samples = { text: "a", size: { min: 1, max: null }, number: { min: 1, max: null }, offered: "a" }
    for (const filter of clusterFilters((() => Promise.resolve([])) as never)) {
      if (filter.kind === "rules") continue
      const chosen = filter.kind === "choice" ? "not_set" : samples[filter.kind]
      const { field, feature } = JSON.parse(clusterFilter({ ...none, [filter.name]: chosen } as never) ?? "").rules[0]
      const fields: Readonly<Record<string, { readonly cost: string }>> = workbenchQueries["cluster-admin"].fields
      const cost = feature === undefined ? fields[field]?.cost : "features"
      assert.strictEqual(filter.cost, FILTER_COSTS[cost as keyof typeof FILTER_COSTS], filter.name)
    }
  })

  it("a pasted list of names is any of exactly these, one name a part of it", () => {
    const [field] = clusterFilters((() => Promise.resolve([])) as never)
    const rulesOf = (pasted: string) =>
      JSON.parse(clusterFilter({ ...none, name: normalizeFilterText(field, pasted) } as never) ?? "").rules
    assert.deepStrictEqual(rulesOf("logs-1\r\nlogs-2, logs-3\n\n"), [
      { field: "name", op: "in", value: ["logs-1", "logs-2", "logs-3"] }
    ])
    assert.deepStrictEqual(rulesOf(" logs "), [{ field: "name", op: "contains", value: "logs" }])
  })

  it("written rules are added to the chosen filters, and stand alone where any may hold", () => {
    const rule = { feature: "cors", param: "allowed_origin", op: "eq", value: "*" }
    const written = (match: "all" | "any", ...rules: ReadonlyArray<object>) => JSON.stringify({ match, rules })
    const any = written("any", rule, rule)
    assert.strictEqual(clusterFilter({ ...none, rules: any } as never), any)
    assert.strictEqual(
      clusterFilter({ ...none, owner: "o", rules: written("all", rule) } as never),
      written("all", { field: "owner", op: "contains", value: "o" }, rule)
    )
    assert.throws(() => clusterFilter({ ...none, owner: "o", rules: any } as never), /combined/)
  })

  it("rules that are no JSON, no list or too long are not kept in the address", () => {
    assert.strictEqual(normalRules('[{"field":"name"}]'), '{"match":"all","rules":[{"field":"name"}]}')
    for (const text of ["", "{", "[]", "{}", '{"rules":1}', '{"match":"none","rules":[1]}', `["${"x".repeat(9_000)}"]`])
      assert.strictEqual(normalRules(text), "", text.slice(0, 40))
  })

  it("every advice is a filter that the service understands", () => {
    for (const [code, { filter, unknown }] of Object.entries(bucketAdvice))
      for (const id of ["cluster-admin", "storage-ops"] as const)
        for (const one of [filter, unknown])
          assert.isTrue(Result.isSuccess(parseFilter(workbenchQueries[id], one, [])), `${code} ${id}`)
  })
})

describe("the filter of accounts and users", () => {
  it("is one the service understands with every field", () => {
    const chosen = { ...every, account: "RGW1", state: "suspended" } as never
    assert.strictEqual(ACCOUNT_FILTERS.length + USER_FILTERS.length, 8)
    for (const [kind, text] of [
      ["account", accountFilterQuery(chosen)],
      ["user", userFilterQuery(chosen)]
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

describe("the columns of both workbenches", () => {
  it("offer each parameter of a feature that a request may include", () => {
    for (const columns of [CLUSTER_COLUMNS, OPS_COLUMNS])
      assert.deepStrictEqual(
        columns.flatMap(({ key }) => (key.startsWith("params.") ? [key.slice("params.".length)] : [])).sort(),
        [...paramParts].sort()
      )
  })
})
