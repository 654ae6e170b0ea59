import { Effect, Option, Stream } from "effect"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { AdminCalls } from "./AdminCalls.ts"
import { type GatewayFailure, StorageError } from "#domain/platform/errors/Errors.ts"
import { UNREADABLE_ANSWER } from "../gateway/failures.ts"
import { orNotFound } from "./refusals.ts"
import { WireKeyPage, WireUser } from "./wire/User.ts"

/** A7: the list of users cannot be filtered by account. */
const MAX_CONCURRENT_READS = 16

export const readUser = (calls: AdminCalls["Service"], target: AdminTarget, uid: string) =>
  calls
    .document(
      target,
      { operation: "GetUser", method: "GET", path: "/user", idempotent: true, query: { uid } },
      WireUser
    )
    .pipe(orNotFound("RGW user", uid))

/** A13: RGW answers an empty 200 for the buckets of a missing user; maps it to NoSuchUser. */
export const explainMissingOwner =
  (calls: AdminCalls["Service"], target: AdminTarget, uid: string) =>
  <A>(call: Effect.Effect<A, GatewayFailure>) =>
    Effect.catchIf(
      call,
      (error): error is StorageError =>
        error._tag === "StorageError" && error.storage_code === UNREADABLE_ANSWER && error.storage_status === 200,
      (error) =>
        Effect.flatMap(
          Effect.match(readUser(calls, target, uid), {
            onFailure: ({ _tag }) => _tag === "NotFound",
            onSuccess: () => false
          }),
          (isMissing) =>
            Effect.fail(
              isMissing
                ? new StorageError({
                    ...error,
                    storage_code: "NoSuchUser",
                    storage_status: 404,
                    detail:
                      `The RGW user ${uid} does not exist any more: an administrator creates it again (Drift), ` +
                      "or registers the account anew"
                  })
                : error
            )
        )
    )

export const userOfKey = (calls: AdminCalls["Service"], target: AdminTarget, accessKey: string) =>
  calls
    .document(
      target,
      { operation: "GetUser", method: "GET", path: "/user", idempotent: true, query: { "access-key": accessKey } },
      WireUser
    )
    .pipe(orNotFound("Access key", accessKey))

const operations = { account: "ListAccounts", user: "ListUsers" } as const

const keysOf = (calls: AdminCalls["Service"], target: AdminTarget, section: "account" | "user") =>
  Stream.paginate(null as string | null, (marker) =>
    Effect.map(
      calls.document(
        target,
        {
          operation: operations[section],
          method: "GET",
          path: `/metadata/${section}`,
          idempotent: true,
          query: { "max-entries": "1000", ...(marker === null ? {} : { marker }) }
        },
        WireKeyPage
      ),
      (page) =>
        [
          page.keys,
          page.truncated && page.marker !== undefined
            ? Option.some<string | null>(page.marker)
            : Option.none<string | null>()
        ] as const
    )
  )

export const listUids = (calls: AdminCalls["Service"], target: AdminTarget) => keysOf(calls, target, "user")

export const idsUpTo = (
  calls: AdminCalls["Service"],
  target: AdminTarget,
  section: "account" | "user",
  limit: number
) =>
  keysOf(calls, target, section).pipe(
    Stream.take(limit + 1),
    Stream.runCollect,
    Effect.map((ids) => ({ ids: ids.slice(0, limit), more: ids.length > limit }))
  )

export const allUsers = (calls: AdminCalls["Service"], target: AdminTarget) =>
  listUids(calls, target).pipe(
    Stream.mapEffect(
      (uid) =>
        readUser(calls, target, uid).pipe(
          Effect.map((wire) => [{ ...wire, uid }]),
          Effect.catchTag("NotFound", () => Effect.succeed([]))
        ),
      { concurrency: MAX_CONCURRENT_READS, unordered: true }
    ),
    Stream.flatMap(Stream.fromIterable)
  )
