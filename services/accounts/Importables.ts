import { Context, Effect, Layer } from "effect"
import type { Importable, ImportablePage, ImportableQuery } from "#domain/accounts/Importable.ts"
import { type GatewayFailure, InvalidInput, type NotFound, StorageError } from "#domain/platform/errors/Errors.ts"
import { trimmedSearch } from "#domain/platform/Paging.ts"
import { isStorableText } from "#domain/platform/Text.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { GatewayAccounts } from "#services/gateways/endpoints/GatewayAccounts.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { type RegistrationKind, Registrations } from "./Registrations.ts"

/** A gateway lists this many in about a second. */
const MAX_IDS = 20_000
const MAX_READS = 400
const READ_BATCH_SIZE = 32
const concurrency = 16
const defaultLimit = 50

interface Source {
  readonly ids: Effect.Effect<{ readonly ids: ReadonlyArray<string>; readonly more: boolean }, GatewayFailure>
  readonly read: (id: string) => Effect.Effect<Importable | null, NotFound | GatewayFailure>
  readonly findName: (name: string) => Effect.Effect<string | null, GatewayFailure>
}

const isDenied = (error: NotFound | GatewayFailure): error is StorageError =>
  error._tag === "StorageError" && error.storage_status === 403

const mayNotList = (error: StorageError) =>
  new StorageError({
    operation: error.operation,
    storage_code: error.storage_code,
    storage_status: error.storage_status,
    storage_request_id: error.storage_request_id,
    detail:
      "The key of this endpoint may not list what the gateway has: it is refused, or its RGW user lacks the " +
      "capability metadata=read"
  })

const fits = (search: string | null, { id, name }: Importable) =>
  search === null || id.toLowerCase().includes(search) || (name ?? "").toLowerCase().includes(search)

export class Importables extends Context.Service<
  Importables,
  {
    readonly accounts: (query: ImportableQuery) => Effect.Effect<ImportablePage, InvalidInput | GatewayFailure>
    readonly users: (query: ImportableQuery) => Effect.Effect<ImportablePage, InvalidInput | GatewayFailure>
  }
>()("stowage/services/accounts/Importables") {
  static readonly layer = Layer.effect(
    Importables,
    Effect.gen(function* () {
      const registrations = yield* Registrations
      const targets = yield* AdminTargets
      const accounts = yield* GatewayAccounts
      const users = yield* GatewayUsers

      const targetOf = (endpointId: number) =>
        Effect.mapError(targets.required(endpointId), ({ issues }) =>
          InvalidInput.at("query.storage_endpoint_id", issues[0]?.message ?? "This endpoint cannot be asked")
        )

      const readOne = (source: Source, id: string) =>
        source.read(id).pipe(
          Effect.catchIf(isDenied, () => Effect.succeed<Importable>({ id, name: null, suspended: false })),
          Effect.catchTag("NotFound", () => Effect.succeed(null))
        )

      const page = Effect.fnUntraced(function* (kind: RegistrationKind, source: Source, query: ImportableQuery) {
        const { after = "", limit = defaultLimit, storage_endpoint_id } = query
        const search = trimmedSearch(query)?.toLowerCase() ?? null
        const listed = yield* Effect.catchIf(source.ids, isDenied, (error) => Effect.fail(mayNotList(error)))
        // PostgreSQL cannot store these ids
        const ids = listed.ids.filter(isStorableText)
        const registered = yield* registrations.registered(kind, storage_endpoint_id, ids)
        const unregistered = ids.filter((id) => !registered.has(id)).sort()
        const searched =
          search === null || unregistered.length <= MAX_READS ? ("id_and_name" as const) : ("id" as const)
        const exactMatch =
          search !== null && searched === "id" ? yield* source.findName(trimmedSearch(query) ?? "") : null
        const candidates =
          searched === "id"
            ? unregistered.filter((id) => id === exactMatch || id.toLowerCase().includes(search ?? ""))
            : unregistered
        const rest = candidates.filter((id) => id > after)
        const items: Array<Importable> = []
        let readCount = 0
        while (readCount < Math.min(rest.length, MAX_READS) && items.length < limit) {
          const read = yield* Effect.forEach(
            rest.slice(readCount, readCount + READ_BATCH_SIZE),
            (id) => readOne(source, id),
            { concurrency }
          )
          for (const matches of read) {
            if (items.length === limit) break
            readCount++
            if (matches !== null && (matches.id === exactMatch || fits(search, matches))) items.push(matches)
          }
        }
        const last = rest[readCount - 1]
        return {
          items,
          next_after: last !== undefined && readCount < rest.length ? last : null,
          looked_at: candidates.length - rest.length + readCount,
          candidates: candidates.length,
          searched,
          incomplete: listed.more
        }
      })

      return Importables.of({
        accounts: Effect.fn("Importables.accounts")(function* (query: ImportableQuery) {
          const target = yield* targetOf(query.storage_endpoint_id)
          return yield* page(
            "account",
            {
              ids: accounts.accountIds(target, MAX_IDS),
              read: (id) => Effect.map(accounts.account(target, id), ({ name }) => ({ id, name, suspended: false })),
              findName: (name) =>
                accounts.accountNamed(target, name).pipe(
                  Effect.map(({ id }): string | null => id),
                  Effect.catchIf(isDenied, () => Effect.succeed(null)),
                  Effect.catchTag("NotFound", () => Effect.succeed(null))
                )
            },
            query
          )
        }),
        users: Effect.fn("Importables.users")(function* (query: ImportableQuery) {
          const target = yield* targetOf(query.storage_endpoint_id)
          return yield* page(
            "s3_user",
            {
              ids: users.userIds(target, MAX_IDS),
              read: (id) =>
                Effect.map(users.user(target, id), ({ account_id, display_name, suspended }) =>
                  account_id === null ? { id, name: display_name, suspended } : null
                ),
              findName: () => Effect.succeed(null)
            },
            query
          )
        })
      })
    })
  )
}
