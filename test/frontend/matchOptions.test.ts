import { assert, describe, it } from "@effect/vitest"
import { matchOptions, findOptionByLabel } from "../../frontend/src/lib/match-options.ts"

const options = [
  { value: "alpha-7", label: "Weather archive" },
  { value: "weather-1", label: "Billing" },
  { value: "3", label: "Old weather" },
  { value: "4", label: "weather" },
  { value: "5", label: "Multiweather", hint: "RGW0005" }
]
const labels = (text: string) => matchOptions(options, text).map(({ label }) => label)

describe("options of a combobox", () => {
  it("match by name before id, exact names and beginnings first", () => {
    assert.deepStrictEqual(labels(" Weather "), [
      "weather",
      "Weather archive",
      "Old weather",
      "Multiweather",
      "Billing"
    ])
  })

  it("match by id and hint", () => {
    assert.deepStrictEqual(labels("alpha-7"), ["Weather archive"])
    assert.deepStrictEqual(labels("rgw0005"), ["Multiweather"])
    assert.deepStrictEqual(labels("nothing"), [])
  })

  it("all show without a text, in their order", () => {
    assert.deepStrictEqual(matchOptions(options, "  "), options)
  })

  it("are named by their label or their value", () => {
    assert.strictEqual(findOptionByLabel(options, "Billing")?.value, "weather-1")
    assert.strictEqual(findOptionByLabel(options, "alpha-7")?.label, "Weather archive")
    assert.strictEqual(findOptionByLabel(options, "weath"), undefined)
  })
})
