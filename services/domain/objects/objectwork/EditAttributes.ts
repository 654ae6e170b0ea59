import { Schema } from "effect"
import { HeaderChanges, MetadataChange, StorageClassName, tagLimit, uniqueBy } from "../objectEdit.ts"
import { retentionModes } from "../ObjectDetails.ts"
import { Text } from "../../platform/Text.ts"
import { Timestamp } from "./Timestamp.ts"
import { selectionFields } from "./Selection.ts"

const TagChanges = Schema.Struct({
  set: Schema.Array(Schema.Struct({ key: Text(128).check(Schema.isNonEmpty()), value: Text(256) })).check(
    Schema.isMaxLength(tagLimit),
    uniqueBy(({ key }: { readonly key: string }) => key)
  ),
  remove: Schema.Array(Text(128)).check(Schema.isMaxLength(100)),
  replace: Schema.Boolean
}).annotate({ identifier: "TagChanges" })

export const AttributeChanges = Schema.Struct({
  headers: Schema.optionalKey(HeaderChanges),
  metadata: Schema.optionalKey(
    Schema.Array(MetadataChange).check(
      Schema.isMaxLength(100),
      uniqueBy(({ name }: { readonly name: string }) => name)
    )
  ),
  storage_class: Schema.optionalKey(StorageClassName),
  tags: Schema.optionalKey(TagChanges),
  legal_hold: Schema.optionalKey(Schema.Boolean),
  retention: Schema.optionalKey(
    Schema.Struct({ mode: Schema.Literals(retentionModes), retain_until: Timestamp, bypass_governance: Schema.Boolean })
  )
}).annotate({ identifier: "AttributeChanges" })
export type AttributeChanges = typeof AttributeChanges.Type

export const EditAttributes = Schema.Struct({ ...selectionFields, change: AttributeChanges }).annotate({
  identifier: "EditAttributes"
})
export type EditAttributes = typeof EditAttributes.Type

export const rewrites = ({ headers = {}, metadata = [], storage_class }: AttributeChanges): boolean =>
  Object.keys(headers).length > 0 || metadata.length > 0 || storage_class !== undefined

export const changesText = (change: AttributeChanges): string =>
  [
    ...Object.keys(change.headers ?? {}).map((name) => name.replaceAll("_", " ")),
    ...(change.metadata ?? []).map(({ name }) => `metadata ${name}`),
    ...(change.storage_class === undefined ? [] : [`storage class ${change.storage_class}`]),
    ...(change.tags === undefined ? [] : ["tags"]),
    ...(change.legal_hold === undefined ? [] : [change.legal_hold ? "legal hold" : "no legal hold"]),
    ...(change.retention === undefined ? [] : [`${change.retention.mode} until ${change.retention.retain_until}`])
  ].join(", ")
