import { Schema, SchemaTransformation } from "effect"
import { pageQuery } from "../../platform/Paging.ts"
import type { QueryFilter } from "../../platform/query/QueryFilter.ts"
import { RowId } from "../../platform/RowId.ts"
import { StorableJsonRecord, Text } from "../../platform/Text.ts"
import { FeatureName, featureNames } from "../features/FeatureName.ts"
import {
  paramOfPart,
  paramParts,
  type WorkbenchId,
  type WorkbenchSortKey,
  workbenchSortKeys
} from "./workbenchQuery.ts"

export const workbenchParts = [
  ...featureNames,
  "owner_name",
  "owner_quota",
  "owner_quota_usage",
  ...paramParts
] as const
export const WorkbenchPart = Schema.Literals(workbenchParts)
export type WorkbenchPart = typeof WorkbenchPart.Type

const isFeature = Schema.is(FeatureName)

export const featuresOfParts = (parts: ReadonlyArray<WorkbenchPart>): ReadonlyArray<FeatureName> => [
  ...new Set(parts.flatMap((part) => (isFeature(part) ? part : (paramOfPart.get(part)?.feature ?? []))))
]

const anyPart = workbenchParts.join("|")
const listedParts = Schema.String.check(
  Schema.isMaxCodePoints(1_000),
  Schema.isPattern(new RegExp(`^(${anyPart})(,(${anyPart}))*$`, "u"))
)

const includedParts = SchemaTransformation.transform({
  decode: (text: string | ReadonlyArray<string>): ReadonlyArray<WorkbenchPart> => {
    const requested = new Set((typeof text === "string" ? [text] : text).flatMap((part) => part.split(",")))
    return workbenchParts.filter((name) => requested.has(name))
  },
  encode: (names: ReadonlyArray<WorkbenchPart>): string | ReadonlyArray<string> => names.join(",")
})

const IncludedParts: Schema.Codec<ReadonlyArray<WorkbenchPart>, string | ReadonlyArray<string>> = Schema.Union([
  listedParts,
  Schema.Array(listedParts).check(Schema.isMaxLength(workbenchParts.length))
]).pipe(Schema.decodeTo(Schema.Array(WorkbenchPart), includedParts))

const tagIds = Schema.String.check(
  Schema.isMaxCodePoints(1_000),
  Schema.isPattern(/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/u)
).pipe(
  Schema.decodeTo(
    Schema.Array(Schema.Int),
    SchemaTransformation.transform({
      decode: (text: string): ReadonlyArray<number> => text.split(",").map(Number),
      encode: (ids: ReadonlyArray<number>) => ids.join(",")
    })
  )
)

export const workbenchParameters = <Id extends WorkbenchId>(id: Id) => ({
  ...pageQuery(workbenchSortKeys[id]),
  include: Schema.optionalKey(IncludedParts),
  advanced_filter: Schema.optionalKey(Text(16_000)),
  private_tag_ids: Schema.optionalKey(tagIds),
  shared_tag_ids: Schema.optionalKey(tagIds)
})

const list = <S extends Schema.Top>(item: S, maxItems: number) =>
  Schema.optionalKey(Schema.Array(item).check(Schema.isMaxLength(maxItems)))

export const workbenchBody = <Id extends WorkbenchId>(id: Id) =>
  Schema.Struct({
    ...pageQuery(workbenchSortKeys[id]),
    include: list(WorkbenchPart, 50),
    advanced_filter: Schema.optionalKey(Schema.NullOr(StorableJsonRecord)),
    private_tag_ids: list(RowId, 200),
    shared_tag_ids: list(RowId, 200)
  })

/** `at`: path of the request, for faults. */
export interface WorkbenchRequest {
  readonly at: ReadonlyArray<string>
  readonly ids?: ReadonlyArray<string>
  readonly page?: number
  readonly page_size?: number
  readonly search?: string
  readonly sort_by?: WorkbenchSortKey
  readonly sort_dir?: "asc" | "desc"
  readonly include: ReadonlyArray<WorkbenchPart>
  readonly filter: QueryFilter
  readonly private_tag_ids: ReadonlyArray<number>
  readonly shared_tag_ids: ReadonlyArray<number>
}
