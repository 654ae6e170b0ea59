export interface UrlKey {
  readonly fallback: string
  readonly kind: "place" | "refinement"
}

export const place = (fallback = ""): UrlKey => ({ fallback, kind: "place" })

export const refinement = (fallback = ""): UrlKey => ({ fallback, kind: "refinement" })

export type UrlKeys = Readonly<Record<string, UrlKey>>
export type UrlState<K extends UrlKeys> = { [Key in keyof K]: string }

export const decodeUrlState = <K extends UrlKeys>(search: string, keys: K): UrlState<K> => {
  const params = new URLSearchParams(search)
  return Object.fromEntries(
    Object.entries(keys).map(([key, { fallback }]) => [key, params.get(key) ?? fallback])
  ) as UrlState<K>
}

export const encodeUrlState = <K extends UrlKeys>(
  search: string,
  state: Readonly<Record<string, string>>,
  keys: K
): string => {
  const params = new URLSearchParams(search)
  for (const [key, { fallback }] of Object.entries(keys)) {
    const value = state[key] ?? fallback
    if (value === fallback) params.delete(key)
    else params.set(key, value)
  }
  const encoded = params.toString()
  return encoded ? `?${encoded}` : ""
}

export type AddressChange = { readonly how: "none" } | { readonly how: "push" | "replace"; readonly search: string }

/** Another spelling of the same state (`%20` for `+`) is no change. */
export const addressChange = <K extends UrlKeys>(
  search: string,
  state: Readonly<Record<string, string>>,
  keys: K
): AddressChange => {
  const present = decodeUrlState(search, keys)
  const changed = Object.entries(keys).filter(
    ([key, { fallback }]) => (state[key] ?? fallback).toWellFormed() !== present[key]
  )
  if (changed.length === 0) return { how: "none" }
  return {
    how: changed.some(([, { kind }]) => kind === "place") ? "push" : "replace",
    search: encodeUrlState(search, state, keys)
  }
}

export type SortDirection = "asc" | "desc"

export const decodeSort = (sort: string): { readonly by: string; readonly dir: SortDirection } =>
  sort.startsWith("-") ? { by: sort.slice(1), dir: "desc" } : { by: sort, dir: "asc" }

export const encodeSort = (by: string, dir: SortDirection): string => (dir === "desc" ? `-${by}` : by)
