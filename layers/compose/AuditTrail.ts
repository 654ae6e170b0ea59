import { Layer } from "effect"
import * as AuditSql from "#layers/sql/platform/audit/AuditSql.ts"
import * as GatewayIntentsSql from "#layers/sql/platform/audit/GatewayIntentsSql.ts"
import * as RowVersionsSql from "#layers/sql/platform/audit/RowVersionsSql.ts"
import * as TransactionSql from "#layers/sql/platform/audit/TransactionSql.ts"
import { Audited } from "#services/platform/audit/Audited.ts"

export const AuditTrail = Audited.layer.pipe(
  Layer.provideMerge(
    Layer.mergeAll(AuditSql.layer, GatewayIntentsSql.layer, RowVersionsSql.layer, TransactionSql.layer)
  )
)
