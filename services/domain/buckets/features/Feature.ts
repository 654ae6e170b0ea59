import type { Schema } from "effect"
import type { InputIssue } from "../../platform/errors/Errors.ts"
import type { FeatureName, FeatureState } from "./FeatureName.ts"

export type Dialect = "rgw" | "aws"

export interface FeaturePlace {
  readonly bucket: string
  readonly dialect: Dialect
}

/** A list matches with any element. */
export type FeatureParam = string | number | boolean | null | ReadonlyArray<string | number>

/** By filter name; one entry per rule, or one in all. */
export type FeatureParams = ReadonlyArray<Readonly<Record<string, FeatureParam>>>

export interface UnknownFeaturePart {
  readonly path: string
  readonly text: string
}

export type FeatureWire =
  | {
      readonly _tag: "SubResource"
      readonly name: string
      readonly absent: ReadonlyArray<string>
      /** RGW deletes the bucket on DELETE of a sub-resource that it does not know. */
      readonly removal: "delete" | { readonly put: string } | "never"
      readonly type: "application/xml" | "application/json"
      /** Stored items to delete by `DELETE ?name=item`, since RGW keeps omitted ones. */
      readonly leftOver?: (stored: string, wanted: string) => ReadonlyArray<string>
    }
  | { readonly _tag: "BucketQuota" }

/** `stored`: the gateway's document, null: none. `value`: the editable value, null: not set. Pure functions. */
export interface Feature<Value> {
  readonly name: FeatureName
  readonly label: string
  readonly action: string
  readonly schema: Schema.ConstraintCodec<Value, unknown>
  readonly wire: FeatureWire
  readonly understand: (stored: string | null) => { readonly value: Value | null } | null
  /** Preserves unknown parts of `stored`; null: remove. */
  readonly express: (value: Value | null, stored: string | null) => string | null
  readonly unknown: (stored: string | null) => ReadonlyArray<UnknownFeaturePart>
  /** Unknown parts that `express` would drop or misplace. Removal loses nothing. */
  readonly lost: (value: Value | null, stored: string | null) => ReadonlyArray<string>
  readonly state: (value: Value | null) => FeatureState
  readonly summary: (value: Value | null) => string
  readonly params: (value: Value | null) => FeatureParams
  readonly faults: (value: Value | null, place: FeaturePlace, before: Value | null) => ReadonlyArray<InputIssue>
  readonly warnings: (value: Value | null, place: FeaturePlace) => ReadonlyArray<string>
  readonly meaning?: (value: Value) => Schema.Json
  /** Value that the gateway returns for `sent`: its defaults, taken from `seen`, fill unset fields. Default: `sent`. */
  readonly comparable?: (sent: Value, read: Value) => Value
  readonly readOnly: (dialect: Dialect) => string | null
}

export const plainFeature = {
  unknown: () => [],
  lost: () => [],
  params: () => [],
  faults: () => [],
  warnings: () => [],
  readOnly: () => null
} as const
