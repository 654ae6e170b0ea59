export interface ChosenKeys {
  readonly keys: ReadonlyArray<string>
  readonly objects: ReadonlyArray<string>
}

export interface ChosenEntry {
  readonly key: string
  readonly isFolder: boolean
}

export const chosenEntries = ({ keys, objects }: ChosenKeys): ReadonlyArray<ChosenEntry> => {
  const entries = [
    ...keys.map((key): ChosenEntry => ({ key, isFolder: key.endsWith("/") })),
    ...[...new Set(objects)].map((key): ChosenEntry => ({ key, isFolder: false }))
  ]
  const result: Array<ChosenEntry> = []
  let folder: string | null = null
  // sorted, the contents of a folder directly follow its key
  for (const entry of entries.sort((one, other) =>
    one.key === other.key ? Number(other.isFolder) - Number(one.isFolder) : one.key < other.key ? -1 : 1
  )) {
    if ((folder !== null && entry.key.startsWith(folder)) || result.at(-1)?.key === entry.key) continue
    result.push(entry)
    if (entry.isFolder) folder = entry.key
  }
  return result
}
