import { featureRulesOf } from "#domain/buckets/features/FeatureRule.ts"
import type { FeatureFace, ReadColumn } from "#services/buckets/features/FeatureColumns.ts"
import type { CachedFeatures } from "./featureBoard.ts"

type RowText = (
  bucket: string,
  features: ReadonlyArray<ReadColumn>,
  cells: ReadonlyMap<ReadColumn, CachedFeatures>
) => string

const columns: RowText = (bucket, features, cells) => {
  const known = features.flatMap((feature) => {
    const cell = cells.get(feature)
    return cell === undefined ? [] : [`"${feature}":${cell.text}`]
  })
  return `{"name":${JSON.stringify(bucket)},"features":{${known.join(",")}}}`
}

const rules: RowText = (bucket, [feature], cells) => {
  const cell = feature === undefined ? undefined : (cells.get(feature)?.feature ?? undefined)
  return JSON.stringify({
    bucket,
    rules:
      feature === undefined || feature === "exposure" || cell === undefined ? [] : featureRulesOf(bucket, feature, cell)
  })
}

const exposure: RowText = (_bucket, _features, cells) => cells.get("exposure")?.text ?? ""

export const rowTextOf: Readonly<Record<FeatureFace, RowText>> = { columns, rules, exposure }
