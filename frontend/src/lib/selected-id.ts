export const selectedId = (
  list: ReadonlyArray<{ readonly id: number }>,
  named: string | null,
  candidates: ReadonlyArray<string | null>
): string | null => {
  const ids = list.map(({ id }) => String(id))
  const selected = (named === null ? candidates : [named]).find((id) => id !== null && ids.includes(id))
  return selected ?? (named === null ? (ids[0] ?? null) : null)
}
