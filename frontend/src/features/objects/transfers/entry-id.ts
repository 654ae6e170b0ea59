/** Suffix of the id of an object whose key ends in `/`: keys contain no NUL, so it never passes for a key. */
const OBJECT_MARK = "\0"

/** Prefix of a folder or key of an object, with a suffix if that ends in `/` too. */
export const entryId = (kind: "folder" | "object", key: string): string =>
  kind === "object" && key.endsWith("/") ? key + OBJECT_MARK : key

export const keyOfEntry = (id: string): string => (id.endsWith(OBJECT_MARK) ? id.slice(0, -OBJECT_MARK.length) : id)

export const isFolderEntry = (id: string): boolean => id.endsWith("/")

/** True for an object whose key ends in `/`. */
export const isFolderObject = (id: string): boolean => id.endsWith(OBJECT_MARK)

export const selectionOf = (
  ids: ReadonlyArray<string>
): { readonly keys: ReadonlyArray<string>; readonly prefixes: ReadonlyArray<string> } => ({
  keys: ids.filter((id) => !isFolderEntry(id)).map(keyOfEntry),
  prefixes: ids.filter(isFolderEntry)
})

export const archiveKeysOf = (
  ids: ReadonlyArray<string>
): { readonly keys: Array<string>; readonly objects?: Array<string> } => {
  const objects = ids.filter(isFolderObject).map(keyOfEntry)
  return { keys: ids.filter((id) => !isFolderObject(id)), ...(objects.length === 0 ? {} : { objects }) }
}
