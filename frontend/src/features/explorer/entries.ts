import type { Answer } from "~/client/contract"

export type ObjectPage = Answer<"GET /api/browser/buckets/:bucket_name/objects">

/** A row of the explorer: a folder (common prefix) or an object. */
export interface Entry {
  readonly key: string
  readonly kind: "folder" | "object"
  /** What of the key follows the prefix, with control characters made visible. */
  readonly name: string
  readonly size_bytes: number | null
  readonly storage_class: string | null
  readonly modified_at: string | null
}

/** Control characters as their pictures (U+2400 and up), so that a key with a newline is one line. */
export const visible = (text: string): string =>
  text.replace(/[\u0000-\u001f]/g, (char) => String.fromCodePoint(0x2400 + char.charCodeAt(0))).replace(/\u007f/g, "␡")

/** Folders first, then objects; the marker of the folder itself is not shown in it. */
export const entriesOf = (page: ObjectPage, folder: string): ReadonlyArray<Entry> => [
  ...page.prefixes.map((prefix): Entry => ({
    key: prefix, kind: "folder", name: visible(prefix.slice(folder.length)), size_bytes: null, storage_class: null, modified_at: null
  })),
  ...page.objects.filter((object) => object.key !== folder).map((object): Entry => ({
    key: object.key, kind: "object", name: visible(object.key.slice(folder.length)), size_bytes: object.size_bytes,
    storage_class: object.storage_class, modified_at: object.modified_at
  }))
]

/** The folders on the way to a prefix: `a/b/` → [`a/`, `a/b/`]. */
export const crumbsOf = (prefix: string): ReadonlyArray<{ readonly prefix: string; readonly name: string }> => {
  const crumbs: Array<{ prefix: string; name: string }> = []
  for (let end = prefix.indexOf("/"), start = 0; end >= 0; start = end + 1, end = prefix.indexOf("/", start)) {
    crumbs.push({ prefix: prefix.slice(0, end + 1), name: visible(prefix.slice(start, end)) || "/" })
  }
  return crumbs
}
