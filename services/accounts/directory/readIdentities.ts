import { DateTime, Effect, Queue, Result, Stream } from "effect"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, NotFound, StorageError } from "#domain/platform/errors/Errors.ts"
import { GatewayAccountSettings } from "#services/gateways/endpoints/GatewayAccountSettings.ts"
import { GatewaySeries } from "#services/gateways/endpoints/GatewaySeries.ts"
import type { UserSettings } from "#services/gateways/endpoints/GatewayUserSettings.ts"
import {
  type DirectoryPlace,
  DirectoryRecords,
  type IdentityDetails,
  type IdentityReading
} from "./DirectoryRecords.ts"

/** One or two calls per account; the guard of the endpoint limits them further. */
const MAX_CONCURRENT_READS = 12
const READINGS_PER_WRITE = 100
const WRITE_INTERVAL = "500 millis"

interface Reading {
  readonly id: string
  /** Null: it exists no longer. */
  readonly reading: IdentityReading | null
}

const problemOf = ({ detail, storage_code }: StorageError) => `${storage_code}: ${detail}`

const readingOfUser = (
  id: string,
  read: Result.Result<UserSettings, NotFound | StorageError>
): IdentityReading | null => {
  if (Result.isFailure(read))
    return read.failure._tag === "NotFound" ? null : { id, details: null, problem: problemOf(read.failure) }
  const { access_keys, ...user } = read.success
  return { id, details: { ...user, key_count: access_keys.length }, problem: null }
}

export const makeReadIdentities = Effect.gen(function* () {
  const records = yield* DirectoryRecords
  const accounts = yield* GatewayAccountSettings
  const series = yield* GatewaySeries

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
        StorageError: (refusal) => Effect.succeed({ id, details: null, problem: problemOf(refusal) })
      })
    )

  const accountReadings = (
    target: AdminTarget,
    ids: ReadonlyArray<string>,
    members: ReadonlyMap<string, string>
  ): Stream.Stream<Reading, GatewayFailure> =>
    Stream.fromIterable(ids).pipe(
      Stream.mapEffect(
        (id) => Effect.map(readingOf(id, accountDetails(target, id, members.get(id))), (reading) => ({ id, reading })),
        { concurrency: MAX_CONCURRENT_READS, unordered: true }
      )
    )

  const userReadings = (target: AdminTarget, ids: ReadonlyArray<string>): Stream.Stream<Reading, GatewayFailure> =>
    Stream.callback<Reading, GatewayFailure>((queue) =>
      series
        .users(target, ids, (id, read) => {
          Queue.offerUnsafe(queue, { id, reading: readingOfUser(id, read) })
        })
        .pipe(Effect.andThen(Queue.end(queue)))
    )

  return Effect.fnUntraced(function* (place: DirectoryPlace, target: AdminTarget, ids: ReadonlyArray<string>) {
    const readings =
      place.kind === "user"
        ? userReadings(target, ids)
        : accountReadings(target, ids, yield* records.firstMembers(place.endpointId, ids))
    yield* readings.pipe(
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
