import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"

export const UNSTORABLE = "unstorable"

export const documentsOf = "d.place = f.place and d.tenant = f.tenant and d.name = f.name"

/** A release without documents may have written the cell. */
export const hasDocument = (name: FeatureName): string =>
  `coalesce(f.cells->'${name}'->>'document' = d.documents->'${name}'->>'digest', false)`
