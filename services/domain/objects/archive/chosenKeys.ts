/** The keys of a selection, sorted: those in a selected folder are omitted. */
export const chosenKeys = (keys: ReadonlyArray<string>): ReadonlyArray<string> => {
  const kept: Array<string> = []
  let folder: string | null = null
  // whatever begins with a folder's key follows it directly in the order
  for (const key of keys.toSorted()) {
    if (folder !== null && key !== folder && key.startsWith(folder)) continue
    kept.push(key)
    if (key.endsWith("/")) folder = key
  }
  return kept
}
