import { ProblemError } from "~/client/problem-error"
import { type Editing, newEditing } from "~/features/buckets/bucket-features/editing"
import { editorOf } from "~/features/buckets/bucket-features/editors"
import type { FeatureName, Reading, Value } from "~/features/buckets/bucket-features/feature"
import { type BulkRequest, type BulkTarget, type ChangeKind, hasEditor, idsOfName, kindOf } from "./bulk-change"

// Separate from the dialog: a component's module loads with its page, and the editors are large.

export const ACCESS_LOSSES: NonNullable<BulkRequest["accept_losses"]> = [
  "read_policy",
  "change_policy",
  "remove_policy",
  "list_objects",
  "read_objects",
  "write_objects"
]

export const fieldError = (name: string, message: string) =>
  new ProblemError({
    status: 422,
    code: "invalid_input",
    title: "Unprocessable Content",
    detail: message,
    errors: [{ path: [name], message }]
  })

const readingOf = (kind: ChangeKind, value: Value | null): Reading => ({
  feature: kind as FeatureName,
  state: "not_set",
  summary: "",
  value: value ?? (hasEditor(kind) ? editorOf(kind as FeatureName).blank : {}),
  version: null,
  params: [],
  warnings: [],
  unknown_parts: [],
  read_only: null,
  problem: null
})

/** `BUCKET` is the API's placeholder for the bucket in templates; `value` null: the blank of the editor. */
export const editingOf = (kind: ChangeKind, value: Value | null = null): Editing =>
  newEditing(kind as FeatureName, { bucket: "BUCKET", contextId: "" }, readingOf(kind, value))

type SettingChange = Extract<BulkRequest["change"], { readonly kind: "settings" }>["settings"][number]

export interface EnteredSetting {
  readonly value: Value | null
  readonly removed: string
  readonly clear: boolean
}

/** Input of the fields from which `changeOf` makes the setting. */
export const enteredOf = (setting: SettingChange): EnteredSetting => {
  if (!("set" in setting)) return { value: setting.value, removed: "", clear: setting.value === null }
  const value =
    setting.kind === "policy"
      ? { text: JSON.stringify({ Version: "2012-10-17", Statement: setting.set }, null, 2) }
      : { [kindOf(setting.kind).merge?.list ?? ""]: setting.set }
  return { value: value as Value, removed: setting.remove.join("\n"), clear: false }
}

export const sourceOf = async (target: BulkTarget, entered: string): Promise<string> => {
  if (entered === target.source || entered.includes("::")) return entered
  if (target.place.workspace === "cluster-admin" && entered.includes("/")) return entered
  const ids = await idsOfName(target.place, entered)
  const [id] = ids
  if (id === undefined) throw fieldError("source", "There is no such bucket here.")
  if (ids.length > 1) throw fieldError("source", `Several buckets have this name. Enter one of: ${ids.join(", ")}`)
  return id
}
