export interface ComboOption {
  readonly value: string
  readonly label: string
  readonly hint?: string
  readonly verb?: string
}

export const MAX_OPTIONS = 50

const rankOf = ({ hint = "", label, value }: ComboOption, sought: string): number | null => {
  const name = label.toLowerCase()
  if (name === sought) return 0
  if (name.startsWith(sought)) return 1
  if (name.split(/[\s/._:-]+/).some((word) => word.startsWith(sought))) return 2
  if (name.includes(sought)) return 3
  return `${value} ${hint}`.toLowerCase().includes(sought) ? 4 : null
}

export const matchOptions = (options: ReadonlyArray<ComboOption>, text: string): ReadonlyArray<ComboOption> => {
  const sought = text.trim().toLowerCase()
  if (sought === "") return options
  return options
    .flatMap((option) => {
      const rank = rankOf(option, sought)
      return rank === null ? [] : [{ option, rank }]
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ option }) => option)
}

export const findOptionByLabel = (options: ReadonlyArray<ComboOption>, text: string): ComboOption | undefined => {
  const typed = text.trim()
  return options.find(({ label }) => label === typed) ?? options.find(({ value }) => value === typed)
}
