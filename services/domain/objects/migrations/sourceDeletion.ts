import type { ComparedPair } from "../comparison/compareEntries.ts"
import type { MigrationDraft } from "./BucketMigration.ts"
import type { CertifiedObject } from "./certificate.ts"

export const sourceDeletionFault = (draft: MigrationDraft): string | null => {
  if (draft.delete_source !== true) return null
  if (draft.mode !== "pre_sync") return "Sources are deleted in a cutover: choose `pre_sync`"
  if (draft.strategy !== "current_only") return "Objects that are not copied would be lost: choose `current_only`"
  if (!draft.strong_integrity_check) return "Sources are deleted after proof alone: set `strong_integrity_check`"
  if ((draft.accept_losses ?? []).length > 0) return "What the copies lack would be lost: accept no losses"
  const targets = new Set(draft.buckets.map(({ target }) => target))
  return draft.buckets.some(({ source }) => targets.has(source)) ? "A source is a target of the same migration" : null
}

/** `delete`: the comparison proved it equal; `stop`: changed since, or never proved. */
export const decideSourceDeletion = (
  { source, verdict }: Pick<ComparedPair, "source" | "verdict">,
  certified: CertifiedObject | null
): "delete" | "gone" | "stop" => {
  if (source === null) return "gone"
  const proved = certified?.verdict === "same" ? certified.source : null
  return verdict === "same" &&
    proved !== null &&
    proved.size_bytes === source.size &&
    proved.etag === source.etag &&
    proved.modified_at === source.modifiedAt
    ? "delete"
    : "stop"
}
