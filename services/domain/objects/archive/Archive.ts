import { Schema } from "effect"
import { fileNameOf } from "../attachment.ts"
import { portableName } from "../nameTraps.ts"
import { ObjectKey, ObjectPrefix } from "../ObjectListing.ts"
import type { SelectedKeys } from "./selectedEntries.ts"

export const archiveLimit = 1000

export const selectedKeysFields = {
  keys: Schema.Array(ObjectKey).check(Schema.isMaxLength(archiveLimit), Schema.isUnique()),
  objects: Schema.optionalKey(Schema.Array(ObjectKey).check(Schema.isMaxLength(archiveLimit), Schema.isUnique()))
}

export const selectionCountCheck = Schema.makeFilter(
  ({ keys, objects = [] }: Pick<OrderArchive, "keys" | "objects">) => {
    const count = keys.length + objects.length
    return count === 0
      ? { path: ["keys"], issue: "Choose at least one entry" }
      : count <= archiveLimit || { path: ["objects"], issue: `Keys and objects are together at most ${archiveLimit}` }
  }
)

const orderFields = Schema.Struct({
  prefix: ObjectPrefix,
  ...selectedKeysFields
})
export type OrderArchive = typeof orderFields.Type

export const OrderArchive = orderFields.check(selectionCountCheck).annotate({ identifier: "OrderArchive" })

/** Download address, valid for an hour; the archive is generated while it is read. */
export const ArchiveOrder = Schema.Struct({ id: Schema.String, url: Schema.String, file_name: Schema.String }).annotate(
  { identifier: "ArchiveOrder" }
)
export type ArchiveOrder = typeof ArchiveOrder.Type

export interface ArchiveOmission {
  readonly key: string
  readonly reason: string
}

export const archiveName = (
  bucket: string,
  { keys, objects, prefix }: SelectedKeys & Pick<OrderArchive, "prefix">
): string => {
  const [only, ...more] = [...keys, ...objects]
  const place = more.length === 0 && only !== undefined ? only : prefix
  return portableName(`${place.replaceAll("/", "") === "" ? bucket : fileNameOf(place)}.zip`)
}

export const archiveReport = (
  missing: ReadonlyArray<ArchiveOmission>,
  renamed: ReadonlyArray<ArchiveOmission>
): string | null => {
  if (missing.length + renamed.length === 0) return null
  const list = (title: string, notes: ReadonlyArray<ArchiveOmission>) =>
    notes.length === 0 ? [] : [title, ...notes.map(({ key, reason }) => `  ${JSON.stringify(key)}: ${reason}`), ""]
  return [
    ...list(`Not in this archive (${missing.length}):`, missing),
    ...list(`Under another name than the object's (${renamed.length}):`, renamed)
  ].join("\r\n")
}
