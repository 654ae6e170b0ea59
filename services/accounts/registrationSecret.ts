import type { RegistrationKind } from "./Registrations.ts"

/** The purpose under which the secret of a registered account or user is sealed. */
export const registrationSecretPurpose = (kind: RegistrationKind, endpointId: number, externalId: string) =>
  `${kind}/${endpointId}/${externalId}`
