/** What of a page belongs in its address: names and their values when nothing is said. */
export type UrlDefaults = Readonly<Record<string, string>>

/** Reads the state out of a query string; what is absent has its default. Foreign parameters are ignored. */
export const decodeUrlState = <S extends UrlDefaults>(search: string, defaults: S): { [Key in keyof S]: string } => {
  const params = new URLSearchParams(search)
  const state: Record<string, string> = {}
  for (const [key, fallback] of Object.entries(defaults)) state[key] = params.get(key) ?? fallback
  return state as { [Key in keyof S]: string }
}

/** The query string with this state in it: defaults are left out, foreign parameters are kept. */
export const encodeUrlState = <S extends UrlDefaults>(search: string, state: S, defaults: S): string => {
  const params = new URLSearchParams(search)
  for (const [key, fallback] of Object.entries(defaults)) {
    const value = state[key] ?? fallback
    if (value === fallback) params.delete(key)
    else params.set(key, value)
  }
  const encoded = params.toString()
  return encoded ? `?${encoded}` : ""
}

export type SortDirection = "asc" | "desc"

/** Sorting in one parameter: `name` ascending, `-name` descending. */
export const decodeSort = (sort: string): { readonly by: string; readonly dir: SortDirection } =>
  sort.startsWith("-") ? { by: sort.slice(1), dir: "desc" } : { by: sort, dir: "asc" }

export const encodeSort = (by: string, dir: SortDirection): string => (dir === "desc" ? `-${by}` : by)
