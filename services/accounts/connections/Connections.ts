import { Context, DateTime, Effect, Layer, type Redacted } from "effect"
import { type Caller, callerUser } from "#domain/platform/access/Caller.ts"
import { confirmedName } from "#domain/platform/ConfirmedName.ts"
import type { Removed } from "#domain/platform/Removed.ts"
import type {
  Connection,
  ConnectionSummary,
  CreateConnection,
  CustomEndpoint,
  CustomEndpointInput,
  SetConnectionTags,
  UpdateConnection
} from "#domain/accounts/Connection.ts"
import { Conflict, type Forbidden, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { CurrentStepUp } from "#domain/identity/CurrentStepUp.ts"
import type { Page } from "#domain/platform/Paging.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { Settings } from "#services/platform/Settings.ts"
import { ConnectionAccess } from "./ConnectionAccess.ts"
import {
  type ConnectionFields,
  type ConnectionQuery,
  type ConnectionRecord,
  ConnectionRecords,
  type Ownership
} from "./ConnectionRecords.ts"
import { connectionOf, standardTags } from "./connectionOf.ts"
import { customEndpoint, noConnection, refuseManaged, staleConnection } from "./connectionRules.ts"
import { sealConnection } from "./connectionSecrets.ts"

type Keys = {
  readonly access_key?: string
  readonly secret_key?: Redacted.Redacted
  readonly session_token?: Redacted.Redacted | null
}
type Place = { readonly storage_endpoint_id?: number | null; readonly custom_endpoint?: CustomEndpointInput | null }

export class Connections extends Context.Service<
  Connections,
  {
    readonly page: (query: ConnectionQuery) => Effect.Effect<Page<Connection>>
    readonly list: (of: Ownership) => Effect.Effect<ReadonlyArray<Connection>>
    readonly minimal: Effect.Effect<ReadonlyArray<ConnectionSummary>>
    readonly get: (of: Ownership, id: number) => Effect.Effect<Connection, NotFound>
    readonly create: (
      caller: Caller,
      of: Ownership,
      input: CreateConnection
    ) => Effect.Effect<Connection, InvalidInput | Conflict>
    readonly update: (
      caller: Caller,
      of: Ownership,
      id: number,
      input: UpdateConnection
    ) => Effect.Effect<Connection, InvalidInput | NotFound | Conflict>
    readonly setTags: (
      caller: Caller,
      of: Ownership,
      id: number,
      input: SetConnectionTags
    ) => Effect.Effect<Connection, NotFound | Conflict>
    /** Requires step-up for a shared connection with linked users. */
    readonly remove: (
      caller: Caller,
      of: Ownership,
      id: number
    ) => Effect.Effect<Removed, Forbidden | NotFound | Conflict>
  }
>()("stowage/services/accounts/connections/Connections") {
  static readonly layer = Layer.effect(
    Connections,
    Effect.gen(function* () {
      const records = yield* ConnectionRecords
      const access = yield* ConnectionAccess
      const endpoints = yield* EndpointRecords
      const cipher = yield* CredentialCipher
      const secrets = yield* Secrets
      const audited = yield* Audited
      const transaction = yield* Transaction
      const { allowedStorageHosts } = yield* Settings

      const withFaults = (record: ConnectionRecord) =>
        Effect.map(DateTime.now, (now) => connectionOf(record, allowedStorageHosts, now))

      const findConnection = Effect.fnUntraced(function* (of: Ownership, id: number) {
        return (yield* records.find(of, id)) ?? (yield* noConnection(id))
      })

      const placeFields = Effect.fnUntraced(function* (input: Place) {
        const id = input.storage_endpoint_id ?? null
        const custom = input.custom_endpoint ?? null
        if (id !== null) {
          yield* Effect.catchTag(endpoints.find(id), "NotFound", () =>
            Effect.fail(InvalidInput.at("payload.storage_endpoint_id", "There is no such storage endpoint"))
          )
          return { storage_endpoint_id: id, custom_endpoint: null }
        }
        if (custom !== null) return { storage_endpoint_id: null, custom_endpoint: yield* customEndpoint(custom) }
        return {}
      })

      const keyFields = Effect.fnUntraced(function* (keys: Keys) {
        const { access_key, secret_key, session_token } = keys
        if (access_key === undefined && secret_key === undefined) {
          if (session_token !== undefined)
            return yield* InvalidInput.at("payload.session_token", "Give it with its access key and secret key")
          return {}
        }
        if (access_key === undefined || secret_key === undefined) {
          return yield* InvalidInput.at(
            access_key === undefined ? "payload.access_key" : "payload.secret_key",
            "Give the access key and its secret together"
          )
        }
        const seal = yield* secrets.id
        const token = session_token ?? null
        return {
          access_key,
          seal,
          secret: yield* sealConnection(cipher, seal, secret_key, token),
          has_session_token: token !== null
        }
      })

      const auditChange = (
        caller: Caller,
        of: Ownership,
        verb: string,
        done: string,
        metadata: Record<string, string | number | boolean | null> = {}
      ) =>
        audited.rows<Connection>(
          `s3_connection.${verb}`,
          ({ id, name }) => ({ type: "s3_connection", id: String(id), label: name }),
          {
            by: byCaller(caller, of._tag === "Private" ? "profile" : "admin"),
            message: ({ name }) => `${of._tag === "Private" ? "Private" : "Shared"} S3 connection ${name} was ${done}`,
            metadata: ({ endpoint_url }) => ({
              ownership: of._tag === "Private" ? "private" : "shared",
              endpoint_url,
              ...metadata
            })
          }
        )

      const create = Effect.fn("Connections.create")(function* (
        caller: Caller,
        of: Ownership,
        input: CreateConnection
      ) {
        const keys = yield* keyFields(input)
        const fields = {
          name: input.name,
          ...(yield* placeFields(input)),
          ...keys,
          expires_at: input.expires_at ?? null,
          capabilities: input.capabilities ?? { can_manage_iam: false },
          owner_type: input.owner_type ?? null,
          owner_identifier: input.owner_identifier ?? null
        } as ConnectionFields
        return yield* Effect.gen(function* () {
          const id = yield* records.add(of, fields, yield* DateTime.now)
          if (id === null) return yield* nameTaken(input.name)
          if (input.tags !== undefined) yield* records.setTags(of, id, input.tags)
          return yield* Effect.flatMap(Effect.orDie(findConnection(of, id)), withFaults)
        }).pipe(auditChange(caller, of, "create", "created"))
      })

      const update = Effect.fn("Connections.update")(function* (
        caller: Caller,
        of: Ownership,
        id: number,
        input: UpdateConnection
      ) {
        const before = yield* findConnection(of, id)
        yield* refuseManaged(before)
        const {
          access_key,
          custom_endpoint: _custom,
          secret_key,
          session_token,
          storage_endpoint_id: _endpoint,
          tags,
          version,
          ...plain
        } = input
        const place = yield* placeFields(input)
        const keys = yield* keyFields({
          ...(access_key === undefined ? {} : { access_key }),
          ...(secret_key === undefined ? {} : { secret_key }),
          ...(session_token === undefined ? {} : { session_token })
        })
        // another host could replay signatures of the stored keys and would receive the session token
        if (moves(before, place) && !("seal" in keys)) {
          return yield* InvalidInput.at(
            "payload.secret_key",
            "Type the keys again: the stored ones sign for the stored address only"
          )
        }
        return yield* Effect.gen(function* () {
          // new keys have an unknown expiry
          const expiryReset = "seal" in keys && plain.expires_at === undefined ? { expires_at: null } : {}
          const outcome = yield* records.update(
            of,
            id,
            { ...plain, ...place, ...keys, ...expiryReset } as Partial<ConnectionFields>,
            version,
            yield* DateTime.now
          )
          yield* refused(outcome, of, id, input.name ?? before.name)
          if (tags !== undefined) yield* records.setTags(of, id, tags)
          return yield* Effect.flatMap(findConnection(of, id), withFaults)
        }).pipe(
          auditChange(caller, of, "update", "changed", {
            fields: Object.keys(input)
              .filter((name) => name !== "version")
              .join(", ")
          }),
          transaction.run
        )
      })

      const refused = Effect.fnUntraced(function* (
        outcome: "done" | "taken" | "stale",
        of: Ownership,
        id: number,
        name: string
      ) {
        if (outcome === "taken") return yield* nameTaken(name)
        if (outcome === "stale") {
          yield* findConnection(of, id)
          return yield* staleConnection
        }
      })

      const setTags = Effect.fn("Connections.setTags")(
        (caller: Caller, of: Ownership, id: number, { tags, version }: SetConnectionTags) =>
          Effect.gen(function* () {
            const before = yield* findConnection(of, id)
            yield* refused(yield* records.update(of, id, {}, version, yield* DateTime.now), of, id, before.name)
            yield* records.setTags(of, id, tags)
            return yield* Effect.flatMap(findConnection(of, id), withFaults)
          }).pipe(
            auditChange(caller, of, "set_tags", "tagged", { tags: tags.map(({ label }) => label).join(", ") }),
            transaction.run
          )
      )

      const remove = Effect.fn("Connections.remove")((caller: Caller, of: Ownership, id: number) =>
        Effect.gen(function* () {
          const before = yield* findConnection(of, id)
          yield* refuseManaged(before)
          yield* confirmedName("S3 connection", before.name)
          if ((yield* access.linked(id)).length > 0) yield* yield* CurrentStepUp
          yield* records.remove(of, id)
          return yield* withFaults(before)
        }).pipe(
          auditChange(caller, of, "delete", "deleted"),
          transaction.run,
          Effect.map(({ name }): Removed => ({ id, name }))
        )
      )

      return Connections.of({
        page: Effect.fn("Connections.page")(function* (query: ConnectionQuery) {
          const page = yield* records.page(query)
          return { ...page, items: yield* Effect.forEach(page.items, withFaults) }
        }),
        list: Effect.fn("Connections.list")((of: Ownership) =>
          Effect.flatMap(records.all(of), Effect.forEach(withFaults))
        ),
        minimal: Effect.flatMap(records.all({ _tag: "Shared" }), Effect.forEach(withFaults)).pipe(
          Effect.map((all) =>
            all.map(
              ({
                endpoint_url,
                id,
                name,
                storage_endpoint_id,
                storage_endpoint_name,
                tags,
                unusable_detail,
                unusable_reason
              }) => ({
                id,
                name,
                storage_endpoint_id,
                storage_endpoint_name,
                endpoint_url,
                tags: standardTags(tags),
                unusable_reason,
                unusable_detail
              })
            )
          )
        ),
        get: Effect.fn("Connections.get")((of: Ownership, id: number) =>
          Effect.flatMap(findConnection(of, id), withFaults)
        ),
        create,
        update,
        setTags,
        remove
      })
    })
  )
}

export const privateOwnership = (caller: Caller): Effect.Effect<Ownership, NotFound> => {
  const user = callerUser(caller)
  return user === null
    ? Effect.fail(new NotFound({ entity: "S3 connections of", id: "nobody" }))
    : Effect.succeed({ _tag: "Private", userId: user.id })
}
export const sharedConnections: Ownership = { _tag: "Shared" }

const nameTaken = (name: string) =>
  new Conflict({ code: "already_exists", detail: `There is an S3 connection named ${name}` })

/** True when requests would go to another address or over a weaker verified connection. */
const moves = (
  before: ConnectionRecord,
  place: { readonly storage_endpoint_id?: number | null; readonly custom_endpoint?: CustomEndpoint | null }
): boolean => {
  if (place.storage_endpoint_id === undefined) return false
  if (place.storage_endpoint_id !== before.storage_endpoint_id) return true
  const custom = place.custom_endpoint ?? null
  return (
    custom !== null &&
    (custom.url !== before.custom_endpoint?.url || (before.custom_endpoint.verify_tls && !custom.verify_tls))
  )
}
