/** A selection for an archive or a link. */
export interface ChosenKeys {
  /** Objects, and folders with all below them, which end in `/`. */
  readonly keys: ReadonlyArray<string>
  /** Objects alone, whatever their keys end in. */
  readonly objects: ReadonlyArray<string>
}

export interface ChosenEntry {
  readonly key: string
  readonly isFolder: boolean
}

/** The entries of a selection, sorted by their keys: those in a selected folder are omitted, its own object among them. */
export const chosenEntries = ({ keys, objects }: ChosenKeys): ReadonlyArray<ChosenEntry> => {
  const entries = [
    ...keys.map((key): ChosenEntry => ({ key, isFolder: key.endsWith("/") })),
    ...[...new Set(objects)].map((key): ChosenEntry => ({ key, isFolder: false }))
  ]
  const kept: Array<ChosenEntry> = []
  let folder: string | null = null
  // whatever begins with a folder's key follows it directly in the order
  for (const entry of entries.sort((one, other) => one.key === other.key ? Number(other.isFolder) - Number(one.isFolder) : one.key < other.key ? -1 : 1)) {
    if ((folder !== null && entry.key.startsWith(folder)) || kept.at(-1)?.key === entry.key) continue
    kept.push(entry)
    if (entry.isFolder) folder = entry.key
  }
  return kept
}
