import { Context, Effect, Layer } from "effect"
import type { Importable, ImportablePage, ImportableQuery } from "#domain/accounts/Importable.ts"
import { type GatewayFailure, InvalidInput, type NotFound, StorageError } from "#domain/platform/errors/Errors.ts"
import { searchOf } from "#domain/platform/Paging.ts"
import { isKept } from "#domain/platform/Text.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { GatewayAccounts } from "#services/gateways/endpoints/GatewayAccounts.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { type RegistrationKind, Registrations } from "./Registrations.ts"

/** Ids of a gateway that are listed at most: a second of its time. */
const mostIds = 20_000
/** Records that one request reads at most. */
const mostReads = 400
/** Of them at a time; what is found may end the look after each such batch. */
const batch = 32
const concurrency = 16
const defaultLimit = 50

/** How one kind is read: null for what is none of it (gone meanwhile, or a user that belongs to an account). */
interface Source {
  readonly ids: Effect.Effect<{ readonly ids: ReadonlyArray<string>; readonly more: boolean }, GatewayFailure>
  readonly read: (id: string) => Effect.Effect<Importable | null, NotFound | GatewayFailure>
  /** What bears exactly this name, where the gateway can be asked so. */
  readonly named: (name: string) => Effect.Effect<string | null, GatewayFailure>
}

const isDenied = (error: NotFound | GatewayFailure): error is StorageError =>
  error._tag === "StorageError" && error.storage_status === 403

/** A listing that is refused says which right it wants: the reason why an id has to be typed instead. */
const mayNotList = (error: StorageError) => new StorageError({
  operation: error.operation, storage_code: error.storage_code, storage_status: error.storage_status, storage_request_id: error.storage_request_id,
  detail: "The key of this endpoint may not list what the gateway has: it is refused, or its RGW user lacks the capability metadata=read"
})

const fits = (wanted: string | null, { id, name }: Importable) =>
  wanted === null || id.toLowerCase().includes(wanted) || (name ?? "").toLowerCase().includes(wanted)

/** What a gateway has and nobody has registered yet: each request lists its ids, and reads what it shows. */
export class Importables extends Context.Service<Importables, {
  readonly accounts: (query: ImportableQuery) => Effect.Effect<ImportablePage, InvalidInput | GatewayFailure>
  /** Users without an account; those of an account come with it. */
  readonly users: (query: ImportableQuery) => Effect.Effect<ImportablePage, InvalidInput | GatewayFailure>
}>()("stowage/services/accounts/Importables") {
  static readonly layer = Layer.effect(Importables, Effect.gen(function*() {
    const registrations = yield* Registrations
    const targets = yield* AdminTargets
    const accounts = yield* GatewayAccounts
    const users = yield* GatewayUsers

    const targetOf = (endpointId: number) =>
      Effect.mapError(targets.required(endpointId), ({ issues }) => InvalidInput.at("query.storage_endpoint_id", issues[0]?.message ?? "This endpoint cannot be asked"))

    /** What cannot be read stays offered by its id, what is gone does not. */
    const readOne = (source: Source, id: string) =>
      source.read(id).pipe(
        Effect.catchIf(isDenied, () => Effect.succeed<Importable>({ id, name: null, suspended: false })),
        Effect.catchTag("NotFound", () => Effect.succeed(null))
      )

    const page = Effect.fnUntraced(function*(kind: RegistrationKind, source: Source, query: ImportableQuery) {
      const { after = "", limit = defaultLimit, storage_endpoint_id } = query
      const wanted = searchOf(query)?.toLowerCase() ?? null
      const listed = yield* Effect.catchIf(source.ids, isDenied, (error) => Effect.fail(mayNotList(error)))
      // what PostgreSQL cannot hold could not be registered either
      const ids = listed.ids.filter(isKept)
      const known = yield* registrations.registered(kind, storage_endpoint_id, ids)
      const free = ids.filter((id) => !known.has(id)).sort()
      const searched = wanted === null || free.length <= mostReads ? "id_and_name" as const : "id" as const
      const named = wanted !== null && searched === "id" ? yield* source.named(searchOf(query) ?? "") : null
      const candidates = searched === "id" ? free.filter((id) => id === named || id.toLowerCase().includes(wanted ?? "")) : free
      const rest = candidates.filter((id) => id > after)
      const items: Array<Importable> = []
      let looked = 0
      while (looked < Math.min(rest.length, mostReads) && items.length < limit) {
        const read = yield* Effect.forEach(rest.slice(looked, looked + batch), (id) => readOne(source, id), { concurrency })
        for (const found of read) {
          if (items.length === limit) break
          looked++
          if (found !== null && (found.id === named || fits(wanted, found))) items.push(found)
        }
      }
      const last = rest[looked - 1]
      return {
        items, next_after: last !== undefined && looked < rest.length ? last : null, looked_at: candidates.length - rest.length + looked,
        candidates: candidates.length, searched, incomplete: listed.more
      }
    })

    return Importables.of({
      accounts: Effect.fn("Importables.accounts")(function*(query: ImportableQuery) {
        const target = yield* targetOf(query.storage_endpoint_id)
        return yield* page("account", {
          ids: accounts.accountIds(target, mostIds),
          read: (id) => Effect.map(accounts.account(target, id), ({ name }) => ({ id, name, suspended: false })),
          named: (name) => accounts.accountNamed(target, name).pipe(
            Effect.map(({ id }): string | null => id),
            Effect.catchIf(isDenied, () => Effect.succeed(null)),
            Effect.catchTag("NotFound", () => Effect.succeed(null))
          )
        }, query)
      }),
      users: Effect.fn("Importables.users")(function*(query: ImportableQuery) {
        const target = yield* targetOf(query.storage_endpoint_id)
        return yield* page("s3_user", {
          ids: users.userIds(target, mostIds),
          read: (id) => Effect.map(users.user(target, id), ({ account_id, display_name, suspended }) =>
            account_id === null ? { id, name: display_name, suspended } : null),
          named: () => Effect.succeed(null)
        }, query)
      })
    })
  }))
}
