import { isFolderMarker } from "./folderMarker.ts"
import { keyOrder } from "./keyOrder.ts"
import type { ListedObject } from "./ObjectListing.ts"
import type { FoundEntry, SearchRequest } from "./ObjectSearch.ts"

/** Normalised, since macOS decomposes umlauts. */
const folded = (text: string): string => text.normalize("NFC").toLowerCase()

const nameIn = (key: string, prefix: string, matchesFullKey: boolean): string => {
  const below = key.startsWith(prefix) ? key.slice(prefix.length) : key
  const text = below.endsWith("/") ? below.slice(0, -1) : below
  return matchesFullKey ? text : text.slice(text.lastIndexOf("/") + 1)
}

export const nameMatches = ({
  caseSensitive,
  exact,
  prefix,
  text
}: Pick<SearchRequest, "caseSensitive" | "exact" | "prefix" | "text">): ((key: string) => boolean) => {
  if (text === "") return () => true
  const trimmed = text.length > 1 && text.endsWith("/") ? text.slice(0, -1) : text
  const needle = caseSensitive ? trimmed : folded(trimmed)
  const matchesFullKey = trimmed.includes("/")
  return (key) => {
    const name = nameIn(key, prefix, matchesFullKey)
    const compared = caseSensitive ? name : folded(name)
    return exact ? compared === needle : compared.includes(needle)
  }
}

const isOfObjects = ({ maxSize, minSize, modifiedAfter, modifiedBefore, storageClass }: SearchRequest): boolean =>
  [maxSize, minSize, modifiedAfter, modifiedBefore, storageClass].some((limit) => limit !== null)

const fits = (request: SearchRequest) => {
  const { maxSize, minSize, modifiedAfter, modifiedBefore, storageClass } = request
  const byTime = modifiedAfter !== null || modifiedBefore !== null
  return ({ modified_at, size_bytes, storage_class }: ListedObject): boolean => {
    if (size_bytes < (minSize ?? 0) || size_bytes > (maxSize ?? Infinity)) return false
    if (storageClass !== null && storage_class !== storageClass) return false
    if (!byTime) return true
    if (modified_at === null) return false
    const at = Date.parse(modified_at)
    return at >= (modifiedAfter ?? -Infinity) && at < (modifiedBefore ?? Infinity)
  }
}

const folderEntry = (key: string): FoundEntry => ({
  key,
  kind: "folder",
  size_bytes: null,
  storage_class: null,
  modified_at: null
})

interface SearchedPage {
  readonly objects: ReadonlyArray<ListedObject>
  readonly prefixes: ReadonlyArray<string>
}

/** Folders have no size, class or time, so such filters exclude them. */
export const searchPages = (request: SearchRequest): ((page: SearchedPage) => ReadonlyArray<FoundEntry>) => {
  const named = nameMatches(request)
  const ofObject = fits(request)
  const folders = request.kind !== "object" && !isOfObjects(request)
  const objects = request.kind !== "folder"
  let last = request.startAfter
  const newFolders = (key: string): ReadonlyArray<string> => {
    const folderPrefixes: Array<string> = []
    for (let slash = key.indexOf("/", request.prefix.length); slash >= 0; slash = key.indexOf("/", slash + 1)) {
      const folder = key.slice(0, slash + 1)
      if (!last.startsWith(folder)) folderPrefixes.push(folder)
    }
    return folderPrefixes
  }
  return (page) => {
    const entries: Array<FoundEntry> = []
    // a resumed search may receive the folder again
    if (folders)
      for (const prefix of page.prefixes)
        if (!request.startAfter.startsWith(prefix) && named(prefix)) entries.push(folderEntry(prefix))
    for (const object of page.objects) {
      if (folders && request.recursive)
        for (const folder of newFolders(object.key)) if (named(folder)) entries.push(folderEntry(folder))
      last = object.key
      if (objects && !isFolderMarker(object) && named(object.key) && ofObject(object)) {
        const { key, modified_at, size_bytes, storage_class } = object
        entries.push({ key, kind: "object", size_bytes, storage_class, modified_at })
      }
    }
    return page.prefixes.length === 0 ? entries : entries.sort((one, other) => keyOrder(one.key, other.key))
  }
}
