import type { QRL } from "@builder.io/qwik"
import { listedTexts, normalRules } from "./rules-text"

export interface Choice {
  readonly value: string
  readonly label: string
}

export interface FilterCost {
  readonly short: string
  readonly text: string
}

interface Common {
  readonly name: string
  readonly label: string
  /** "" in the address disables the filter. */
  readonly initial?: string
  /** Field of a row in complete listings; the API filters others. */
  readonly of?: string
  readonly cost?: FilterCost
}

export interface ChoiceFilter extends Common {
  readonly kind: "choice"
  readonly options: ReadonlyArray<Choice>
  readonly many?: boolean
}

export interface LoadedChoiceFilter extends Common {
  readonly kind: "offered"
  readonly load$: QRL<() => Promise<ReadonlyArray<Choice>>>
}

export interface BooleanFilter extends Common {
  readonly kind: "boolean"
  readonly yes: string
  readonly no: string
}

export interface RangeFilter extends Common {
  readonly kind: "number" | "size"
}

export interface TimeFilter extends Common {
  readonly kind: "time"
}

export interface TextFilter extends Common {
  readonly kind: "text"
  readonly list?: true
}

export interface RulesFilter extends Common {
  readonly kind: "rules"
}

/** Declare only what the API, or a complete listing, can filter. */
export type Filter =
  | ChoiceFilter
  | LoadedChoiceFilter
  | BooleanFilter
  | RangeFilter
  | TimeFilter
  | TextFilter
  | RulesFilter

/** `url`: text of each filter by its name. */
export interface FilterTarget {
  readonly url: Record<string, string>
}

/** Inclusive; null: unbounded. */
export interface Bounds {
  readonly min: number | null
  readonly max: number | null
}

/** RFC 3339: `after` inclusive, `before` exclusive; null: unbounded. */
export interface Period {
  readonly after: string | null
  readonly before: string | null
}

type OptionOf<F> = F extends { readonly options: ReadonlyArray<{ readonly value: infer V extends string }> }
  ? V
  : string

export type FilterValue<F> = F extends { readonly kind: "choice"; readonly many: true }
  ? ReadonlyArray<OptionOf<F>>
  : F extends { readonly kind: "choice" }
    ? OptionOf<F>
    : F extends { readonly kind: "boolean" }
      ? boolean
      : F extends { readonly kind: "number" | "size" }
        ? Bounds
        : F extends { readonly kind: "time" }
          ? Period
          : string

export type FilterValues<F extends ReadonlyArray<Filter>> = {
  readonly [X in F[number] as X["name"]]: FilterValue<X> | null
}
export type AnyFilters = FilterValues<ReadonlyArray<Filter>>

const MAX_TEXT_LENGTH = 200
const MAX_LIST_LENGTH = 4_000

const HOUR = 3_600_000

export const LATEST_PERIODS = {
  "24h": { label: "the last 24 hours", span: 24 * HOUR },
  "7d": { label: "the last 7 days", span: 168 * HOUR },
  "30d": { label: "the last 30 days", span: 720 * HOUR }
} as const

const isLatest = (text: string): text is keyof typeof LATEST_PERIODS => Object.hasOwn(LATEST_PERIODS, text)

const endsOf = (text: string, end: RegExp): readonly [string, string] | null => {
  const parts = text.split("..")
  const [from, until] = parts
  if (parts.length !== 2 || from === undefined || until === undefined || from + until === "") return null
  return [from, until].every((part) => part === "" || end.test(part)) ? [from, until] : null
}

const inOrder = <A extends string | number>(from: A | null, until: A | null): readonly [A | null, A | null] =>
  from !== null && until !== null && from > until ? [until, from] : [from, until]

const amount = (text: string): number | null =>
  text === "" || Number(text) > Number.MAX_SAFE_INTEGER ? null : Number(text)

const boundsOf = (text: string): Bounds | null => {
  const ends = endsOf(text, /^\d{1,16}$/)
  if (ends === null) return null
  const [min, max] = inOrder(amount(ends[0]), amount(ends[1]))
  return min === null && max === null ? null : { min, max }
}

const isDay = (text: string): boolean => {
  const time = /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text)
}

const daysOf = (text: string): readonly [string | null, string | null] | null => {
  const ends = endsOf(text, /^\d{4}-\d\d-\d\d$/)
  if (ends === null || !ends.every((day) => day === "" || isDay(day))) return null
  return inOrder(ends[0] || null, ends[1] || null)
}

const periodOf = (text: string, now: number): Period | null => {
  if (isLatest(text)) return { after: new Date(now - LATEST_PERIODS[text].span).toISOString(), before: null }
  const days = daysOf(text)
  if (days === null) return null
  const [from, until] = days
  return {
    after: from === null ? null : `${from}T00:00:00Z`,
    before:
      until === null ? null : `${new Date(Date.parse(`${until}T00:00:00Z`) + 24 * HOUR).toISOString().slice(0, 19)}Z`
  }
}

const plainText = (text: string, maxLength = MAX_TEXT_LENGTH): string => {
  const trimmed = text.trim()
  return [...trimmed].length > maxLength || !trimmed.isWellFormed() || /[\x00-\x1f\x7f-\x9f]/.test(trimmed)
    ? ""
    : trimmed
}

/** "" when invalid. Of several values the known ones remain, in the order of declaration. */
export const normalizeFilterText = (filter: Filter, text: string): string => {
  switch (filter.kind) {
    case "choice": {
      const selectedTexts = text.split(",")
      const known = filter.options.filter(({ value }) => selectedTexts.includes(value)).map(({ value }) => value)
      return (filter.many ? known : known.slice(0, 1)).join(",")
    }
    case "boolean":
      return text === "true" || text === "false" ? text : ""
    case "number":
    case "size": {
      const bounds = boundsOf(text)
      return bounds === null ? "" : `${bounds.min ?? ""}..${bounds.max ?? ""}`
    }
    case "time": {
      if (isLatest(text)) return text
      const days = daysOf(text)
      return days === null ? "" : `${days[0] ?? ""}..${days[1] ?? ""}`
    }
    case "rules":
      return normalRules(text)
    case "text":
      return filter.list ? plainText(listedTexts(text).join(","), MAX_LIST_LENGTH) : plainText(text)
    default:
      return plainText(text)
  }
}

export const filterText = (filter: Filter, url: Readonly<Record<string, string>>): string =>
  normalizeFilterText(filter, url[filter.name] ?? filter.initial ?? "")

const saidBy = (filter: Filter, text: string, now: number): unknown => {
  if (text === "") return null
  switch (filter.kind) {
    case "choice":
      return filter.many ? text.split(",") : text
    case "boolean":
      return text === "true"
    case "number":
    case "size":
      return boundsOf(text)
    case "time":
      return periodOf(text, now)
    default:
      return text
  }
}

/** `now` in milliseconds. */
export const filterValues = <const F extends ReadonlyArray<Filter>>(
  filters: F,
  url: Readonly<Record<string, string>>,
  now: number
): FilterValues<F> =>
  Object.fromEntries(
    filters.map((filter) => [filter.name, saidBy(filter, filterText(filter, url), now)])
  ) as unknown as FilterValues<F>

const within = (value: unknown, { max, min }: Bounds): boolean =>
  typeof value === "number" && value >= (min ?? -Infinity) && value <= (max ?? Infinity)

const during = (value: unknown, { after, before }: Period): boolean => {
  const time = typeof value === "string" ? Date.parse(value) : NaN
  return (
    time >= (after === null ? -Infinity : Date.parse(after)) && time < (before === null ? Infinity : Date.parse(before))
  )
}

/** Unknown values are in no range. */
export const passesFilter = (filter: Filter, text: string, now: number, read: (path: string) => unknown): boolean => {
  const criterion = filter.of === undefined ? null : saidBy(filter, text, now)
  if (criterion === null) return true
  const value = read(filter.of ?? "")
  switch (filter.kind) {
    case "choice":
      return text.split(",").includes(String(value ?? ""))
    case "boolean":
      return (value === true || (typeof value === "number" && value > 0)) === criterion
    case "number":
    case "size":
      return within(value, criterion as Bounds)
    case "time":
      return during(value, criterion as Period)
    case "text":
      return String(value ?? "")
        .toLowerCase()
        .includes(text.toLowerCase())
    default:
      return String(value ?? "") === text
  }
}
