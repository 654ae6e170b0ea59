export type FieldKind = "text" | "bytes" | "number" | "state" | "feature" | "label"

/** Extra reads that a field needs before it can be compared. */
export type FieldCost = "none" | "statistics" | "owners" | "features"

export interface QueryField {
  readonly kind: Exclude<FieldKind, "feature">
  readonly label: string
  readonly cost: FieldCost
  readonly sortable: boolean
  readonly searchable: boolean
  readonly values?: ReadonlyArray<string>
}

export interface QueryParam {
  readonly kind: "text" | "number" | "label"
  readonly label: string
}

export interface QueryFeature {
  readonly kind: "feature"
  readonly label: string
  readonly states: ReadonlyArray<string>
  readonly params: Readonly<Record<string, QueryParam>>
}

export interface QueryDeclaration {
  readonly fields: Readonly<Record<string, QueryField>>
  readonly features: Readonly<Record<string, QueryFeature>>
}

export const sortKeysOf = <Fields extends Readonly<Record<string, QueryField>>>(
  fields: Fields
): ReadonlyArray<SortKey<Fields>> =>
  Object.entries(fields).flatMap(([name, { sortable }]) => (sortable ? [name as SortKey<Fields>] : []))

export type SortKey<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { readonly sortable: true } ? Name : never
}[keyof Fields] &
  string

const textOperators = [
  "eq",
  "neq",
  "contains",
  "starts_with",
  "ends_with",
  "in",
  "not_in",
  "is_null",
  "not_null"
] as const
const numberOperators = ["eq", "neq", "gt", "gte", "lt", "lte", "in", "not_in", "is_null", "not_null"] as const
const stateOperators = ["eq", "neq", "in", "not_in", "is_null", "not_null"] as const

export type FilterOperator = (typeof textOperators)[number] | (typeof numberOperators)[number]

export const operatorsOf: Readonly<Record<Exclude<FieldKind, "feature">, ReadonlyArray<FilterOperator>>> = {
  text: textOperators,
  label: textOperators,
  bytes: numberOperators,
  number: numberOperators,
  state: stateOperators
}

export const isNumeric = (kind: FieldKind): boolean => kind === "bytes" || kind === "number"
