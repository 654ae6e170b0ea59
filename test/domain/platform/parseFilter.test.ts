import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { workbenchQueries } from "#domain/buckets/workbench/workbenchQuery.ts"
import { MAX_FILTER_RULES, MAX_LIST_VALUES, parseFilter } from "#domain/platform/query/parseFilter.ts"

const parse = (filter: unknown) =>
  Result.match(parseFilter(workbenchQueries["cluster-admin"], filter, ["payload", "advanced_filter"]), {
    onSuccess: () => [],
    onFailure: (issues) => issues.map(({ message, path }) => `${path.slice(2).join(".")}: ${message}`)
  })
const rule = (written: unknown) => parse({ rules: [written] })

describe("a filter of a workbench", () => {
  it("may be absent, empty, and as long as its limits", () => {
    const name = { field: "name", op: "eq", value: "a" }
    for (const filter of [undefined, null, {}, { match: "any" }, { rules: [] }])
      assert.deepStrictEqual(parse(filter), [])
    assert.deepStrictEqual(parse({ rules: Array.from({ length: MAX_FILTER_RULES }, () => name) }), [])
    const value = Array.from({ length: MAX_LIST_VALUES }, (_, index) => `b${index}`)
    assert.deepStrictEqual(rule({ field: "name", op: "in", value }), [])
    assert.deepStrictEqual(parse({ rules: Array.from({ length: MAX_FILTER_RULES + 1 }, () => name) }), [
      "rules: Expected at most 50 rules"
    ])
    assert.deepStrictEqual(rule({ field: "name", op: "in", value: [...value, "one more"] }), [
      "rules.0.value: Expected at most 5000 values"
    ])
  })

  it("names the place of each fault", () => {
    const faults: ReadonlyArray<readonly [unknown, string]> = [
      [{ field: "colour", op: "eq", value: "a" }, "rules.0.field: Expected one of name, tenant, owner"],
      [{ field: "context_name", op: "eq", value: "a" }, "rules.0.field: Expected one of name, tenant, owner"],
      [{ field: "__proto__", op: "eq", value: "a" }, "rules.0.field: Expected one of"],
      [{ field: "name", op: "gt", value: "a" }, "rules.0.op: Expected an operator of name (text): eq, neq"],
      [{ field: "used_bytes", op: "contains", value: "a" }, "rules.0.op: Expected an operator of used_bytes (bytes)"],
      [{ field: "used_bytes", op: "gt", value: "5" }, "rules.0.value: Expected a number"],
      [{ field: "name", op: "eq", value: 5 }, "rules.0.value: Expected a text"],
      [{ field: "name", op: "eq", value: "a\0" }, "rules.0.value: A text may not hold NUL"],
      [{ field: "name", op: "eq" }, "rules.0.value: Expected a text"],
      [{ field: "name", op: "in", value: "a" }, "rules.0.value: Expected a list with at least one value"],
      [{ field: "name", op: "in", value: [] }, "rules.0.value: Expected a list with at least one value"],
      [{ field: "name", op: "in", value: ["a", ["b"]] }, "rules.0.value.1: Expected a text"],
      [{ field: "name", op: "is_null", value: "a" }, "rules.0.value: Expected no value with is_null"],
      [{ field: "owner_kind", op: "eq", value: "robot" }, "rules.0.value: Expected one of account, user"],
      [{ field: "name", op: "eq", value: "a", state: "x" }, "rules.0.state: Expected only field, op and value"],
      [{ field: "name", feature: "cors", op: "eq" }, "rules.0: Expected exactly one of field and feature"],
      [{}, "rules.0: Expected exactly one of field and feature"],
      ["name", "rules.0: Expected a rule"],
      [{ feature: "colour", state: "enabled" }, "rules.0.feature: Expected one of versioning"],
      [{ feature: "cors", state: "on" }, "rules.0.state: Expected one of enabled"],
      [{ feature: "cors" }, "rules.0.state: Expected one of enabled"],
      [{ feature: "website", param: "x", op: "eq", value: "a" }, "rules.0.param: website has no parameters"],
      [{ feature: "lifecycle", param: "days", op: "eq", value: 1 }, "rules.0.param: Expected one of rule_id, prefix"],
      [
        { feature: "lifecycle", param: "expiration_days", op: "eq", value: 1, quantifier: "some" },
        "rules.0.quantifier: Expected one of any, all, none"
      ],
      [{ rules: [{ field: "name", op: "eq", value: "a" }] }, "rules.0: Expected exactly one of field and feature"]
    ]
    for (const [written, message] of faults) {
      const issues = rule(written)
      assert.strictEqual(issues.length, 1, JSON.stringify(written))
      assert.isTrue(issues[0]?.startsWith(message), `${issues[0]} is not ${message}`)
    }
    assert.deepStrictEqual(parse([]), [": Expected an object with match and rules"])
    assert.deepStrictEqual(parse({ match: "some" }), ["match: Expected all or any"])
    assert.deepStrictEqual(parse({ rules: {} }), ["rules: Expected a list of rules"])
    assert.deepStrictEqual(parse({ rules: [], order: 1 }), ["order: Expected only match and rules"])
  })

  it("reports every faulty rule, and survives any depth of nesting", () => {
    const two = { rules: [{ field: "x" }, { field: "name", op: "eq", value: "a" }, { feature: "y" }] }
    assert.strictEqual(parse(two).length, 2)
    let deep: unknown = "a"
    for (let depth = 0; depth < 10_000; depth++) deep = { rules: [deep] }
    assert.deepStrictEqual(parse(deep), ["rules.0: Expected exactly one of field and feature"])
  })
})
