import { Layer } from "effect"
import { CredentialRotation } from "#services/gateways/credentials/CredentialRotation.ts"
import { EmergencyRecovery } from "#services/identity/EmergencyRecovery.ts"
import { FirstAdministratorByOperator } from "#services/identity/FirstAdministratorByOperator.ts"
import * as RecoveryRecordsSql from "../sql/identity/RecoveryRecordsSql.ts"
import * as StoredCredentialsSql from "../sql/gateways/StoredCredentialsSql.ts"
import { AuditArchived } from "./AuditArchived.ts"

export const Operator = Layer.mergeAll(
  FirstAdministratorByOperator.layer,
  EmergencyRecovery.layer,
  CredentialRotation.layer,
  AuditArchived
).pipe(Layer.provide(Layer.mergeAll(RecoveryRecordsSql.layer, StoredCredentialsSql.layer)))
