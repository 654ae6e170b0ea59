import type { Verdict } from "../comparison/compareEntries.ts"
import type { MigrationDraft } from "./BucketMigration.ts"

export interface DeltaObject {
  readonly verdict: Verdict
  readonly isRecent: boolean
  readonly copy: "absent" | "unchanged" | "changed"
}

/** Removes only unchanged copies of this run; a changed copy is `kept` and reported. */
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
