export interface ComboOption {
  readonly value: string
  /** Name under which the option is shown and found first. */
  readonly label: string
  readonly hint?: string
  /** Spoken before the label, such as "Add". */
  readonly verb?: string
}

/** Maximum number of options in an open list. */
export const MAX_OPTIONS = 50

const rankOf = ({ hint = "", label, value }: ComboOption, sought: string): number | null => {
  const name = label.toLowerCase()
  if (name === sought) return 0
  if (name.startsWith(sought)) return 1
  if (name.split(/[\s/._:-]+/).some((word) => word.startsWith(sought))) return 2
  if (name.includes(sought)) return 3
  return `${value} ${hint}`.toLowerCase().includes(sought) ? 4 : null
}

/** Options that match a text, names before ids and hints; equal ones stay in their order. */
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

/** Option that a typed text names: by its label, or by its value. */
export const namedOption = (options: ReadonlyArray<ComboOption>, text: string): ComboOption | undefined => {
  const typed = text.trim()
  return options.find(({ label }) => label === typed) ?? options.find(({ value }) => value === typed)
}
