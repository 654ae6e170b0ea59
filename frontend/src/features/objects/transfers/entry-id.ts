/** Follows the key of an object that ends in `/`. No key holds a NUL: wherever an id is taken for a key, the service refuses it. */
const OBJECT_MARK = "\0"

/** Identifies a row: a folder by its prefix, which ends in `/`; an object by its key, marked where that ends in `/` too. */
export const entryId = (kind: "folder" | "object", key: string): string => kind === "object" && key.endsWith("/") ? key + OBJECT_MARK : key

/** The prefix of a folder, or the key of an object. */
export const keyOfEntry = (id: string): string => id.endsWith(OBJECT_MARK) ? id.slice(0, -OBJECT_MARK.length) : id

/** Whether a row is a folder, and not the object of the same key. */
export const isFolderEntry = (id: string): boolean => id.endsWith("/")

/** Whether a row is an object with the key of its folder. */
export const isFolderObject = (id: string): boolean => id.endsWith(OBJECT_MARK)

/** Rows as the service takes them: objects by their keys, folders by their prefixes. */
export const selectionOf = (ids: ReadonlyArray<string>): { readonly keys: ReadonlyArray<string>; readonly prefixes: ReadonlyArray<string> } =>
  ({ keys: ids.filter((id) => !isFolderEntry(id)).map(keyOfEntry), prefixes: ids.filter(isFolderEntry) })

/** Rows as archives and links take them: objects with the key of their folder apart. */
export const chosenOf = (ids: ReadonlyArray<string>): { readonly keys: Array<string>; readonly objects?: Array<string> } => {
  const objects = ids.filter(isFolderObject).map(keyOfEntry)
  return { keys: ids.filter((id) => !isFolderObject(id)), ...objects.length === 0 ? {} : { objects } }
}
