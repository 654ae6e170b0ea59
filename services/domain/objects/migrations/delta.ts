import type { Verdict } from "../comparison/compareEntries.ts"
import type { MigrationDraft } from "./BucketMigration.ts"

export interface DeltaObject {
  readonly verdict: Verdict
  /** True when the source was written since the previous pass, e.g. with other metadata. */
  readonly isRecent: boolean
  /** Copy of this run at the target: absent, as the run left it, or written since. */
  readonly copy: "absent" | "unchanged" | "changed"
}

/**
 * How the target follows the source. `skip_existing` leaves what the run did not copy. Objects that the source no
 * longer has are removed only where they are unchanged copies of this run; a changed copy is `kept` and reported.
 */
export const deltaAction = (
  { copy, isRecent, verdict }: DeltaObject,
  strategy: MigrationDraft["strategy"]
): "copy" | "remove" | "kept" | "none" => {
  switch (verdict) {
    case "missing":
      return "copy"
    case "extra":
      return copy === "unchanged" ? "remove" : copy === "changed" ? "kept" : "none"
    case "different":
      return strategy === "skip_existing" && copy === "absent" ? "none" : "copy"
    case "same":
    case "unknown":
      return isRecent && !(strategy === "skip_existing" && copy === "absent") ? "copy" : "none"
  }
}
