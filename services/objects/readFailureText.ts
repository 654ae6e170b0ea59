import type { GatewayFailure, NotFound, RangeNotSatisfiable } from "#domain/platform/errors/Errors.ts"

export type ReadFailure = NotFound | RangeNotSatisfiable | GatewayFailure

export const readFailureText = (error: ReadFailure): string => {
  switch (error._tag) {
    case "NotFound":
      return "it is not there any more"
    case "StorageTimeout":
      return "the gateway did not answer in time"
    case "StorageError":
      return error.storage_code === "CustomerKeyMissing"
        ? "it is encrypted with a key of its owner (SSE-C), which an archive does not have"
        : `${error.detail} (${error.storage_code})`
    case "Unavailable":
      return error.detail
    case "RangeNotSatisfiable":
      return "it became shorter while it was read"
  }
}
