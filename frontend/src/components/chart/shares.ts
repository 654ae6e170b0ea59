export interface Measured {
  readonly name: string
  readonly value: number
}

export interface Part extends Measured {
  readonly share: number
  readonly start: number
}

export interface Shares {
  readonly parts: ReadonlyArray<Part>
  readonly other: (Part & { readonly count: number }) | null
  readonly total: number
}

const measured = (value: number): number => (Number.isFinite(value) && value > 0 ? value : 0)

/** `whole` includes unlisted parts. If the items exceed it (counted at another time), their sum counts. */
export const sharesOf = (items: ReadonlyArray<Measured>, maxParts: number, whole: number, count: number): Shares => {
  const sorted = items
    .map(({ name, value }) => ({ name, value: measured(value) }))
    .sort((a, b) => b.value - a.value || (a.name < b.name ? -1 : 1))
  const total = Math.max(
    measured(whole),
    sorted.reduce((sum, { value }) => sum + value, 0)
  )
  const shareOf = (value: number) => (total === 0 ? 0 : value / total)
  let end = 0
  const parts = sorted
    .slice(0, maxParts)
    .filter(({ value }) => value > 0)
    .map((item): Part => {
      const part = { ...item, share: shareOf(item.value), start: shareOf(end) }
      end += item.value
      return part
    })
  const rest = total - end
  const others = Math.max(count, items.length) - parts.length
  return {
    parts,
    // Rounding may leave a negative rest.
    other:
      others > 0
        ? {
            name: "Other",
            value: Math.max(0, rest),
            share: Math.max(0, shareOf(rest)),
            start: Math.min(1, shareOf(end)),
            count: others
          }
        : null,
    total
  }
}
