import { assert, describe, it } from "@effect/vitest"
import { vi } from "vitest"
import { ProblemError } from "../../frontend/src/client/problem-error.ts"
import { changeOf } from "../../frontend/src/features/buckets/bulk-changes/bulk-change.ts"
import { enteredOf } from "../../frontend/src/features/buckets/bulk-changes/change-draft.ts"
import type { Setting, Template } from "../../frontend/src/features/buckets/golden-templates/template.ts"
import {
  chipsOf,
  filterDraft,
  filterOfChips,
  filterOfText,
  templateProblem
} from "../../frontend/src/features/buckets/golden-templates/template-filter.ts"
import { clusterFilters } from "../../frontend/src/features/buckets/workbench/workbench-filters.ts"

// sprites are served by the built console
vi.mock("../../frontend/src/components/ui/icon.tsx", () => ({ Icon: () => null }))
// the optimizer of the build replaces these
vi.mock("@builder.io/qwik", async (original) => ({
  ...(await original<object>()),
  $: (value: unknown) => value,
  component$: (value: unknown) => value
}))

type Filter = Template["filter"]

const filters = clusterFilters((() => Promise.resolve([])) as never)
const all = (...rules: ReadonlyArray<object>): Filter => ({ match: "all", rules }) as unknown as Filter
const rulesOf = (filter: Filter) =>
  new Set(((filter?.["rules"] ?? []) as ReadonlyArray<unknown>).map((rule) => JSON.stringify(rule)))

const NAMES = { field: "name", op: "in", value: ["a", "b"] }
const OWNER = { field: "owner", op: "contains", value: "climate" }
const LEAST = { field: "used_bytes", op: "gte", value: 1024 }
const MOST = { field: "used_bytes", op: "lte", value: 4096 }
const TAG = { field: "tag", op: "eq", value: "Production" }
const UNVERSIONED = { feature: "versioning", state: "not_set" }
const CREATED = { field: "created_at", op: "is_null" }

describe("the filter of a golden template", () => {
  it("is shown as the chips of the bucket list", () => {
    assert.deepStrictEqual(chipsOf(filters, null), {})
    assert.deepStrictEqual(chipsOf(filters, all(NAMES, OWNER, MOST, LEAST, TAG, UNVERSIONED)), {
      name: "a,b",
      owner: "climate",
      size: "1024..4096",
      tag: "Production",
      versioning: "not_set"
    })
  })

  it("is unchanged by the way from JSON to chips and back", () => {
    const cases: ReadonlyArray<Filter> = [
      all(NAMES),
      all(NAMES, OWNER, LEAST, MOST, TAG, UNVERSIONED, CREATED),
      // no chip says these as they are written
      all({ ...LEAST, value: 9 }, { ...MOST, value: 5 }),
      all(LEAST, { ...LEAST, value: 5 }),
      all({ ...NAMES, value: ["a"] }, { ...NAMES, value: ["with, comma", "b"] }),
      all({ ...OWNER, value: " padded " }, { ...OWNER, value: "a\nb" }),
      all({ ...LEAST, value: 1.5 }, { ...LEAST, op: "gt" }),
      all({ feature: "lifecycle", param: "expiration_days", op: "gt", value: 1 })
    ]
    for (const filter of cases)
      assert.deepStrictEqual(rulesOf(filterOfChips(filters, chipsOf(filters, filter) ?? {})), rulesOf(filter))
  })

  it("has rules of which any matches in one chip, and what is too long for a chip as JSON", () => {
    const any = { match: "any", rules: [NAMES, OWNER] } as unknown as Filter
    assert.deepStrictEqual(chipsOf(filters, any), { rules: JSON.stringify(any) })
    assert.deepStrictEqual(filterOfChips(filters, chipsOf(filters, any) ?? {}), any)
    const long = all({ ...NAMES, value: Array.from({ length: 2_000 }, (_, index) => `bucket-${index}`) })
    assert.isNull(chipsOf(filters, long))
    const { json } = filterDraft(filters, long)
    assert.deepStrictEqual(filterOfText(json ?? ""), long)
  })

  it("says at its field why it cannot be used", () => {
    const faultOf = (run: () => unknown) => {
      try {
        run()
      } catch (cause) {
        return (cause as ProblemError).errors.map(({ message, path }) => `${path.join(".")}: ${message}`).join(" ")
      }
      return ""
    }
    assert.match(
      faultOf(() => filterOfText("{")),
      /^filter: Expected rules as JSON: .+\.$/
    )
    assert.match(
      faultOf(() => filterOfText("5")),
      /^filter: Expected a list of rules/
    )
    assert.match(
      faultOf(() => filterOfChips(filters, { owner: "a", rules: '{"match":"any","rules":[{},{}]}' })),
      /^filter: .*cannot be combined/
    )
    const refused = new ProblemError({
      status: 422,
      code: "invalid_input",
      title: "Unprocessable Content",
      detail: "",
      errors: [
        { path: ["payload", "filter", "rules", "1", "op"], message: "Expected an operator" },
        { path: ["payload", "settings", "0", "set", "0", "key"], message: "Expected a text" },
        { path: ["payload", "name"], message: "Expected a name" }
      ]
    })
    assert.deepStrictEqual(
      templateProblem(refused, all(NAMES, OWNER), [{ kind: "tags", set: [], remove: ["a"] }]).errors,
      [
        { path: ["filter"], message: "Rule 2 (owner): Expected an operator." },
        { path: ["settings"], message: "Tags: Expected a text." },
        { path: ["payload", "name"], message: "Expected a name" }
      ]
    )
  })
})

describe("the editor of a setting", () => {
  it("makes of what it is filled with the same setting", () => {
    const settings: ReadonlyArray<Setting> = [
      { kind: "versioning", value: { status: "suspended" } },
      { kind: "quota", value: null },
      { kind: "quota", value: { max_size_bytes: 5, max_objects: null, enabled: false } },
      { kind: "public_access_block", value: null },
      { kind: "tags", set: [{ key: "team", value: "climate" }], remove: ["draft", "old"] },
      { kind: "tags", set: [], remove: ["draft"] },
      { kind: "policy", set: [{ Sid: "A", Effect: "Deny", Principal: "*", Action: "s3:*" }], remove: ["B"] }
    ]
    for (const setting of settings) {
      const { clear, removed, value } = enteredOf(setting)
      assert.deepStrictEqual(
        changeOf(setting.kind, { draft: value, removed, clear, source: "", features: [] }) as Setting,
        setting
      )
    }
  })
})
