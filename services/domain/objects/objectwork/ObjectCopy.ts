import { Schema } from "effect"
import { ExistingBucketName } from "../../buckets/BucketName.ts"
import { copyLosses, CopyLoss } from "../CopyProperties.ts"
import { ObjectKey, ObjectPrefix } from "../ObjectListing.ts"
import { Text } from "../../platform/Text.ts"
import { plannedAtField } from "./Timestamp.ts"
import { isInsideFolders, type Selection, selectionFields } from "./Selection.ts"

export const conflictChoices = ["skip", "replace", "keep_both"] as const
export type ConflictChoice = (typeof conflictChoices)[number]

const consent = {
  accept_losses: Schema.optionalKey(
    Schema.Array(CopyLoss).check(Schema.isMaxLength(copyLosses.length), Schema.isUnique())
  )
}

export const CopyObjects = Schema.Struct({
  ...selectionFields,
  base: ObjectPrefix,
  target: Schema.Struct({
    context_id: Schema.optionalKey(Text(64)),
    bucket_name: ExistingBucketName,
    prefix: ObjectPrefix
  }),
  move: Schema.optionalKey(Schema.Boolean),
  on_conflict: Schema.Literals(conflictChoices),
  ...consent,
  ...plannedAtField
}).annotate({ identifier: "CopyObjects" })
export type CopyObjects = typeof CopyObjects.Type

export const RenameObject = Schema.Struct({
  from: ObjectKey,
  to: ObjectKey,
  kind: Schema.optionalKey(Schema.Literals(["object", "folder"])),
  /** Absent: an existing name is 409 `already_exists`. */
  on_conflict: Schema.optionalKey(Schema.Literals(conflictChoices)),
  ...consent,
  ...plannedAtField
}).annotate({ identifier: "RenameObject" })
export type RenameObject = typeof RenameObject.Type

export const targetKey = (key: string, base: string, prefix: string): string => `${prefix}${key.slice(base.length)}`

interface Way {
  readonly selection: Selection
  readonly base: string
  readonly prefix: string
  readonly sameBucket: boolean
  readonly move: boolean
  readonly conflict: ConflictChoice
}

export const copyFault = ({ base, conflict, move, prefix, sameBucket, selection }: Way): string | null => {
  const { keys, prefixes, versions } = selection
  if ([...keys, ...prefixes, ...versions.map(({ key }) => key)].some((key) => !key.startsWith(base)))
    return "What is chosen lies in the folder `base`"
  if ([...keys, ...versions.map(({ key }) => key)].some((key) => targetKey(key, base, prefix) === "")) {
    return `${base} would have no name there: choose a folder, or another name`
  }
  if (move && versions.length > 0) return "A single version is copied, and never moved"
  if (prefix !== "" && !prefix.endsWith("/") && (prefixes.some((folder) => folder === base) || countsMany(selection)))
    return "The target is a folder: it ends in a slash"
  if (!sameBucket) return null
  if (base === prefix)
    return keys.length + versions.length > 0 && prefixes.length === 0 && !move && conflict === "keep_both"
      ? null
      : "They are there already"
  const folders = new Set(prefixes)
  const targets = new Set(prefixes.map((folder) => targetKey(folder, base, prefix)))
  for (const folder of prefixes) {
    const there = targetKey(folder, base, prefix)
    if (there.startsWith(folder))
      return `A folder is not ${move ? "moved" : "copied"} into itself: ${there} lies in ${folder}`
    if (folder.startsWith(there))
      return `${folder} lies in ${there} itself: what is in it would mix with what is around it`
    if (folders.has(there) || isInsideFolders(there, folders) || isInsideFolders(folder, targets))
      return "One of the folders would come to lie within another that was chosen"
  }
  const chosen = new Set(keys)
  for (const key of keys) {
    const there = targetKey(key, base, prefix)
    if (chosen.has(there) || isInsideFolders(there, folders) || isInsideFolders(key, targets))
      return `${there} is chosen itself: choose fewer at once`
  }
  return null
}

const countsMany = ({ keys, prefixes, versions }: Selection): boolean =>
  keys.length + prefixes.length + versions.length > 1

export const numberedKey = (key: string, nth: number): string => {
  const slash = key.endsWith("/") ? "/" : ""
  const path = key.slice(0, key.length - slash.length)
  const name = path.slice(path.lastIndexOf("/") + 1)
  const dot = name.lastIndexOf(".")
  const end = dot > 0 ? name.slice(dot) : ""
  return `${path.slice(0, path.length - end.length)} (${nth})${end}${slash}`
}

export interface ComparableObject {
  readonly size: number
  readonly etag: string | null
}

/** ETags of multipart or encrypted objects are not MD5 sums. */
const isDigest = (etag: string | null): etag is string => etag !== null && /^"?[0-9a-f]{32}"?$/.test(etag)
const bare = (etag: string) => etag.replaceAll('"', "")

/** `unknown`: only sizes are comparable. */
export const compareWithCopy = (source: ComparableObject, copy: ComparableObject): "same" | "different" | "unknown" => {
  if (source.size !== copy.size) return "different"
  if (source.etag !== null && copy.etag !== null && bare(source.etag) === bare(copy.etag)) return "same"
  return isDigest(source.etag) && isDigest(copy.etag) ? "different" : "unknown"
}
