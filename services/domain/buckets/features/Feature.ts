import type { Schema } from "effect"
import type { InputIssue } from "../../platform/errors/Errors.ts"
import type { FeatureName, FeatureState } from "./FeatureName.ts"

export type Dialect = "rgw" | "aws"

export interface FeaturePlace {
  readonly bucket: string
  readonly dialect: Dialect
}

/** Value for the filter language; a list matches with any element. */
export type FeatureParam = string | number | boolean | null | ReadonlyArray<string | number>

/** Parameters by filter name, one entry per rule (or one in all). */
export type FeatureParams = ReadonlyArray<Readonly<Record<string, FeatureParam>>>

export interface UnknownFeaturePart {
  /** Path below the root, e.g. `Rule/Filter/ArchiveZone`. */
  readonly path: string
  readonly text: string
}

export type FeatureWire =
  | {
      readonly _tag: "SubResource"
      readonly name: string
      /** Error codes that mean "not set". */
      readonly absent: ReadonlyArray<string>
      /**
       * How it is removed: DELETE only if RGW knows the sub-resource (otherwise it deletes the bucket), else an empty
       * document.
       */
      readonly removal: "delete" | { readonly put: string } | "never"
      readonly type: "application/xml" | "application/json"
      /** Unique names of stored items that are not wanted. RGW keeps them and deletes each by `DELETE ?name=item`. */
      readonly leftOver?: (stored: string, wanted: string) => ReadonlyArray<string>
    }
  /** Admin Ops; stored as our own JSON (`features/quota.ts`). */
  | { readonly _tag: "BucketQuota" }

/**
 * Declaration of a bucket feature, from which the editor, columns, rules, copies and history are derived. Pure
 * functions. `stored`: the gateway's document, null if there is none; `value`: the editable value, null if not set.
 */
export interface Feature<Value> {
  readonly name: FeatureName
  readonly label: string
  /** Audit action, e.g. `bucket.lifecycle.update`. */
  readonly action: string
  readonly schema: Schema.ConstraintCodec<Value, unknown>
  readonly wire: FeatureWire
  /** Parses a document; null if it is not one of this feature. */
  readonly understand: (stored: string | null) => { readonly value: Value | null } | null
  /** Document to send for a value, with unknown parts of `stored` preserved; null: remove. */
  readonly express: (value: Value | null, stored: string | null) => string | null
  readonly unknown: (stored: string | null) => ReadonlyArray<UnknownFeaturePart>
  /** Paths of unknown parts that `express` would drop or misplace. Removal loses nothing. */
  readonly lost: (value: Value | null, stored: string | null) => ReadonlyArray<string>
  readonly state: (value: Value | null) => FeatureState
  readonly summary: (value: Value | null) => string
  readonly params: (value: Value | null) => FeatureParams
  readonly faults: (value: Value | null, place: FeaturePlace, before: Value | null) => ReadonlyArray<InputIssue>
  readonly warnings: (value: Value | null, place: FeaturePlace) => ReadonlyArray<string>
  /** Canonical form for comparison where the gateway does not preserve order; default: the value. */
  readonly meaning?: (value: Value) => Schema.Json
  /** Value that the gateway returns for `sent`: its defaults, taken from `seen`, fill unset fields. Default: `sent`. */
  readonly shown?: (sent: Value, seen: Value) => Value
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
