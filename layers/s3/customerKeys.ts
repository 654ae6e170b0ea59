import { Effect, Redacted } from "effect"
import { createHash } from "node:crypto"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { StorageError } from "#domain/platform/errors/Errors.ts"
import { customerKeyFault } from "#services/objects/customerKeyFault.ts"
import type { CustomerKey } from "#services/objects/ObjectDetailStore.ts"

export const customerFields = (key: CustomerKey | undefined) =>
  key === null || key === undefined ? {} : { SSECustomerAlgorithm: "AES256", SSECustomerKey: Redacted.value(key) }

export const customerHeaders = (key: CustomerKey | undefined): Record<string, string> =>
  key === null || key === undefined
    ? {}
    : {
        "x-amz-server-side-encryption-customer-algorithm": "AES256",
        "x-amz-server-side-encryption-customer-key": Redacted.value(key),
        "x-amz-server-side-encryption-customer-key-md5": createHash("md5")
          .update(Buffer.from(Redacted.value(key), "base64"))
          .digest("base64")
      }

/** RGW has no codes for wrong keys; by default it refuses every key over plain HTTP (`rgw_crypt_require_ssl`). */
export const keyRefusals =
  (target: S3Target, key: CustomerKey | undefined) =>
  <A, E extends { readonly _tag: string }, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageError, R> =>
    Effect.catchIf(
      call,
      (error: E): error is E =>
        error._tag === "StorageError" && (error as unknown as StorageError).storage_status === 400,
      (error) => {
        const refused = error as unknown as StorageError
        const sent = key !== null && key !== undefined
        if (sent && target.url.startsWith("http:") && refused.storage_code === "InvalidRequest")
          return Effect.fail(customerKeyFault("needs_tls", refused))
        if (!["InvalidArgument", "InvalidRequest", "Http400", "BadRequest"].includes(refused.storage_code))
          return Effect.fail(error)
        return Effect.fail(
          sent
            ? customerKeyFault("wrong", refused)
            : /Get|Head/.test(refused.operation)
              ? customerKeyFault("missing", refused)
              : error
        )
      }
    )
