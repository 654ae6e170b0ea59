import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"

/** Digest of a document that PostgreSQL cannot store. */
export const UNSTORABLE = "unstorable"

/** Joins the documents `d` of the features `f`. */
export const documentsOf = "d.place = f.place and d.tenant = f.tenant and d.name = f.name"

/** True if the document of a feature was read with its cell: a release without documents may have written the cell. */
export const hasDocument = (name: FeatureName): string =>
  `coalesce(f.cells->'${name}'->>'document' = d.documents->'${name}'->>'digest', false)`
