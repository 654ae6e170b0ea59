import { Context, DateTime, Duration, Effect, Fiber, Layer, Result } from "effect"
import type {
  DirectoryAccount,
  DirectoryInclude,
  DirectoryKind,
  DirectoryQuery,
  DirectoryState,
  DirectoryUser
} from "#domain/accounts/EndpointDirectory.ts"
import { directoryQueries } from "#domain/accounts/EndpointDirectory.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import { Conflict, type GatewayFailure, InvalidInput, type NotFound } from "#domain/platform/errors/Errors.ts"
import type { Page } from "#domain/platform/Paging.ts"
import { trimmedSearch } from "#domain/platform/Paging.ts"
import { parseFilter } from "#domain/platform/query/parseFilter.ts"
import { emptyFilter, type QueryFilter } from "#domain/platform/query/QueryFilter.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { GatewayAccounts } from "#services/gateways/endpoints/GatewayAccounts.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { accountOf, fieldsWithDetails, userOf } from "./directoryAnswer.ts"
import { type DirectoryPlace, DirectoryRecords, type DirectoryRow, type StoredState } from "./DirectoryRecords.ts"
import { makeReadIdentities } from "./readIdentities.ts"

const IDS_MAX_AGE = Duration.minutes(1)
const DETAILS_MAX_AGE = Duration.minutes(30)
const RETRY_AFTER = Duration.minutes(1)
const MAX_IDS = 100_000
/** Maximum wait of a request for details of all rows; reading continues without it. */
const READING_TIMEOUT = Duration.seconds(8)

export interface DirectoryPage<A> extends Page<A> {
  readonly listing: DirectoryState
  readonly warnings: ReadonlyArray<string>
}

/** Pages of 200 rows at most. */
const MAX_CACHED_PAGES = 24

interface CachedPage {
  readonly version: string
  /** Details of a row are read again from then on. */
  readonly until: DateTime.Utc
  readonly page: DirectoryPage<unknown>
}

type Include = ReadonlyArray<DirectoryInclude>

/** When details of one of the rows are to be read again: those with a problem sooner. */
const validUntil = (rows: ReadonlyArray<DirectoryRow>, now: DateTime.Utc): DateTime.Utc =>
  rows.reduce(
    (until, { details_read_at, problem }) =>
      details_read_at === null
        ? until
        : DateTime.min(
            until,
            DateTime.addDuration(
              DateTime.fromDateUnsafe(details_read_at),
              problem === null ? DETAILS_MAX_AGE : RETRY_AFTER
            )
          ),
    DateTime.addDuration(now, DETAILS_MAX_AGE)
  )

type Target = Effect.Effect<AdminTarget, NotFound>

type Failure = NotFound | Conflict | InvalidInput | GatewayFailure

const nouns = { account: "accounts", user: "users" } as const

export class EndpointDirectories extends Context.Service<
  EndpointDirectories,
  {
    /** 409 `state_conflict` while a sort or filter waits for details of all rows. */
    readonly accounts: (
      endpointId: number,
      query: DirectoryQuery
    ) => Effect.Effect<DirectoryPage<DirectoryAccount>, Failure>
    readonly users: (endpointId: number, query: DirectoryQuery) => Effect.Effect<DirectoryPage<DirectoryUser>, Failure>
    /** Reads the ids and the details of `only` (null: of all) that are not recent. */
    readonly prepare: (
      endpointId: number,
      kind: DirectoryKind,
      only: ReadonlyArray<string> | null
    ) => Effect.Effect<void, NotFound | GatewayFailure>
    /** Reads ids again, and requested details of all rows in the background. */
    readonly refresh: (
      endpointId: number,
      kind: DirectoryKind
    ) => Effect.Effect<DirectoryState, NotFound | GatewayFailure>
    readonly reread: (endpointId: number, kind: DirectoryKind, id: string) => Effect.Effect<void>
  }
>()("stowage/services/accounts/directory/EndpointDirectories") {
  static readonly layer = Layer.effect(
    EndpointDirectories,
    Effect.gen(function* () {
      const records = yield* DirectoryRecords
      const { reach } = yield* AdminTargets
      const gatewayAccounts = yield* GatewayAccounts
      const gatewayUsers = yield* GatewayUsers
      const readIdentities = yield* makeReadIdentities
      const scope = yield* Effect.scope
      const running = new Map<string, Fiber.Fiber<void, NotFound | GatewayFailure>>()

      /** One run per key and process; interrupted callers do not stop it. */
      const share = (key: string, read: Effect.Effect<void, NotFound | GatewayFailure>) =>
        Effect.suspend(() => {
          const there = running.get(key)
          if (there !== undefined) return Effect.succeed(there)
          return Effect.map(Effect.forkIn(read, scope), (fiber) => {
            running.set(key, fiber)
            fiber.addObserver(() => {
              if (running.get(key) === fiber) running.delete(key)
            })
            return fiber
          })
        })
      const keyOf = ({ endpointId, kind }: DirectoryPlace, what: string) => `${what} ${kind} ${endpointId}`

      const readIds = (place: DirectoryPlace, target: Target) =>
        Effect.gen(function* () {
          const list = place.kind === "account" ? gatewayAccounts.accountIds : gatewayUsers.userIds
          const { ids } = yield* list(yield* target, MAX_IDS)
          yield* records.saveIds(place, ids, yield* DateTime.now)
        })
      const freshIds = (place: DirectoryPlace, target: Target) =>
        Effect.flatMap(share(keyOf(place, "ids"), readIds(place, target)), Fiber.join)

      const agesNow = Effect.map(DateTime.now, (now) => ({
        before: DateTime.subtractDuration(now, DETAILS_MAX_AGE),
        retryBefore: DateTime.subtractDuration(now, RETRY_AFTER)
      }))
      const readDetails = (place: DirectoryPlace, target: Target, only: ReadonlyArray<string> | null) =>
        Effect.gen(function* () {
          const ids = yield* records.outdated(place, yield* agesNow, only)
          if (ids.length > 0) yield* readIdentities(place, yield* target, ids)
        })

      const awaitDetails = (place: DirectoryPlace, target: Target) =>
        Effect.gen(function* () {
          const fiber = yield* share(keyOf(place, "details"), readDetails(place, target, null))
          return (yield* Effect.timeoutOption(Fiber.join(fiber), READING_TIMEOUT))._tag === "Some"
        })

      const stateNow = Effect.fnUntraced(function* (
        place: DirectoryPlace,
        target: Target
      ): Effect.fn.Return<StoredState, NotFound | GatewayFailure> {
        const state = yield* records.state(place)
        const now = yield* DateTime.now
        if (state !== null && DateTime.isGreaterThan(DateTime.addDuration(state.read_at, IDS_MAX_AGE), now))
          return state
        yield* freshIds(place, target)
        return (
          (yield* records.state(place)) ?? {
            read_at: now,
            total: 0,
            detailed: 0,
            details_read_at: null,
            version: ""
          }
        )
      })

      const filterOf = ({ advanced_filter: text }: DirectoryQuery, kind: DirectoryKind) =>
        Effect.gen(function* () {
          if (text === undefined || text.trim() === "") return emptyFilter
          const parsed = Result.try((): unknown => JSON.parse(text))
          if (Result.isFailure(parsed)) return yield* InvalidInput.at("query.advanced_filter", "Expected JSON")
          const filter = parseFilter(directoryQueries[kind], parsed.success, ["query", "advanced_filter"])
          return Result.isSuccess(filter) ? filter.success : yield* new InvalidInput({ issues: filter.failure })
        })

      const requireDetails = Effect.fnUntraced(function* (
        place: DirectoryPlace,
        target: Target,
        fields: ReadonlyArray<string>
      ) {
        // RGW reports usage by a user of the account
        const first = place.kind === "account" ? [{ ...place, kind: "user" as const }] : []
        for (const one of [...first, place]) {
          if (one.kind !== place.kind) yield* stateNow(one, target)
          if (yield* awaitDetails(one, target)) continue
          const state = yield* records.state(one)
          return yield* new Conflict({
            code: "state_conflict",
            detail:
              `Sorting or filtering by ${fields[0]} needs the details of all ${nouns[one.kind]}: ` +
              `${state?.detailed ?? 0} of ${state?.total ?? 0} are read. Try again in a moment`
          })
        }
      })

      const warningsOf = (
        place: DirectoryPlace,
        query: DirectoryQuery,
        state: DirectoryState & { readonly total: number },
        rows: ReadonlyArray<DirectoryRow>
      ): ReadonlyArray<string> => {
        const unread = rows.filter(({ problem }) => problem !== null).length
        const noun = nouns[place.kind]
        return [
          ...(unread > 0 ? [`The details of ${unread} ${noun} on this page could not be read`] : []),
          ...(trimmedSearch(query) !== null && state.detailed < state.total
            ? [`The names of ${state.total - state.detailed} ${noun} are not read yet: only their ids were searched`]
            : [])
        ]
      }

      const readPage = Effect.fnUntraced(function* (
        place: DirectoryPlace,
        query: DirectoryQuery,
        target: Target,
        first: StoredState
      ) {
        const filter: QueryFilter = yield* filterOf(query, place.kind)
        const fields = fieldsWithDetails(place.kind, query, filter)
        if (fields.length > 0) yield* requireDetails(place, target, fields)
        const read = records.page(place, query, filter)
        let state = first
        let page = yield* read
        if (fields.length === 0 && (query.include ?? []).length > 0 && page.items.length > 0) {
          if (place.kind === "account" && query.include?.includes("stats") === true) {
            const users = { ...place, kind: "user" as const }
            yield* stateNow(users, target)
            yield* awaitDetails(users, target)
          }
          yield* readDetails(
            place,
            target,
            page.items.map(({ id }) => id)
          )
        }
        if (fields.length > 0 || (query.include ?? []).length > 0) {
          // before the page: a change in between makes the cached page outdated, never wrong
          state = yield* stateNow(place, target)
          page = yield* read
        }
        return { page, state }
      })

      /** Oldest first; one for all readers, whose answers are encoded once. */
      const cachedPages = new Map<string, CachedPage>()

      const pageOf = <A>(kind: DirectoryKind, itemOf: (row: DirectoryRow, include: Include) => A) =>
        Effect.fnUntraced(function* (endpointId: number, query: DirectoryQuery) {
          const place: DirectoryPlace = { endpointId, kind }
          const target = yield* Effect.cached(reach(endpointId))
          const first = yield* stateNow(place, target)
          const key = JSON.stringify([kind, endpointId, Object.entries(query).sort()])
          const cached = cachedPages.get(key)
          if (cached?.version === first.version && DateTime.isGreaterThan(cached.until, yield* DateTime.now))
            return cached.page as DirectoryPage<A>
          const { page, state } = yield* readPage(place, query, target, first)
          const { total, version, ...listing } = state
          const answer: DirectoryPage<A> = {
            ...page,
            items: page.items.map((row) => itemOf(row, query.include ?? [])),
            total_all: total,
            listing,
            warnings: warningsOf(place, query, state, page.items)
          }
          cachedPages.delete(key)
          cachedPages.set(key, { version, until: validUntil(page.items, yield* DateTime.now), page: answer })
          const [oldest] = cachedPages.keys()
          if (cachedPages.size > MAX_CACHED_PAGES && oldest !== undefined) cachedPages.delete(oldest)
          return answer
        })
      const pages = { account: pageOf("account", accountOf), user: pageOf("user", userOf) }

      return EndpointDirectories.of({
        accounts: Effect.fn("EndpointDirectories.accounts")(pages.account),
        users: Effect.fn("EndpointDirectories.users")(pages.user),
        prepare: Effect.fn("EndpointDirectories.prepare")(function* (endpointId, kind, only) {
          const place = { endpointId, kind }
          const target = yield* Effect.cached(reach(endpointId))
          yield* stateNow(place, target)
          yield* only === null ? awaitDetails(place, target) : readDetails(place, target, only)
        }),
        refresh: Effect.fn("EndpointDirectories.refresh")(function* (endpointId: number, kind: DirectoryKind) {
          const place = { endpointId, kind }
          const target = reach(endpointId)
          yield* records.forgetDetails(place)
          yield* freshIds(place, target)
          const { total: _total, version: _version, ...listing } = yield* stateNow(place, target)
          return listing
        }),
        reread: Effect.fn("EndpointDirectories.reread")(function* (endpointId, kind, id) {
          const place = { endpointId, kind }
          yield* Effect.flatMap(reach(endpointId), (target) => readIdentities(place, target, [id])).pipe(
            // the change is made: mark the row as outdated
            Effect.catch((error) =>
              Effect.gen(function* () {
                yield* Effect.logWarning("A changed account or user could not be read again").pipe(
                  Effect.annotateLogs({ id, code: error.code })
                )
                const problem = "It was changed, and could not be read again yet"
                yield* records.saveDetails(place, [{ id, details: null, problem }], yield* DateTime.now)
              })
            )
          )
        })
      })
    })
  )
}
