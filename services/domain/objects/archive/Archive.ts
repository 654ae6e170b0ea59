import { Schema } from "effect"
import { fileNameOf } from "../attachment.ts"
import { portableName } from "../nameTraps.ts"
import { ObjectKey, ObjectPrefix } from "../ObjectListing.ts"
import type { ChosenKeys } from "./chosenEntries.ts"

/** At most this many entries are chosen for one archive; a folder among them may hold any number. */
export const archiveLimit = 1000

/** Entries of one archive or link. Fields of a request. */
export const chosenFields = {
  /** Objects, and folders (keys that end in `/`) with all below them. */
  keys: Schema.Array(ObjectKey).check(Schema.isMaxLength(archiveLimit), Schema.isUnique()),
  /** Objects alone, also where their keys end in `/`. */
  objects: Schema.optionalKey(Schema.Array(ObjectKey).check(Schema.isMaxLength(archiveLimit), Schema.isUnique()))
}

/** Refuses a selection of nothing, or of more than one archive holds. */
export const chosenCount = Schema.makeFilter(({ keys, objects = [] }: Pick<OrderArchive, "keys" | "objects">) => {
  const count = keys.length + objects.length
  return count === 0 ? { path: ["keys"], issue: "Choose at least one entry" } : count <= archiveLimit || { path: ["objects"], issue: `Keys and objects are together at most ${archiveLimit}` }
})

const orderFields = Schema.Struct({
  /** The folder in which the entries were chosen: left out of the paths in the archive. */
  prefix: ObjectPrefix,
  ...chosenFields
})
export type OrderArchive = typeof orderFields.Type

/** What is wanted as one archive. */
export const OrderArchive = orderFields.check(chosenCount).annotate({ identifier: "OrderArchive" })

/** Where an archive is fetched, within an hour and as often as one likes; it is made while it is read. */
export const ArchiveOrder = Schema.Struct({ id: Schema.String, url: Schema.String, file_name: Schema.String }).annotate({ identifier: "ArchiveOrder" })
export type ArchiveOrder = typeof ArchiveOrder.Type

/** What is missing from an archive, or lies in it under another name than its key's. */
export interface ArchiveNote {
  readonly key: string
  readonly said: string
}

/** What an archive is called: after the one folder or the place that it was taken from. */
export const archiveName = (bucket: string, { keys, objects, prefix }: ChosenKeys & Pick<OrderArchive, "prefix">): string => {
  const [only, ...more] = [...keys, ...objects]
  const place = more.length === 0 && only !== undefined ? only : prefix
  return portableName(`${place.replaceAll("/", "") === "" ? bucket : fileNameOf(place)}.zip`)
}

/** The text that stands in an archive where something is missing or renamed: keys as JSON, so that each is exact and on one line. */
export const archiveReport = (missing: ReadonlyArray<ArchiveNote>, renamed: ReadonlyArray<ArchiveNote>): string | null => {
  if (missing.length + renamed.length === 0) return null
  const list = (title: string, notes: ReadonlyArray<ArchiveNote>) =>
    notes.length === 0 ? [] : [title, ...notes.map(({ key, said }) => `  ${JSON.stringify(key)}: ${said}`), ""]
  return [
    ...list(`Not in this archive (${missing.length}):`, missing),
    ...list(`Under another name than the object's (${renamed.length}):`, renamed)
  ].join("\r\n")
}
