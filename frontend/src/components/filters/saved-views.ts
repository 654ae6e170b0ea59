/** A search, sort, filters and columns under a name, as their query string; `initial`: the listing opens with it. */
export interface View {
  readonly name: string
  readonly search: string
  readonly initial: boolean
}

/** Views that a listing keeps at most, and characters of a name. */
const MOST = 50
const LONGEST = 60

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null

/** A name as it is kept: without spaces around it and control characters; "" is none. */
export const viewName = (typed: string): string => [...typed.toWellFormed().replace(/[\x00-\x1f\x7f-\x9f]+/g, " ").trim()].slice(0, LONGEST).join("").trim()

/** The views that a browser kept: what is none is left out, as the storage is anybody's. */
export const readViews = (kept: string | null): ReadonlyArray<View> => {
  let parsed: unknown
  try {
    parsed = JSON.parse(kept ?? "[]")
  } catch {
    // somebody else wrote there: the listing has no views then
    return []
  }
  if (!Array.isArray(parsed)) return []
  const views: Array<View> = []
  for (const one of parsed) {
    if (!isObject(one) || typeof one["name"] !== "string" || typeof one["search"] !== "string") continue
    const name = viewName(one["name"])
    if (name === "" || views.length >= MOST || views.some((view) => view.name === name)) continue
    views.push({ name, search: one["search"], initial: one["initial"] === true && !views.some((view) => view.initial) })
  }
  return views
}

/** Keeps a view under its name, in place of one that has it. */
export const withView = (views: ReadonlyArray<View>, typed: string, search: string): ReadonlyArray<View> => {
  const name = viewName(typed)
  if (name === "") return views
  const found = views.find((view) => view.name === name)
  if (found) return views.map((view) => view === found ? { ...view, search } : view)
  return views.length >= MOST ? views : [...views, { name, search, initial: false }]
}

/** Another name for a view; it stays as it is where the name is none, or another view's. */
export const renamedView = (views: ReadonlyArray<View>, from: string, typed: string): ReadonlyArray<View> => {
  const name = viewName(typed)
  if (name === "" || views.some((view) => view.name === name)) return views
  return views.map((view) => view.name === from ? { ...view, name } : view)
}

export const withoutView = (views: ReadonlyArray<View>, name: string): ReadonlyArray<View> => views.filter((view) => view.name !== name)

/** The listing opens with this view, or with none where it did before. */
export const initialView = (views: ReadonlyArray<View>, name: string): ReadonlyArray<View> =>
  views.map((view) => ({ ...view, initial: view.name === name && !view.initial }))

/** The parts of an address that a view keeps, with what they say while the address does not. */
export type ViewKeys = Readonly<Record<string, string>>

/** Search, sort and filters as a query string: what the listing begins with is left out. */
export const searchOfView = (keys: ViewKeys, url: Readonly<Record<string, string>>): string =>
  new URLSearchParams(Object.entries(keys).flatMap(([key, fallback]) => (url[key] ?? fallback) === fallback ? [] : [[key, url[key] ?? ""]])).toString()

/** What a view says of each part of the address. */
export const stateOfView = (keys: ViewKeys, search: string): Readonly<Record<string, string>> => {
  const said = new URLSearchParams(search)
  return Object.fromEntries(Object.entries(keys).map(([key, fallback]) => [key, said.get(key) ?? fallback]))
}
