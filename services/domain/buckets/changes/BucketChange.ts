import { Schema } from "effect"
import { CorsRule } from "../features/cors.ts"
import { FeatureName, featureNames } from "../features/FeatureName.ts"
import { PublicAccessBlock } from "../features/publicAccessBlock.ts"
import { BucketQuota } from "../features/quota.ts"
import { Tags } from "../features/tags.ts"
import { Versioning } from "../features/versioning.ts"
import { LifecycleRule } from "../lifecycle/Lifecycle.ts"
import { FilledText, StorableJsonRecord } from "../../platform/Text.ts"

const MAX_ENTRIES = 100
/** `<context_id>::<name>`, or the gateway's bucket id. */
export const RowKey = FilledText(600)

const RuleId = FilledText(255)
const TagKey = FilledText(128)
const Sid = FilledText(255)

const hasDistinct = <Entry>(keyOf: (entry: Entry) => unknown) =>
  Schema.makeFilter(
    (entries: ReadonlyArray<Entry>) => new Set(entries.map(keyOf)).size === entries.length || "Expected each key once"
  )

const removed = (key: typeof RuleId) => Schema.Array(key).check(Schema.isMaxLength(MAX_ENTRIES), Schema.isUnique())

const isMerge = <Entry>(keyOf: (entry: Entry) => unknown) =>
  Schema.makeFilter(
    ({ remove, set }: { readonly set: ReadonlyArray<Entry>; readonly remove: ReadonlyArray<string> }) =>
      set.length + remove.length === 0
        ? "Expected something to set or to remove"
        : set.some((entry) => remove.some((key) => key === keyOf(entry)))
          ? "Expected no key in both set and remove"
          : true
  )

const idOf = ({ id }: { readonly id: string }) => id
const keyOf = ({ key }: { readonly key: string }) => key
export const sidOf = (statement: Readonly<Record<string, Schema.Json>>) => statement["Sid"]

const NamedLifecycleRule = Schema.Struct({ ...LifecycleRule.fields, id: RuleId })
const NamedCorsRule = Schema.Struct({ ...CorsRule.fields, id: RuleId })
const NamedStatement = StorableJsonRecord.check(
  Schema.makeFilter((statement) => Schema.is(Sid)(sidOf(statement)) || "Expected a statement with a Sid")
)

export const BucketSetting = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("quota"), value: Schema.NullOr(BucketQuota) }),
  Schema.Struct({ kind: Schema.Literal("versioning"), value: Versioning }),
  Schema.Struct({ kind: Schema.Literal("public_access_block"), value: Schema.NullOr(PublicAccessBlock) }),
  Schema.Struct({
    kind: Schema.Literal("tags"),
    set: Tags.fields.tags.check(Schema.isMaxLength(MAX_ENTRIES), hasDistinct(keyOf)),
    remove: removed(TagKey)
  }).check(isMerge(keyOf)),
  Schema.Struct({
    kind: Schema.Literal("lifecycle"),
    set: Schema.Array(NamedLifecycleRule).check(Schema.isMaxLength(MAX_ENTRIES), hasDistinct(idOf)),
    remove: removed(RuleId)
  }).check(isMerge(idOf)),
  Schema.Struct({
    kind: Schema.Literal("cors"),
    set: Schema.Array(NamedCorsRule).check(Schema.isMaxLength(MAX_ENTRIES), hasDistinct(idOf)),
    remove: removed(RuleId)
  }).check(isMerge(idOf)),
  Schema.Struct({
    kind: Schema.Literal("policy"),
    set: Schema.Array(NamedStatement).check(Schema.isMaxLength(MAX_ENTRIES), hasDistinct(sidOf)),
    remove: removed(Sid)
  }).check(isMerge(sidOf))
])
export type BucketSetting = typeof BucketSetting.Type
export type SettingKind = BucketSetting["kind"]

export const settingKinds = [
  "versioning",
  "public_access_block",
  "lifecycle",
  "cors",
  "policy",
  "quota",
  "tags"
] as const satisfies ReadonlyArray<SettingKind>

export const BucketSettings = Schema.Array(BucketSetting).check(
  Schema.isMinLength(1),
  Schema.isMaxLength(settingKinds.length),
  Schema.makeFilter(
    (settings) => new Set(settings.map(({ kind }) => kind)).size === settings.length || "Expected each kind once"
  )
)

/** `set` and `remove` merge by key (rule id, `Sid`, tag key): other parts of the configuration stay. */
export const BucketChange = Schema.Union([
  ...BucketSetting.members,
  Schema.Struct({ kind: Schema.Literal("copy_guard"), value: Schema.Boolean }),
  Schema.Struct({
    kind: Schema.Literal("copy_features"),
    source: RowKey,
    features: Schema.Array(FeatureName).check(
      Schema.isMinLength(1),
      Schema.isMaxLength(featureNames.length),
      Schema.isUnique()
    )
  }),
  Schema.Struct({ kind: Schema.Literal("settings"), settings: BucketSettings })
]).annotate({ identifier: "BucketChange" })
export type BucketChange = typeof BucketChange.Type

export type ValueChange = Exclude<BucketChange, { readonly kind: "copy_features" | "settings" }>

export const featureOfChange = ({ kind }: ValueChange) => (kind === "copy_guard" ? "policy" : kind)
