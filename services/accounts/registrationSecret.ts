import type { RegistrationKind } from "./Registrations.ts"

/** Encryption purpose of a registered account's or user's secret. */
export const registrationSecretPurpose = (kind: RegistrationKind, endpointId: number, externalId: string) =>
  `${kind}/${endpointId}/${externalId}`
