/** The keys of a selection, each once: what lies in a chosen folder is not named beside it. */
export const chosenKeys = (keys: ReadonlyArray<string>): ReadonlyArray<string> => {
  const folders = keys.filter((key) => key.endsWith("/"))
  return keys.filter((key) => !folders.some((folder) => folder !== key && key.startsWith(folder))).toSorted()
}
