import type { OpenCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import { StorageError } from "#domain/platform/errors/Errors.ts"

/** RGW says of temporary credentials that have ended no more than of any that it refuses (T12): with these, both are told. */
export const toldOfTemporary = ({ sessionToken }: Pick<OpenCredential, "sessionToken">) => <E>(error: E): E =>
  sessionToken !== null && error instanceof StorageError && error.storage_status === 403 && /^(AccessDenied|Http403)$/.test(error.storage_code)
    ? new StorageError({ ...error, detail: "The gateway refused these temporary credentials: they have ended, or they may not do this" }) as E & StorageError
    : error
