import { Layer } from "effect"
import { AuditArchiveSigning } from "#services/platform/audit/AuditArchiveSigning.ts"
import { AuditLog } from "#services/platform/audit/AuditLog.ts"
import { AuditSealing } from "#services/platform/audit/AuditSealing.ts"
import { AuditSealer } from "#streams/audit/AuditSealer.ts"
import { AuditTailShared } from "#streams/audit/AuditTailShared.ts"
import * as AuditArchivesSql from "../sql/platform/audit/AuditArchivesSql.ts"
import * as AuditChainSql from "../sql/platform/audit/AuditChainSql.ts"
import * as AuditRecordsSql from "../sql/platform/audit/AuditRecordsSql.ts"

export const AuditChained = Layer.mergeAll(AuditSealing.layer, AuditArchiveSigning.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(AuditChainSql.layer, AuditArchivesSql.layer))
)

export const AuditRead = Layer.mergeAll(AuditLog.layer, AuditTailShared, AuditSealer).pipe(
  Layer.provideMerge(Layer.merge(AuditRecordsSql.layer, AuditChained))
)
