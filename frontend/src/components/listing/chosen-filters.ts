import type { Filter } from "./types"

/** What the address chooses of each filter; a value that is none of the options is the neutral one. */
export const chosenFilters = (filters: ReadonlyArray<Filter>, url: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(filters.map(({ name, options }) => [name, options.some((option) => option.value === url[name]) ? url[name] ?? "" : ""]))
