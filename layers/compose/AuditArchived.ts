import { Layer } from "effect"
import { AuditArchiving } from "#services/platform/audit/AuditArchiving.ts"
import { AuditFileChecks } from "#services/platform/audit/AuditFileChecks.ts"
import { AuditVerification } from "#services/platform/audit/AuditVerification.ts"
import * as AuditFilesNode from "../process/AuditFilesNode.ts"
import { AuditChained } from "./AuditRead.ts"

export const AuditArchived = AuditArchiving.layer.pipe(
  Layer.provideMerge(Layer.merge(AuditVerification.layer, AuditFileChecks.layer)),
  Layer.provideMerge(Layer.merge(AuditFilesNode.layer, AuditChained))
)
