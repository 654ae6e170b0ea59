import { DateTime, Effect, Stream } from "effect"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { GatewayAccountSettings } from "#services/gateways/endpoints/GatewayAccountSettings.ts"
import { GatewayUserSettings } from "#services/gateways/endpoints/GatewayUserSettings.ts"
import { type DirectoryPlace, DirectoryRecords, type IdentityDetails } from "./DirectoryRecords.ts"

/** One call per user, one or two per account; the guard of the endpoint limits them further. */
const MAX_CONCURRENT_READS = 12
const READINGS_PER_WRITE = 100
const WRITE_INTERVAL = "500 millis"

export const makeReadIdentities = Effect.gen(function* () {
  const records = yield* DirectoryRecords
  const accounts = yield* GatewayAccountSettings
  const users = yield* GatewayUserSettings

  const userDetails = (target: AdminTarget, uid: string) =>
    Effect.map(users.settings(target, uid), ({ access_keys, ...user }) => ({ ...user, key_count: access_keys.length }))

  /** RGW reports usage by a user of the account (A6). */
  const accountDetails = (target: AdminTarget, id: string, member: string | undefined) =>
    Effect.zipWith(
      accounts.settings(target, id),
      member === undefined
        ? Effect.succeed({ state: "not_told" as const })
        : Effect.catchTag(accounts.usage(target, member), "NotFound", () =>
            Effect.succeed({ state: "not_told" as const })
          ),
      (settings, usage) => ({ ...settings, usage })
    )

  /** A refusal is stored in the row; a silent gateway fails. */
  const readingOf = (id: string, details: Effect.Effect<IdentityDetails, NotFound | GatewayFailure>) =>
    details.pipe(
      Effect.map((found) => ({ id, details: found as IdentityDetails | null, problem: null as string | null })),
      Effect.catchTags({
        NotFound: () => Effect.succeed(null),
        StorageError: ({ detail, storage_code }) =>
          Effect.succeed({ id, details: null, problem: `${storage_code}: ${detail}` })
      })
    )

  return Effect.fnUntraced(function* (place: DirectoryPlace, target: AdminTarget, ids: ReadonlyArray<string>) {
    const members = place.kind === "user" ? null : yield* records.firstMembers(place.endpointId, ids)
    yield* Stream.fromIterable(ids).pipe(
      Stream.mapEffect(
        (id) =>
          Effect.map(
            readingOf(id, members === null ? userDetails(target, id) : accountDetails(target, id, members.get(id))),
            (reading) => ({ id, reading })
          ),
        { concurrency: MAX_CONCURRENT_READS, unordered: true }
      ),
      Stream.groupedWithin(READINGS_PER_WRITE, WRITE_INTERVAL),
      Stream.runForEach((group) =>
        Effect.gen(function* () {
          const now = yield* DateTime.now
          yield* records.saveDetails(
            place,
            group.flatMap(({ reading }) => (reading === null ? [] : [reading])),
            now
          )
          const missingIds = group.flatMap(({ id, reading }) => (reading === null ? [id] : []))
          if (missingIds.length > 0) yield* records.remove(place, missingIds)
        })
      )
    )
  })
})
