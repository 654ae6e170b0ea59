export interface SelectedKeys {
  readonly keys: ReadonlyArray<string>
  readonly objects: ReadonlyArray<string>
}

export interface SelectedEntry {
  readonly key: string
  readonly isFolder: boolean
}

export const selectedEntries = ({ keys, objects }: SelectedKeys): ReadonlyArray<SelectedEntry> => {
  const entries = [
    ...keys.map((key): SelectedEntry => ({ key, isFolder: key.endsWith("/") })),
    ...[...new Set(objects)].map((key): SelectedEntry => ({ key, isFolder: false }))
  ]
  const result: Array<SelectedEntry> = []
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
