import { Schema } from "effect"
import { VersionReference } from "../ObjectLocks.ts"
import { ObjectKey, ObjectPrefix } from "../ObjectListing.ts"

export const selectionLimit = 10_000
const portionSize = 1_000

export const FolderPrefix = ObjectPrefix.check(
  Schema.makeFilter((prefix: string) => prefix === "" || prefix.endsWith("/") || "A folder ends in a slash")
)
const withinLimit = Schema.isMaxLength(selectionLimit)

export const selectionFields = {
  keys: Schema.optionalKey(Schema.Array(ObjectKey).check(withinLimit, Schema.isUnique())),
  versions: Schema.optionalKey(Schema.Array(VersionReference).check(withinLimit)),
  prefixes: Schema.optionalKey(Schema.Array(FolderPrefix).check(withinLimit, Schema.isUnique()))
}

export const Selection = Schema.Struct({
  keys: Schema.Array(Schema.String),
  versions: Schema.Array(Schema.Struct({ key: Schema.String, version_id: Schema.String })),
  prefixes: Schema.Array(Schema.String)
}).annotate({ identifier: "Selection" })
export type Selection = typeof Selection.Type

export const noSelection: Selection = { keys: [], versions: [], prefixes: [] }

export const Portion = Schema.Union([
  Schema.TaggedStruct("Named", {
    entries: Schema.Array(Schema.Struct({ key: Schema.String, version_id: Schema.NullOr(Schema.String) }))
  }),
  Schema.TaggedStruct("Folder", { prefix: Schema.String })
])
export type Portion = typeof Portion.Type

export const isInsideFolders = (text: string, folders: ReadonlySet<string>): boolean => {
  if (folders.has("")) return text !== ""
  for (let at = text.indexOf("/"); at >= 0 && at < text.length - 1; at = text.indexOf("/", at + 1))
    if (folders.has(text.slice(0, at + 1))) return true
  return false
}

/** Removes entries inside selected folders, so that nothing is processed twice. */
export const normalizeSelection = ({ keys = [], prefixes = [], versions = [] }: Partial<Selection>): Selection => {
  const chosen = new Set(prefixes)
  // a key ending in a slash may be a selected folder, whose listing includes its marker
  return {
    keys: keys.filter((key) => !isInsideFolders(key, chosen) && !chosen.has(key)),
    versions,
    prefixes: prefixes.filter((prefix) => !isInsideFolders(prefix, chosen))
  }
}

export const countSelected = ({ keys, prefixes, versions }: Selection): number =>
  keys.length + prefixes.length + versions.length

/** Named entries by the thousand, then each folder as a portion of any size. */
export const splitSelection = ({ keys, prefixes, versions }: Selection): ReadonlyArray<Portion> => {
  const entries = [...keys.map((key) => ({ key, version_id: null })), ...versions]
  const named = Array.from(
    { length: Math.ceil(entries.length / portionSize) },
    (_, index): Portion => ({ _tag: "Named", entries: entries.slice(index * portionSize, (index + 1) * portionSize) })
  )
  return [...named, ...prefixes.map((prefix): Portion => ({ _tag: "Folder", prefix }))]
}

export const portionName = (portion: Portion): string => {
  if (portion._tag === "Folder") return portion.prefix === "" ? "everything in the bucket" : portion.prefix
  const [first] = portion.entries
  return portion.entries.length === 1 && first !== undefined
    ? first.key
    : `${portion.entries.length.toLocaleString("en")} objects, from ${first?.key ?? ""} on`
}

export const selectionName = (selection: Selection): string => {
  const [only, ...more] = splitSelection(selection)
  if (only === undefined) return "nothing"
  if (more.length === 0 && (only._tag === "Folder" || only.entries.length === 1)) return portionName(only)
  const { keys, prefixes, versions } = selection
  const counted = (count: number, one: string, many: string) =>
    count === 0 ? [] : [`${count.toLocaleString("en")} ${count === 1 ? one : many}`]
  return [
    ...counted(keys.length, "object", "objects"),
    ...counted(versions.length, "version", "versions"),
    ...counted(prefixes.length, "folder", "folders")
  ].join(" and ")
}
