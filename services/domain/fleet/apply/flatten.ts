import { DateTime, type Schema } from "effect"
import { normaliseEndpointUrl } from "../../gateways/endpoints/EndpointUrl.ts"

export type FlatFields = ReadonlyMap<string, Schema.Json>
export type Pair = readonly [path: string, value: Schema.Json]
type Fields = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const leaf = (value: unknown): Schema.Json =>
  DateTime.isDateTime(value) ? DateTime.formatIso(value) : value === undefined ? null : (value as Schema.Json)

export const pairs = (path: string, value: unknown): ReadonlyArray<Pair> =>
  isRecord(value) && !DateTime.isDateTime(value)
    ? Object.entries(value).flatMap(([name, part]) => pairs(`${path}.${name}`, part))
    : [[path, leaf(value)]]

export const canonicalUrl = (value: unknown): Schema.Json =>
  typeof value === "string" ? (normaliseEndpointUrl(value) ?? value) : null

/** The type of a method, so that each field has values of its own type. */
export type Flatten<Value = unknown> = { of(value: Value): ReadonlyArray<Pair> }["of"]

/** `own`: how fields are flattened that are not flattened part by part. */
export const flattenFields = (
  entry: object,
  fields: ReadonlyArray<string>,
  own: Readonly<Record<string, Flatten>> = {}
): FlatFields =>
  new Map(
    fields.flatMap((field): ReadonlyArray<Pair> => {
      const value = (entry as Fields)[field]
      if (value === undefined) return []
      return (value === null ? undefined : own[field]?.(value)) ?? pairs(field, value)
    })
  )

const fieldOf = (path: string): string => /^[^.[]+/.exec(path)?.[0] ?? path

const same = (one: Schema.Json, other: Schema.Json): boolean => JSON.stringify(one) === JSON.stringify(other)

export interface FieldDifference {
  readonly path: string
  readonly before: Schema.Json
  readonly after: Schema.Json
}

/** `replaced`: fields in the document whose parts are removed if it lacks them, empty lists included. */
export const fieldDifferences = (
  wanted: FlatFields,
  present: FlatFields,
  replaced: ReadonlySet<string> = new Set()
): ReadonlyArray<FieldDifference> => [
  ...[...wanted].flatMap(([path, after]) => {
    const before = present.get(path) ?? null
    return same(before, after) ? [] : [{ path, before, after }]
  }),
  ...[...present]
    .flatMap(([path, before]) =>
      // an absent tag colour stays unchanged
      !wanted.has(path) &&
      before !== null &&
      (wanted.get(fieldOf(path)) === null || (replaced.has(fieldOf(path)) && !/\]\.(?:color|scope)$/.test(path)))
        ? [{ path, before, after: null }]
        : []
    )
    .sort((one, other) => (one.path < other.path ? -1 : 1))
]

export const differingFields = (found: ReadonlyArray<FieldDifference>): ReadonlySet<string> =>
  new Set(found.map(({ path }) => fieldOf(path)))
