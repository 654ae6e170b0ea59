export interface Merge<Part> {
  readonly set: ReadonlyArray<Part>
  readonly remove: ReadonlyArray<string>
}

export interface Merged<Part> {
  readonly parts: ReadonlyArray<Part>
  readonly ambiguous: ReadonlyArray<string>
  readonly added: ReadonlyArray<string>
  readonly replaced: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
}

export const mergeByKey = <Part>(
  current: ReadonlyArray<Part>,
  { remove, set }: Merge<Part>,
  keyOf: (part: Part) => string | null
): Merged<Part> => {
  const counts = new Map<string | null, number>()
  for (const part of current) counts.set(keyOf(part), (counts.get(keyOf(part)) ?? 0) + 1)
  const replacements = new Map(set.map((part) => [keyOf(part), part]))
  const removal = new Set<string | null>(remove)
  const setKeys = set.flatMap((part) => keyOf(part) ?? [])
  const isStored = (key: string) => counts.has(key)
  return {
    parts: [
      ...current.filter((part) => !removal.has(keyOf(part))).map((part) => replacements.get(keyOf(part)) ?? part),
      ...set.filter((part) => !counts.has(keyOf(part)))
    ],
    ambiguous: [...setKeys, ...remove].filter((key) => (counts.get(key) ?? 0) > 1),
    added: setKeys.filter((key) => !isStored(key)),
    replaced: setKeys.filter(isStored),
    removed: remove.filter(isStored)
  }
}
