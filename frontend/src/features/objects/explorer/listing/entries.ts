import type { Answer } from "~/client/contract"
import { visible } from "~/lib/visible"
import { isFolderMarker } from "../../../../../../services/domain/objects/folderMarker.ts"
import { entryId, keyOfEntry } from "../../transfers/entry-id"

export type ObjectPage = Answer<"GET /api/browser/buckets/:bucket_name/objects">

export interface Entry {
  readonly id: string
  readonly key: string
  readonly kind: "folder" | "object"
  readonly name: string
  readonly size_bytes: number | null
  readonly storage_class: string | null
  readonly modified_at: string | null
}

export const entriesOf = (page: ObjectPage, folder: string): ReadonlyArray<Entry> => [
  ...page.prefixes.map(
    (prefix): Entry => ({
      id: entryId("folder", prefix),
      key: prefix,
      kind: "folder",
      name: visible(prefix.slice(folder.length)),
      size_bytes: null,
      storage_class: null,
      modified_at: null
    })
  ),
  ...page.objects
    .filter((object) => !isFolderMarker(object))
    .map(
      (object): Entry => ({
        id: entryId("object", object.key),
        key: object.key,
        kind: "object",
        name: visible(object.key.slice(folder.length)) || entryName(object.key),
        size_bytes: object.size_bytes,
        storage_class: object.storage_class,
        modified_at: object.modified_at
      })
    )
]

export const crumbsOf = (prefix: string): ReadonlyArray<{ readonly prefix: string; readonly name: string }> => {
  const crumbs: Array<{ prefix: string; name: string }> = []
  for (let end = prefix.indexOf("/"), start = 0; end >= 0; start = end + 1, end = prefix.indexOf("/", start)) {
    crumbs.push({ prefix: prefix.slice(0, end + 1), name: visible(prefix.slice(start, end)) || "/" })
  }
  return crumbs
}

export const entryName = (id: string): string => {
  const key = keyOfEntry(id)
  return visible(key.slice(key.lastIndexOf("/", key.length - 2) + 1)) || "/"
}

export const entryOf = (object: ObjectPage["objects"][number], folder: string): Entry | null => {
  if (!object.key.startsWith(folder)) return null
  const slash = object.key.indexOf("/", folder.length)
  const page =
    slash < 0 ? { objects: [object], prefixes: [] } : { objects: [], prefixes: [object.key.slice(0, slash + 1)] }
  return entriesOf({ prefix: folder, delimiter: "/", next_continuation_token: null, ...page }, folder)[0] ?? null
}

export const sortEntries = (entries: ReadonlyArray<Entry>, sort: string): ReadonlyArray<Entry> => {
  const field = sort.replace(/^-/, "") as keyof Entry
  const sign = sort.startsWith("-") ? -1 : 1
  return [...entries].sort((one, other) => {
    if (one.kind !== other.kind) return one.kind === "folder" ? -1 : 1
    const [a, b] = field === "name" ? [one.key, other.key] : [one[field] ?? "", other[field] ?? ""]
    return a === b ? (one.key < other.key ? -1 : 1) : (a < b ? -1 : 1) * sign
  })
}
