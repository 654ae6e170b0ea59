export interface View {
  readonly name: string
  readonly search: string
  readonly initial: boolean
}

const MAX_VIEWS = 50
const MAX_NAME_LENGTH = 60

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

export const viewName = (typed: string): string =>
  [
    ...typed
      .toWellFormed()
      .replace(/[\x00-\x1f\x7f-\x9f]+/g, " ")
      .trim()
  ]
    .slice(0, MAX_NAME_LENGTH)
    .join("")
    .trim()

/** Omits invalid entries, as localStorage is untrusted. */
export const readViews = (text: string | null): ReadonlyArray<View> => {
  let parsed: unknown
  try {
    parsed = JSON.parse(text ?? "[]")
  } catch {
    // not our JSON: there are no views
    return []
  }
  if (!Array.isArray(parsed)) return []
  const views: Array<View> = []
  for (const one of parsed) {
    if (!isObject(one) || typeof one["name"] !== "string" || typeof one["search"] !== "string") continue
    const name = viewName(one["name"])
    if (name === "" || views.length >= MAX_VIEWS || views.some((view) => view.name === name)) continue
    views.push({ name, search: one["search"], initial: one["initial"] === true && !views.some((view) => view.initial) })
  }
  return views
}

export const withView = (views: ReadonlyArray<View>, typed: string, search: string): ReadonlyArray<View> => {
  const name = viewName(typed)
  if (name === "") return views
  const found = views.find((view) => view.name === name)
  if (found) return views.map((view) => (view === found ? { ...view, search } : view))
  return views.length >= MAX_VIEWS ? views : [...views, { name, search, initial: false }]
}

export const renamedView = (views: ReadonlyArray<View>, from: string, typed: string): ReadonlyArray<View> => {
  const name = viewName(typed)
  if (name === "" || views.some((view) => view.name === name)) return views
  return views.map((view) => (view.name === from ? { ...view, name } : view))
}

export const withoutView = (views: ReadonlyArray<View>, name: string): ReadonlyArray<View> =>
  views.filter((view) => view.name !== name)

export const initialView = (views: ReadonlyArray<View>, name: string): ReadonlyArray<View> =>
  views.map((view) => ({ ...view, initial: view.name === name && !view.initial }))

export type ViewKeys = Readonly<Record<string, string>>

export const searchOfView = (keys: ViewKeys, url: Readonly<Record<string, string>>): string =>
  new URLSearchParams(
    Object.entries(keys).flatMap(([key, fallback]) =>
      (url[key] ?? fallback) === fallback ? [] : [[key, url[key] ?? ""]]
    )
  ).toString()

export const stateOfView = (keys: ViewKeys, search: string): Readonly<Record<string, string>> => {
  const params = new URLSearchParams(search)
  return Object.fromEntries(Object.entries(keys).map(([key, fallback]) => [key, params.get(key) ?? fallback]))
}
