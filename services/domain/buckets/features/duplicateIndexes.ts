export const duplicateIndexes = (keys: ReadonlyArray<string | null>): ReadonlyArray<number> => {
  const seen = new Set<string>()
  return keys.flatMap((key, index) => {
    if (key === null) return []
    const again = seen.has(key)
    seen.add(key)
    return again ? [index] : []
  })
}
