import { Effect, Option, Stream } from "effect"
import type { AdminTarget } from "#domain/endpoints/Targets.ts"
import type { AdminCalls } from "./AdminCalls.ts"
import { orNotFound } from "./refusals.ts"
import { WireKeyPage, WireUser } from "./wire/User.ts"

/** Users in flight while all of them are looked at (A7: the list of users cannot be filtered by account). */
const fanOut = 16

export const readUser = (calls: AdminCalls["Service"], target: AdminTarget, uid: string) =>
  calls.document(target, { operation: "GetUser", method: "GET", path: "/user", idempotent: true, query: { uid } }, WireUser).pipe(orNotFound("RGW user", uid))

const operations = { account: "ListAccounts", user: "ListUsers" } as const

/** The ids of a section, in pages, in the order of a hash (A5). */
const keysOf = (calls: AdminCalls["Service"], target: AdminTarget, section: "account" | "user") =>
  Stream.paginate(null as string | null, (marker) =>
    Effect.map(
      calls.document(target, {
        operation: operations[section], method: "GET", path: `/metadata/${section}`, idempotent: true,
        query: { "max-entries": "1000", ...(marker === null ? {} : { marker }) }
      }, WireKeyPage),
      (page) => [page.keys, page.truncated && page.marker !== undefined ? Option.some<string | null>(page.marker) : Option.none<string | null>()] as const
    ))

/** The uids of a gateway. */
export const uids = (calls: AdminCalls["Service"], target: AdminTarget) => keysOf(calls, target, "user")

/** Ids of a section, no more than `most`, and whether there are more. */
export const idsUpTo = (calls: AdminCalls["Service"], target: AdminTarget, section: "account" | "user", most: number) =>
  keysOf(calls, target, section).pipe(
    Stream.take(most + 1),
    Stream.runCollect,
    Effect.map((ids) => ({ ids: ids.slice(0, most), more: ids.length > most }))
  )

/** Every user of a gateway; one that goes meanwhile is left out. */
export const allUsers = (calls: AdminCalls["Service"], target: AdminTarget) =>
  uids(calls, target).pipe(
    Stream.mapEffect((uid) =>
      readUser(calls, target, uid).pipe(
        Effect.map((wire) => [{ ...wire, uid }]),
        Effect.catchTag("NotFound", () => Effect.succeed([]))
      ), { concurrency: fanOut, unordered: true }),
    Stream.flatMap(Stream.fromIterable)
  )
