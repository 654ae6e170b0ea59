const partsOf = (keys: ReadonlyArray<string>): ReadonlyArray<string> =>
  keys.flatMap((key) => /^(?:features|params)\.(.+)$/.exec(key)?.[1] ?? []).sort()

export const visibleParts = (hidden: Readonly<Record<string, boolean>>): string =>
  partsOf(Object.keys(hidden).filter((key) => hidden[key] === false)).join(",")

export const includedParts = (exported: ReadonlyArray<string> | undefined): { readonly include?: string } => {
  const parts = partsOf(exported ?? [])
  return parts.length === 0 ? {} : { include: parts.join(",") }
}
