import { Cache, Duration, Effect, Schema, Stream } from "effect"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import { PlanImport } from "#domain/accounts/ImportMany.ts"
import {
  Conflict,
  type DomainError,
  type GatewayFailure,
  InvalidInput,
  type NotFound
} from "#domain/platform/errors/Errors.ts"
import { CurrentStepUp } from "#domain/identity/CurrentStepUp.ts"
import { Registrations } from "#services/accounts/Registrations.ts"
import { RgwAccounts } from "#services/accounts/RgwAccounts.ts"
import { RgwUsers } from "#services/accounts/RgwUsers.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { GatewayAccounts } from "#services/gateways/endpoints/GatewayAccounts.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import type { PlannedItem, WorkKind } from "#services/platform/work/WorkKind.ts"

export const registrationImport = "registration_import"

const READ_CONCURRENCY = 16
/** Cache of root users, so that each run scans a gateway once. */
const [CACHED_GATEWAYS, CACHE_MAX_AGE] = [8, Duration.minutes(10)] as const

const Target = Schema.Struct({ id: Schema.String })
type Target = typeof Target.Type
/** Marks the first attempt: a registration found by a later one is its own. */
const Notes = Schema.Struct({ begun: Schema.Literal(true) })
/** Registration as created: a later change by others wins. */
const Inverse = Schema.Struct({ registration_id: Schema.Int, version: Schema.Int })

const changedSince = new Conflict({
  code: "stale_plan",
  detail: "It was changed since it was brought in, so it stays: unlink it by itself if it is to go"
})

const nouns = { account: ["RGW account", "RGW accounts"], s3_user: ["RGW user", "RGW users"] } as const

type Read = { readonly name: string } | { readonly reason: string }

/** Registered ones stay in the plan and are skipped, so that a repeated request is a no-op. */
export const importKind = Effect.gen(function* () {
  const registrations = yield* Registrations
  const endpoints = yield* EndpointRecords
  const targets = yield* AdminTargets
  const gatewayAccounts = yield* GatewayAccounts
  const gatewayUsers = yield* GatewayUsers
  const accounts = yield* RgwAccounts
  const users = yield* RgwUsers

  const read = {
    account: (target: AdminTarget, id: string): Effect.Effect<Read, NotFound | GatewayFailure> =>
      gatewayAccounts.account(target, id),
    s3_user: (target: AdminTarget, id: string): Effect.Effect<Read, NotFound | GatewayFailure> =>
      Effect.map(gatewayUsers.user(target, id), ({ account_id, display_name }) =>
        account_id === null
          ? { name: display_name }
          : { reason: `It belongs to account ${account_id}: bring in that account` }
      )
  }

  /** RGW has no list of users by account (A7): one scan serves many accounts. */
  const roots = yield* Cache.make({
    capacity: CACHED_GATEWAYS,
    timeToLive: CACHE_MAX_AGE,
    lookup: (run: string) =>
      Effect.gen(function* () {
        const target = yield* targets.required(Number(run.split("/")[1]))
        return yield* gatewayAccounts.rootsOfAll(target)
      })
  })

  const plan = Effect.fn("Import.plan")(function* ({ ids, kind, storage_endpoint_id }: PlanImport) {
    const target = yield* targets.required(storage_endpoint_id)
    const endpoint = yield* Effect.mapError(endpoints.find(storage_endpoint_id), () =>
      InvalidInput.at("payload.storage_endpoint_id", "There is no such storage endpoint")
    )
    const registered = yield* registrations.registered(kind, storage_endpoint_id, ids)
    const candidates = yield* Effect.forEach(
      ids.toSorted(),
      (id) =>
        read[kind](target, id).pipe(
          // listable but unreadable ones are imported by id and may fail individually
          Effect.catchIf(
            (error) => error._tag === "StorageError" && error.storage_status === 403,
            () => Effect.succeed<Read>({ name: id })
          ),
          Effect.catchTag("NotFound", () =>
            Effect.succeed<Read>({ reason: `The gateway has no such ${kind === "account" ? "account" : "user"}` })
          ),
          Effect.map((found) => ({ id, found }))
        ),
      { concurrency: READ_CONCURRENCY }
    )
    const items = candidates.flatMap(
      ({ found, id }): ReadonlyArray<PlannedItem<Target>> =>
        "reason" in found
          ? []
          : [
              {
                key: id,
                label: found.name,
                detail: id === found.name ? endpoint.name : `${id} · ${endpoint.name}`,
                phase: 1,
                target: { id },
                ...(registered.has(id)
                  ? { sort: "registered", before: "registered already", after: "stays as it is" }
                  : { sort: kind, before: "on the gateway alone", after: "registered, with a key of its own" })
              }
            ]
    )
    const fresh = items.filter(({ sort }) => sort !== "registered").length
    return {
      title: `Bring in ${fresh} ${nouns[kind][fresh === 1 ? 0 : 1]} from ${endpoint.name}`,
      warnings: [],
      excluded: candidates.flatMap(({ found, id }) => ("reason" in found ? [{ label: id, reason: found.reason }] : [])),
      items: Stream.fromIterable(items)
    }
  })

  const nullWhenGone = <A>(reading: Effect.Effect<A, DomainError>): Effect.Effect<A | null, DomainError> =>
    Effect.catchIf(
      reading,
      (error) => error._tag === "NotFound",
      () => Effect.succeed(null)
    )

  const kind: WorkKind<PlanImport, Target, typeof Notes.Type, typeof Inverse.Type> = {
    name: registrationImport,
    scope: "admin",
    params: PlanImport,
    target: Target,
    notes: Notes,
    inverse: Inverse,
    exclusionKey: () => null,
    maxConcurrency: 8,
    plan,

    perform: Effect.fn("Import.perform")(function* ({ caller, note, notes, params, runId, target: { id } }) {
      const { group_links, storage_endpoint_id, user_links } = params
      const links = {
        ...(user_links === undefined ? {} : { user_links }),
        ...(group_links === undefined ? {} : { group_links })
      }
      const existing = (yield* registrations.registered(params.kind, storage_endpoint_id, [id])).get(id)
      if (existing !== undefined) {
        return notes === null
          ? { outcome: "skipped" as const, why: "It was registered already", result: {}, inverse: null }
          : {
              outcome: "completed" as const,
              result: { id, registration_id: existing.id },
              inverse: { registration_id: existing.id, version: existing.version }
            }
      }
      if (notes === null) yield* note({ begun: true })
      const creation =
        params.kind === "account"
          ? accounts.import(
              caller,
              { storage_endpoint_id, rgw_account_id: id, ...links },
              (yield* Cache.get(roots, `${runId}/${storage_endpoint_id}`)).get(id) ?? null
            )
          : users.import(caller, { storage_endpoint_id, rgw_user_uid: id, ...links })
      // step-up was demanded by `Imports`
      return yield* Effect.provideService(creation, CurrentStepUp, Effect.void).pipe(
        Effect.map(({ id: registration_id, name, version }) => ({
          outcome: "completed" as const,
          result: { id, registration_id, name },
          inverse: { registration_id, version }
        })),
        Effect.catchIf(
          (error) => error._tag === "Conflict" && error.code === "already_exists",
          () =>
            Effect.succeed({
              outcome: "skipped" as const,
              why: "It was registered by somebody else meanwhile",
              result: {},
              inverse: null
            })
        )
      )
    }),

    undo: Effect.fn("Import.undo")(function* (
      { caller, params: { kind: of, storage_endpoint_id }, target: { id } },
      { registration_id, version }
    ) {
      const service = of === "account" ? accounts : users
      const registration = yield* nullWhenGone(service.get(registration_id))
      if (registration === null) return
      if (registration.version !== version) return yield* changedSince
      yield* nullWhenGone<unknown>(read[of](yield* targets.reach(storage_endpoint_id), id))
      yield* nullWhenGone<unknown>(service.unregister(caller, registration_id))
    })
  }
  return kind
})
