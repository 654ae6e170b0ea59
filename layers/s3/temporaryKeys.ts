import type { OpenCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import { StorageError } from "#domain/platform/errors/Errors.ts"

/** RGW's refusal does not tell expired temporary credentials from missing rights (T12): the text names both. */
export const explainExpiredToken =
  ({ sessionToken }: Pick<OpenCredential, "sessionToken">) =>
  <E>(error: E): E =>
    sessionToken !== null &&
    error instanceof StorageError &&
    error.storage_status === 403 &&
    /^(AccessDenied|Http403)$/.test(error.storage_code)
      ? (new StorageError({
          ...error,
          detail: "The gateway refused these temporary credentials: they have ended, or they may not do this"
        }) as E & StorageError)
      : error
