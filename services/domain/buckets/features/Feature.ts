import type { Schema } from "effect"
import type { InputIssue } from "../../platform/errors/Errors.ts"
import type { FeatureName, FeatureState } from "./FeatureName.ts"

/** Whose rules a gateway follows where the two differ. */
export type Dialect = "rgw" | "aws"

/** Where a feature is to stand. */
export interface FeaturePlace {
  readonly bucket: string
  readonly dialect: Dialect
}

/** A value that the filter language compares; a list: any of them. */
export type FeatureParam = string | number | boolean | null | ReadonlyArray<string | number>

/** What a feature holds, by the names of the filter language: one entry a rule (or one in all). */
export type FeatureParams = ReadonlyArray<Readonly<Record<string, FeatureParam>>>

/** A part of a feature's document that its declaration does not understand. */
export interface UnknownFeaturePart {
  /** Its place below the root, e.g. `Rule/Filter/ArchiveZone`. */
  readonly path: string
  readonly text: string
}

/** How the gateway is asked for it. */
export type FeatureWire =
  | {
    /** A sub-resource of the bucket, read and written as a document. */
    readonly _tag: "SubResource"
    readonly name: string
    /** The codes that mean: there is none. */
    readonly absent: ReadonlyArray<string>
    /** How it is taken away: DELETE only where RGW knows it (of others it deletes the bucket), or a document that says nothing. */
    readonly removal: "delete" | { readonly put: string } | "never"
    readonly type: "application/xml" | "application/json"
    /**
     * The names of items that a document has beyond another one, once for each: RGW keeps them, and deletes each by
     * `DELETE ?name=item`, where one name may stand for several.
     */
    readonly leftOver?: (stored: string, wanted: string) => ReadonlyArray<string>
  }
  /** Admin Ops; stored as JSON of our own (`features/quota.ts`). */
  | { readonly _tag: "BucketQuota" }

/**
 * A feature of buckets, told once: what it is made of, how it stands on the wire, and what is said of it. The editor, columns,
 * rules, copies and history read this declaration and nothing else. All of it is pure.
 *
 * `stored` is the gateway's own document, null where there is none; `value` is what people edit, null where it is not set.
 */
export interface Feature<Value> {
  readonly name: FeatureName
  readonly label: string
  /** Of its audit entries, e.g. `bucket.lifecycle.update`. */
  readonly action: string
  readonly schema: Schema.ConstraintCodec<Value, unknown>
  readonly wire: FeatureWire
  /** Null for a document that is none of this feature. */
  readonly understand: (stored: string | null) => { readonly value: Value | null } | null
  /** What to send so that the value holds: whatever `stored` says beyond what we know of stays as it is. Null: take it away. */
  readonly express: (value: Value | null, stored: string | null) => string | null
  /** Parts of a document that `value` does not carry; `text`: one spelling of each. */
  readonly unknown: (stored: string | null) => ReadonlyArray<UnknownFeaturePart>
  /** Paths of unknown parts of `stored` that `express` would not keep, or might attach to something else. Removal loses nothing. */
  readonly lost: (value: Value | null, stored: string | null) => ReadonlyArray<string>
  readonly state: (value: Value | null) => FeatureState
  /** In a few words, for a column; "" where it is not set. */
  readonly summary: (value: Value | null) => string
  readonly params: (value: Value | null) => FeatureParams
  /** What is refused before it is sent; paths lead from the value. */
  readonly faults: (value: Value | null, place: FeaturePlace, before: Value | null) => ReadonlyArray<InputIssue>
  /** What somebody should know before saving it, or of what stands there. */
  readonly warnings: (value: Value | null, place: FeaturePlace) => ReadonlyArray<string>
  /** What two values have in common that say the same, where a gateway keeps no order; left out: all of it. */
  readonly meaning?: (value: Value) => Schema.Json
  /** What a gateway shows of a value that was sent: its own words stand where none, or others, were said. Left out: the same. */
  readonly shown?: (sent: Value, seen: Value) => Value
  /** Why nobody changes it on such a gateway; null: it can be changed. */
  readonly readOnly: (dialect: Dialect) => string | null
}

/** What most features have in common. */
export const plainFeature = {
  unknown: () => [],
  lost: () => [],
  params: () => [],
  faults: () => [],
  warnings: () => [],
  readOnly: () => null
} as const
