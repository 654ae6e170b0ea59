import { Layer } from "effect"
import { CredentialRotation } from "#services/access/CredentialRotation.ts"
import { EmergencyRecovery } from "#services/access/EmergencyRecovery.ts"
import { FirstAdministratorByOperator } from "#services/access/FirstAdministratorByOperator.ts"
import * as RecoveryRecordsSql from "../sql/RecoveryRecordsSql.ts"
import * as StoredCredentialsSql from "../sql/StoredCredentialsSql.ts"

/** What only the operator's program does. Open: SqlClient, Associations, `SessionBase` and `AuditAndCipher`. */
export const Operator = Layer.mergeAll(FirstAdministratorByOperator.layer, EmergencyRecovery.layer, CredentialRotation.layer).pipe(
  Layer.provide(Layer.merge(RecoveryRecordsSql.layer, StoredCredentialsSql.layer))
)
