import { assert, it } from "@effect/vitest"
import {
  type AttributeForm,
  type AttributeRow,
  changesOf
} from "../../frontend/src/features/objects/explorer/uploads/attribute-rows.ts"

const nothing: AttributeForm = { rows: [], onlyTheseTags: false, hold: "", mode: "", until: "", bypass: false }
const row = (what: AttributeRow["what"], value: string, more: Partial<AttributeRow> = {}): AttributeRow => ({
  id: 0,
  what,
  name: "",
  value,
  away: false,
  ...more
})

it("says as a request what was filled in, and nothing else", () => {
  assert.deepStrictEqual(
    changesOf({
      ...nothing,
      hold: "off",
      mode: "governance",
      until: "2030-01-02T03:04",
      onlyTheseTags: true,
      rows: [
        row("content_type", "text/plain"),
        row("cache_control", ""),
        row("expires", "tomorrow", { away: true }),
        row("storage_class", " COLD "),
        row("metadata", "ada", { name: "Author" }),
        row("metadata", "", { name: "draft", away: true }),
        row("tag", "1", { name: "a" }),
        row("tag", "", { name: "b", away: true })
      ]
    }),
    {
      headers: { content_type: "text/plain", cache_control: null, expires: null },
      metadata: [
        { name: "author", value: "ada" },
        { name: "draft", value: null }
      ],
      storage_class: "COLD",
      tags: { set: [{ key: "a", value: "1" }], remove: ["b"], replace: true },
      legal_hold: false,
      retention: { mode: "governance", retain_until: "2030-01-02T03:04:00.000Z", bypass_governance: false }
    }
  )
})

it("says what is missing", () => {
  assert.strictEqual(changesOf(nothing), "Nothing is changed yet.")
  assert.strictEqual(changesOf({ ...nothing, rows: [row("tag", "x")] }), "A tag needs its key.")
  assert.strictEqual(changesOf({ ...nothing, rows: [row("metadata", "x", { name: " " })] }), "Metadata needs its name.")
  assert.strictEqual(changesOf({ ...nothing, rows: [row("storage_class", " ")] }), "Give a storage class.")
  assert.strictEqual(changesOf({ ...nothing, mode: "compliance" }), "Say until when objects are retained.")
})
