import type { ComparisonCounts } from "../comparison/BucketComparison.ts"
import type { MigrationDraft } from "./BucketMigration.ts"

/** Ignores objects that only the target has; `skip_existing` also ignores different ones. */
export const verificationProblem = (
  { different, missing, unknown }: ComparisonCounts,
  { strategy, strong_integrity_check }: Pick<MigrationDraft, "strategy" | "strong_integrity_check">
): string | null => {
  const problems = [
    ...(missing > 0 ? [`${missing.toLocaleString("en")} are missing at the target`] : []),
    ...(different > 0 && strategy !== "skip_existing"
      ? [`${different.toLocaleString("en")} differ from their source`]
      : []),
    ...(unknown > 0 && strong_integrity_check ? [`${unknown.toLocaleString("en")} cannot be proved equal`] : [])
  ]
  return problems.length === 0 ? null : problems.join(", ")
}
