import { Context, DateTime, Effect, Layer, Option, Result } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { confirmedName } from "#domain/platform/ConfirmedName.ts"
import type { Unregistered } from "#domain/accounts/StorageAccess.ts"
import { listingKeyOf } from "#domain/accounts/contexts/listingOwner.ts"
import { unknownLinks } from "#domain/identity/unknownLinks.ts"
import {
  Conflict,
  type DomainError,
  type Forbidden,
  InvalidInput,
  type NotFound,
  type StorageTimeout,
  type Unavailable
} from "#domain/platform/errors/Errors.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { RowVersions } from "#services/platform/audit/RowVersions.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import { GatewayAccounts } from "#services/gateways/endpoints/GatewayAccounts.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { keyState } from "#services/gateways/endpoints/keyState.ts"
import type { GatewayKey } from "#services/gateways/endpoints/Rgw.ts"
import { FirstCounts } from "./FirstCounts.ts"
import { requireStepUpForLinks, proveUnlinking } from "./requireStepUpForLinks.ts"
import { creationMessage, makingKind, type CreatedKind, nouns, unregisteringKind } from "./registrationChanges.ts"
import { registrationSecretPurpose } from "./registrationSecret.ts"
import { StoredKeys } from "./StoredKeys.ts"
import { requireNoPrivateAccess } from "./requireNoPrivateAccess.ts"
import { type Registration, type RegistrationKind, Registrations, type SentLinks } from "./Registrations.ts"

export interface NewRegistration {
  readonly name: string
  readonly externalId: string
  readonly uid: string
  readonly endpointId: number
  readonly links: SentLinks
  readonly verb: "create" | "import"
}

export interface RegistrationChanges extends SentLinks {
  readonly name?: string
  readonly storage_endpoint_id?: number
  readonly version?: number
}

const labels = { account: "RGW account", s3_user: "RGW user" } as const

const remainsText = InvalidInput.at(
  "payload.storage_endpoint_id",
  "An account stays on its endpoint: register it on the other one instead"
)

export class Registry extends Context.Service<
  Registry,
  {
    readonly add: (
      caller: Caller,
      kind: RegistrationKind,
      input: NewRegistration,
      key: GatewayKey
    ) => Effect.Effect<Registration, InvalidInput | Conflict>
    /** Creates on the gateway what is registered, including `accessKey`; a later failure rolls it back. */
    readonly make: <E extends DomainError>(
      caller: Caller,
      kind: RegistrationKind,
      target: AdminTarget,
      input: NewRegistration & { readonly makes: CreatedKind; readonly accessKey: string },
      change: Effect.Effect<GatewayKey, E, GatewayIntent>,
      first?: Effect.Effect<unknown, E, GatewayIntent>
    ) => Effect.Effect<Registration, E | InvalidInput | Conflict | StorageTimeout | Unavailable>
    readonly update: (
      caller: Caller,
      kind: RegistrationKind,
      id: number,
      input: RegistrationChanges
    ) => Effect.Effect<Registration, InvalidInput | NotFound | Forbidden | Conflict>
    readonly unregister: (
      caller: Caller,
      kind: RegistrationKind,
      registration: Registration
    ) => Effect.Effect<Unregistered, Conflict | Forbidden | StorageTimeout | Unavailable>
  }
>()("stowage/services/accounts/Registry") {
  static readonly layer = Layer.effect(
    Registry,
    Effect.gen(function* () {
      const lockForChange = yield* StoredKeys
      const registrations = yield* Registrations
      const endpoints = yield* EndpointRecords
      const targets = yield* AdminTargets
      const cipher = yield* CredentialCipher
      const accounts = yield* GatewayAccounts
      const users = yield* GatewayUsers
      const audited = yield* Audited
      const versions = yield* RowVersions
      const firstCounts = yield* FirstCounts

      const entityOf = (kind: RegistrationKind, { id, name }: Registration) => ({
        type: nouns[kind],
        id: String(id),
        label: name
      })
      const jsonOf = ({ group_links, user_links }: SentLinks) => ({
        ...(user_links === undefined ? {} : { user_links: user_links.map((link) => ({ ...link })) }),
        ...(group_links === undefined ? {} : { group_links: group_links.map((link) => ({ ...link })) })
      })

      const link = Effect.fnUntraced(function* (kind: RegistrationKind, id: number, links: SentLinks) {
        const unknown = yield* registrations.setLinks(kind, id, links)
        if (unknown.length > 0) return yield* unknownLinks(unknown)
      })

      const keep = Effect.fnUntraced(function* (kind: RegistrationKind, input: NewRegistration, key: GatewayKey) {
        const { endpointId, externalId, links, name, uid, verb } = input
        const secret = yield* cipher.encrypt(registrationSecretPurpose(kind, endpointId, externalId), key.secret_key)
        yield* versions.lockAssociations
        const id = yield* registrations.add(
          kind,
          { name, externalId, uid, endpointId, accessKey: key.access_key, secret },
          yield* DateTime.now
        )
        if (id === null) return yield* new Conflict({ code: "already_exists", detail: "This is registered already" })
        yield* link(kind, id, links)
        if (verb === "import") yield* firstCounts.ask(listingKeyOf(endpointId, externalId))
        return yield* Effect.orDie(registrations.find(kind, id))
      })

      const add = Effect.fn("Registry.add")(
        (caller: Caller, kind: RegistrationKind, input: NewRegistration, key: GatewayKey) => {
          const action = `${nouns[kind]}.${input.verb}`
          return keep(kind, input, key).pipe(
            audited.rows(action, (row) => entityOf(kind, row), {
              by: byCaller(caller, "admin"),
              message: `${action}: ${input.name}`,
              metadata: jsonOf(input.links)
            })
          )
        }
      )

      /** Null without Admin Ops: the key then remains on the gateway. */
      const targetOf = Effect.fnUntraced(function* (endpointId: number) {
        return yield* targets.of(yield* endpoints.find(endpointId))
      })
      const { reach } = targets

      const makingOf = (kind: RegistrationKind) => ({
        create: audited.gateway(makingKind({ accounts, users, reach }, kind, "create")),
        import: audited.gateway(makingKind({ accounts, users, reach }, kind, "import"))
      })
      const making = { account: makingOf("account"), s3_user: makingOf("s3_user") }

      const make = <E extends DomainError>(
        caller: Caller,
        kind: RegistrationKind,
        target: AdminTarget,
        input: NewRegistration & { readonly makes: CreatedKind; readonly accessKey: string },
        change: Effect.Effect<GatewayKey, E, GatewayIntent>,
        first?: Effect.Effect<unknown, E, GatewayIntent>
      ) => {
        const { accessKey, endpointId, externalId, links, makes, name, uid, verb } = input
        const about = {
          kind,
          endpoint_id: endpointId,
          name,
          external_id: externalId,
          uid,
          access_key: accessKey,
          makes,
          user_links: [],
          ...jsonOf(links)
        }
        return making[kind][verb]
          .makeAndStore(caller, target, about, {
            ...(first === undefined ? {} : { first }),
            change,
            store: (key) => keep(kind, input, key),
            entity: (row) => entityOf(kind, row),
            remains: (error) => {
              const description = creationMessage(about)
              return Effect.andThen(
                Effect.logError(`Undoing failed: ${description} remains on the gateway`).pipe(
                  Effect.annotateLogs({ code: error.code })
                ),
                audited.noted(
                  `${nouns[kind]}.undo`,
                  { type: nouns[kind], id: null, label: description },
                  {
                    by: byCaller(caller, "admin"),
                    status: "failure",
                    message: `${description} remains on the gateway: taking it back failed`,
                    metadata: { code: error.code }
                  }
                )
              )
            }
          })
          .pipe(Effect.withSpan("Registry.make"))
      }

      const update = Effect.fn("Registry.update")(
        (caller: Caller, kind: RegistrationKind, id: number, input: RegistrationChanges) =>
          Effect.gen(function* () {
            yield* versions.lock(nouns[kind], id, input.version)
            const before = yield* registrations.find(kind, id)
            if (input.storage_endpoint_id !== undefined && input.storage_endpoint_id !== before.storage_endpoint_id)
              return yield* remainsText
            yield* requireStepUpForLinks(caller, input, before)
            if (input.name !== undefined) yield* registrations.rename(kind, id, input.name)
            yield* link(kind, id, input)
            return yield* registrations.find(kind, id)
          }).pipe(
            audited.rows(`${nouns[kind]}.update`, (row) => entityOf(kind, row), {
              by: byCaller(caller, "admin"),
              message: ({ name }) => `${nouns[kind]}.update: ${name}`,
              metadata: jsonOf(input)
            })
          )
      )

      const takeKey = Effect.fnUntraced(function* (
        target: AdminTarget | null,
        { access_key, uid }: { readonly access_key: string; readonly uid: string }
      ) {
        const remaining = [`access key ${access_key} of ${uid}`]
        if (target === null) return remaining
        // with its uid: RGW does not find disabled keys by their name alone
        const removal = yield* Effect.result(users.removeKey(target, access_key, uid))
        // neither a timeout nor a success proves the state of the key
        const state = yield* Effect.option(keyState(users, target, uid, access_key))
        if (Option.isSome(state) ? state.value === "absent" : Result.isSuccess(removal)) return []
        yield* Effect.logWarning("A key could not be taken from the gateway").pipe(
          Effect.annotateLogs({ code: Result.isFailure(removal) ? removal.failure.code : "still_there" })
        )
        return remaining
      })

      const unregisteringOf = (kind: RegistrationKind) =>
        audited.gateway(unregisteringKind({ reach: targetOf, takeKey, forget: registrations.remove }, kind))
      const unregistering = { account: unregisteringOf("account"), s3_user: unregisteringOf("s3_user") }

      const unregister = Effect.fn("Registry.unregister")(function* (
        caller: Caller,
        kind: RegistrationKind,
        registration: Registration
      ) {
        const { access_key, external_id, id, name, storage_endpoint_id, uid } = registration
        yield* confirmedName(labels[kind], name)
        yield* proveUnlinking(registration)
        if (kind === "account") yield* requireNoPrivateAccess(lockForChange, id)
        const target = yield* Effect.orDie(targetOf(storage_endpoint_id))
        const about = { kind, id, endpoint_id: storage_endpoint_id, name, external_id, uid, access_key }
        const remaining = yield* unregistering[kind].makeAndStore(caller, target, about, {
          change: takeKey(target, about),
          store: (remainingParts) =>
            registrations.remove(kind, id).pipe(
              // no drift check sees an unregistered key: audit it
              Effect.andThen(
                remainingParts.length === 0
                  ? Effect.void
                  : audited.noted(`${nouns[kind]}.unregister`, entityOf(kind, registration), {
                      by: byCaller(caller, "admin"),
                      status: "failure",
                      message: `${remainingParts.join(", ")} remains on the gateway: it could not be taken away`
                    })
              ),
              Effect.as(remainingParts)
            ),
          entity: () => entityOf(kind, registration),
          remains: () => Effect.void
        })
        return { id, name, remains: remaining }
      })

      return Registry.of({ add, make, update, unregister })
    })
  )
}
