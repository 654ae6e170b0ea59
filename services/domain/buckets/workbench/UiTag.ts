import { Schema } from "effect"
import { RowId } from "../../platform/RowId.ts"
import { FilledText, Name, Shaped } from "../../platform/Text.ts"

export const TagColor = Shaped(/^#[0-9a-fA-F]{6}$/u, 9, "Expected a colour such as #2f6fed")
export const TagVisibility = Schema.Literals(["private", "shared"])
export type TagVisibility = typeof TagVisibility.Type
export const TagLabel = Name(60)
export const defaultTagColor = "#6b7280"

export const UiTag = Schema.Struct({
  id: Schema.Int,
  label: Schema.String,
  color: Schema.String,
  visibility: TagVisibility
}).annotate({ identifier: "BucketUiTag" })
export type UiTag = typeof UiTag.Type

export const UiTagList = Schema.Struct({ items: Schema.Array(UiTag) }).annotate({ identifier: "BucketUiTagList" })

export const MAX_TAGGED_BUCKETS = 5_000

const NewTag = Schema.Struct({
  label: TagLabel,
  color: Schema.optionalKey(TagColor),
  visibility: Schema.optionalKey(TagVisibility)
})
const NamedTag = Schema.Struct({ id: RowId })

export const AssignUiTags = Schema.Struct({
  buckets: Schema.Array(FilledText(600)).check(Schema.isMaxLength(MAX_TAGGED_BUCKETS)),
  add: Schema.optionalKey(Schema.Array(Schema.Union([NamedTag, NewTag])).check(Schema.isMaxLength(50))),
  remove: Schema.optionalKey(Schema.Array(RowId).check(Schema.isMaxLength(50)))
}).annotate({ identifier: "AssignBucketUiTags" })
export type AssignUiTags = typeof AssignUiTags.Type

export const EditUiTag = Schema.Struct({
  label: Schema.optionalKey(TagLabel),
  color: Schema.optionalKey(TagColor),
  visibility: Schema.optionalKey(TagVisibility)
}).annotate({ identifier: "EditBucketUiTag" })
export type EditUiTag = typeof EditUiTag.Type

export const EditTagColor = Schema.Struct({ color: TagColor }).annotate({ identifier: "EditBucketUiTagColor" })
