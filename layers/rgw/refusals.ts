import { Effect } from "effect"
import { Conflict, type GatewayFailure, NotFound, type StorageError } from "#domain/Errors.ts"

const isRefusal = (codes: ReadonlyArray<string>) => (error: GatewayFailure): error is StorageError =>
  error._tag === "StorageError" && codes.includes(error.storage_code)

/** A2, A7, A8: a missing account is NoSuchKey, a missing user NoSuchUser. */
export const orNotFound = (entity: string, id: string) => <A>(call: Effect.Effect<A, GatewayFailure>) =>
  Effect.catchIf(call, isRefusal(["NoSuchKey", "NoSuchUser", "NoSuchBucket", "NoSuchEntity"]), () => Effect.fail(new NotFound({ entity, id })))

/** A2, A8: names, addresses and keys that are taken, under their many codes. */
export const orConflict = (detail: string) => <A, E>(call: Effect.Effect<A, E | GatewayFailure>) =>
  Effect.catchIf(
    call,
    (error): error is StorageError & E => isRefusal([
      "AccountAlreadyExists", "UserAlreadyExists", "EmailExists", "KeyExists", "BucketAlreadyExists", "EntityAlreadyExists"
    ])(error as GatewayFailure),
    () => Effect.fail(new Conflict({ code: "already_exists", detail }))
  )

/** For undoing: what is gone already is as good as removed. */
export const orGone = (call: Effect.Effect<void, GatewayFailure>) =>
  Effect.catchIf(call, isRefusal(["NoSuchKey", "NoSuchUser", "InvalidAccessKeyId", "InvalidArgument", "NoSuchEntity"]), () => Effect.void)
