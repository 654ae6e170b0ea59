import { Effect, Schedule } from "effect"
import { codeTexts } from "../gateway/codeTexts.ts"
import { Conflict, type GatewayFailure, NotFound, type StorageError } from "#domain/platform/errors/Errors.ts"

const isRefusal =
  (codes: ReadonlyArray<string>) =>
  (error: GatewayFailure): error is StorageError =>
    error._tag === "StorageError" && codes.includes(error.storage_code)

/** A2, A7, A8: a missing account is NoSuchKey, a missing user NoSuchUser. */
export const isMissing = isRefusal(["NoSuchKey", "NoSuchUser", "NoSuchBucket", "NoSuchEntity"])

export const orNotFound =
  (entity: string, id: string) =>
  <A, R>(call: Effect.Effect<A, GatewayFailure, R>) =>
    Effect.catchIf(call, isMissing, () => Effect.fail(new NotFound({ entity, id })))

/** A2, A8: codes for taken names, addresses and keys. `detail` is for codes without their own text. */
export const orConflict =
  (detail: string) =>
  <A, E, R>(call: Effect.Effect<A, E | GatewayFailure, R>) =>
    Effect.catchIf(
      call,
      (error): error is StorageError & E =>
        isRefusal([
          "AccountAlreadyExists",
          "UserAlreadyExists",
          "EmailExists",
          "KeyExists",
          "BucketAlreadyExists",
          "EntityAlreadyExists"
        ])(error as GatewayFailure),
      ({ storage_code }) =>
        Effect.fail(new Conflict({ code: "already_exists", detail: codeTexts[storage_code] ?? detail }))
    )

export const hasStatus =
  (statuses: ReadonlyArray<number>) =>
  (error: GatewayFailure): error is StorageError =>
    error._tag === "StorageError" && error.storage_status !== null && statuses.includes(error.storage_status)

export const isDenied = hasStatus([403])

/** For removals: a missing user or account counts as removed. A refused argument does not prove that. */
export const ignoreMissing = <R>(call: Effect.Effect<void, GatewayFailure, R>) =>
  Effect.catchIf(call, isRefusal(["NoSuchKey", "NoSuchUser", "NoSuchEntity"]), () => Effect.void)

/** A9: a missing key is InvalidArgument or InvalidAccessKeyId without a uid, perhaps NoSuchUser with one. */
export const ignoreMissingKey = <R>(call: Effect.Effect<void, GatewayFailure, R>) =>
  Effect.catchIf(call, isRefusal(["InvalidAccessKeyId", "InvalidArgument", "NoSuchUser"]), () => Effect.void)

const RACE_SCHEDULE = Schedule.exponential("20 millis").pipe(Schedule.jittered)

/** RGW refuses one of two concurrent changes of a user, unapplied: it may be retried. */
export const unlessRaced = <A, R>(call: Effect.Effect<A, GatewayFailure, R>) =>
  Effect.retry(call, { schedule: RACE_SCHEDULE, times: 5, while: isRefusal(["ConcurrentModification"]) })

export const orRefusedAs =
  <B>(is: (error: StorageError) => boolean, failureOf: (error: StorageError) => B) =>
  <A, E, R>(call: Effect.Effect<A, E | GatewayFailure, R>): Effect.Effect<A, E | GatewayFailure | B, R> =>
    Effect.mapError(call, (error) => (isStorageError(error) && is(error) ? failureOf(error) : error))

const isStorageError = (error: unknown): error is StorageError =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "StorageError"
