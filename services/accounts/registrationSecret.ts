import type { RegistrationKind } from "./Registrations.ts"

export const registrationSecretPurpose = (kind: RegistrationKind, endpointId: number, externalId: string) =>
  `${kind}/${endpointId}/${externalId}`
