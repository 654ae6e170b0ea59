import { component$ } from "@builder.io/qwik"
import { RowsAt, TextAt } from "../controls"
import type { Path } from "../draft"
import type { FeatureEditor } from "../feature-editor"

const TagFields = component$<{ readonly index: number; readonly path: Path }>(({ path }) => (
  <div class="grid gap-3 sm:grid-cols-2">
    <TextAt path={[...path, "key"]} label="Key" maxLength={128} />
    <TextAt path={[...path, "value"]} label="Value" maxLength={256} empty="" />
  </div>
))

const TagsForm = component$(() => (
  <RowsAt path={["tags"]} noun="tag" blank={{ key: "", value: "" }} row={TagFields} most={50} />
))

export const tags: FeatureEditor = {
  feature: "tags",
  Form: TagsForm,
  blank: { tags: [{ key: "", value: "" }] },
  removal: "All tags of the bucket go."
}
