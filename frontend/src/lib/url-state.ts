/** What of a page stands in its address: what it is when nothing is said, and what a change of it means to Back. */
export interface UrlKey {
  readonly fallback: string
  readonly kind: "place" | "refinement"
}

/** Somewhere one goes to (an open row, a folder, a tab, a page): a change is an entry of the history, and Back undoes it. */
export const place = (fallback = ""): UrlKey => ({ fallback, kind: "place" })

/** How one looks at a place (search, sort, filters): a change belongs to the entry that is there. */
export const refinement = (fallback = ""): UrlKey => ({ fallback, kind: "refinement" })

/** The keys of a page's address. */
export type UrlKeys = Readonly<Record<string, UrlKey>>
export type UrlState<K extends UrlKeys> = { [Key in keyof K]: string }

/** Reads the state out of a query string; what is absent has its fallback, of what is repeated the first counts. Foreign parameters are ignored. */
export const decodeUrlState = <K extends UrlKeys>(search: string, keys: K): UrlState<K> => {
  const params = new URLSearchParams(search)
  return Object.fromEntries(Object.entries(keys).map(([key, { fallback }]) => [key, params.get(key) ?? fallback])) as UrlState<K>
}

/** The query string with this state in it: fallbacks are left out, foreign parameters are kept. */
export const encodeUrlState = <K extends UrlKeys>(search: string, state: Readonly<Record<string, string>>, keys: K): string => {
  const params = new URLSearchParams(search)
  for (const [key, { fallback }] of Object.entries(keys)) {
    const value = state[key] ?? fallback
    if (value === fallback) params.delete(key)
    else params.set(key, value)
  }
  const encoded = params.toString()
  return encoded ? `?${encoded}` : ""
}

/** How an address has to change for a state: not at all, in the entry that is there, or by a new one. */
export type AddressChange = { readonly how: "none" } | { readonly how: "push" | "replace"; readonly search: string }

/** Compared by meaning: an address that says the same in another spelling (`%20` for `+`, a repeated parameter) stays as it is. */
export const addressChange = <K extends UrlKeys>(search: string, state: Readonly<Record<string, string>>, keys: K): AddressChange => {
  const present = decodeUrlState(search, keys)
  const changed = Object.entries(keys).filter(([key, { fallback }]) => (state[key] ?? fallback).toWellFormed() !== present[key])
  if (changed.length === 0) return { how: "none" }
  return { how: changed.some(([, { kind }]) => kind === "place") ? "push" : "replace", search: encodeUrlState(search, state, keys) }
}

export type SortDirection = "asc" | "desc"

/** Sorting in one parameter: `name` ascending, `-name` descending. */
export const decodeSort = (sort: string): { readonly by: string; readonly dir: SortDirection } =>
  sort.startsWith("-") ? { by: sort.slice(1), dir: "desc" } : { by: sort, dir: "asc" }

export const encodeSort = (by: string, dir: SortDirection): string => (dir === "desc" ? `-${by}` : by)
