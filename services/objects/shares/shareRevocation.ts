import { DateTime, Effect } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { AuditEntry } from "#domain/platform/audit/AuditEntry.ts"
import type { ShareRecord } from "#domain/objects/shares/ShareRecord.ts"
import { sharedFolder } from "#domain/objects/shares/sharedFolder.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { ShareRecords } from "./ShareRecords.ts"

export const sharePlace = (share: Pick<ShareRecord, "bucket" | "keys" | "kind" | "objects" | "prefix">): string =>
  `${share.bucket}/${sharedFolder(share)}`

export const shareDirection = ({ kind }: Pick<ShareRecord, "kind">): "download" | "upload" =>
  kind === "upload" ? "upload" : "download"

export const shareMetadata = (record: ShareRecord) => ({
  kind: record.kind,
  direction: shareDirection(record),
  context_id: record.context_id,
  bucket: record.bucket,
  prefix: sharedFolder(record),
  entries: record.keys.length + record.objects.length,
  expires_at: DateTime.formatIso(record.expires_at)
})

export const makeRevokeShare = Effect.gen(function* () {
  const records = yield* ShareRecords
  const audited = yield* Audited
  return Effect.fnUntraced(function* (caller: Caller, scope: AuditEntry["scope"], record: ShareRecord) {
    yield* records.revoke(record.id, yield* DateTime.now).pipe(
      audited.rows(
        "share.revoke",
        (revoked: boolean) =>
          revoked ? { type: "share", id: record.id, label: record.title === "" ? null : record.title } : null,
        {
          by: byCaller(caller, scope),
          message:
            `The ${shareDirection(record)} link to ${sharePlace(record)} of ${record.made_by} was revoked, ` +
            `before its end at ${DateTime.formatIso(record.expires_at)}`,
          metadata: { ...shareMetadata(record), made_by: record.made_by, uses: record.uses }
        }
      )
    )
  })
})
