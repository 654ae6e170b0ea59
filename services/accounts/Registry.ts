import { Context, DateTime, Effect, Fiber, Layer } from "effect"
import type { Caller } from "#domain/access/Caller.ts"
import { Conflict, type GatewayFailure, InvalidInput, type NotFound } from "#domain/errors/Errors.ts"
import type { Unregistered, UserLinkInput } from "#domain/accounts/StorageAccess.ts"
import { CredentialCipher } from "#services/credentials/CredentialCipher.ts"
import { Audit } from "#services/audit/Audit.ts"
import { auditActor } from "#services/audit/auditActor.ts"
import { Transaction } from "#services/audit/Transaction.ts"
import { AdminTargets } from "#services/endpoints/AdminTargets.ts"
import { EndpointRecords } from "#services/endpoints/EndpointRecords.ts"
import { type GatewayKey, Rgw } from "#services/endpoints/Rgw.ts"
import { registrationSecretPurpose } from "./registrationSecret.ts"
import { type Registration, type RegistrationKind, Registrations } from "./Registrations.ts"

/** What is registered, and as what it is audited. */
export interface NewRegistration {
  readonly name: string
  readonly externalId: string
  readonly uid: string
  readonly endpointId: number
  readonly key: GatewayKey
  readonly links: ReadonlyArray<UserLinkInput>
  readonly action: string
}

const nouns = { account: "rgw_account", s3_user: "rgw_user" } as const

/** What accounts and users have in common: to be registered with a sealed key, linked, audited and forgotten. */
export class Registry extends Context.Service<Registry, {
  readonly add: (caller: Caller, kind: RegistrationKind, input: NewRegistration) => Effect.Effect<Registration, InvalidInput | Conflict>
  readonly update: (
    caller: Caller, kind: RegistrationKind, before: Registration,
    input: { readonly name?: string; readonly user_links?: ReadonlyArray<UserLinkInput> }
  ) => Effect.Effect<Registration, InvalidInput | NotFound>
  readonly unregister: (caller: Caller, kind: RegistrationKind, registration: Registration) => Effect.Effect<Unregistered>
  /** Carries a change of the gateway to its end, undoing included, even when whoever asked for it goes away. */
  readonly whole: <A, E>(change: Effect.Effect<A, E>) => Effect.Effect<A, E>
  /** Takes a step back after a later one failed; when even that fails, log and audit trail say what remains on the gateway. */
  readonly undo: (caller: Caller, kind: RegistrationKind, what: string, step: Effect.Effect<void, GatewayFailure>) => Effect.Effect<void>
}>()("stowage/services/accounts/Registry") {
  static readonly layer = Layer.effect(Registry, Effect.gen(function*() {
    const registrations = yield* Registrations
    const endpoints = yield* EndpointRecords
    const targets = yield* AdminTargets
    const cipher = yield* CredentialCipher
    const rgw = yield* Rgw
    const audit = yield* Audit
    const transaction = yield* Transaction

    const record = (
      caller: Caller, kind: RegistrationKind, action: string, entity: { readonly id: number; readonly name: string },
      links?: ReadonlyArray<UserLinkInput>
    ) =>
      audit.record({
        actor: auditActor(caller), scope: "admin", action, entity: { type: nouns[kind], id: String(entity.id), label: entity.name },
        status: "success", message: `${action}: ${entity.name}`,
        metadata: links === undefined ? {} : { user_links: links.map((link) => ({ ...link })) }
      })

    const link = Effect.fnUntraced(function*(kind: RegistrationKind, id: number, links: ReadonlyArray<UserLinkInput>) {
      const seen = new Set(links.map(({ user_id }) => user_id))
      if (seen.size < links.length) return yield* InvalidInput.at("payload.user_links", "A user may be linked once")
      const missing = yield* registrations.setLinks(kind, id, links)
      if (missing.length > 0) return yield* InvalidInput.at("payload.user_links", `There is no user ${missing.join(", ")}`)
    })

    const add = Effect.fn("Registry.add")(function*(caller: Caller, kind: RegistrationKind, input: NewRegistration) {
      const secret = yield* cipher.encrypt(registrationSecretPurpose(kind, input.endpointId, input.externalId), input.key.secret_key)
      return yield* transaction.run(Effect.gen(function*() {
        const { action, key, links, ...fields } = input
        const id = yield* registrations.add(kind, { ...fields, accessKey: key.access_key, secret }, yield* DateTime.now)
        if (id === null) return yield* new Conflict({ code: "already_exists", detail: "This is registered already" })
        yield* link(kind, id, links)
        yield* record(caller, kind, action, { id, name: input.name }, links)
        return yield* Effect.orDie(registrations.find(kind, id))
      }))
    })

    const update = Effect.fn("Registry.update")(
      function*(caller: Caller, kind: RegistrationKind, before: Registration, input: { readonly name?: string; readonly user_links?: ReadonlyArray<UserLinkInput> }) {
        return yield* transaction.run(Effect.gen(function*() {
          if (input.name !== undefined) yield* registrations.rename(kind, before.id, input.name)
          if (input.user_links !== undefined) yield* link(kind, before.id, input.user_links)
          yield* record(caller, kind, `${nouns[kind]}.update`, { id: before.id, name: input.name ?? before.name }, input.user_links)
          return yield* registrations.find(kind, before.id)
        }))
      }
    )

    const unregister = Effect.fn("Registry.unregister")(function*(caller: Caller, kind: RegistrationKind, registration: Registration) {
      yield* transaction.run(Effect.andThen(
        registrations.remove(kind, registration.id),
        record(caller, kind, `${nouns[kind]}.unregister`, registration)
      ))
      const endpoint = yield* Effect.orDie(endpoints.find(registration.storage_endpoint_id))
      const target = yield* targets.of(endpoint)
      const remains = [`access key ${registration.access_key} of ${registration.uid}`]
      if (target === null) return { remains }
      return yield* rgw.removeKey(target, registration.access_key).pipe(
        Effect.as({ remains: [] }),
        Effect.catch((error) => Effect.as(Effect.logWarning("A key could not be taken from the gateway").pipe(Effect.annotateLogs({ code: error.code })), { remains }))
      )
    })

    const scope = yield* Effect.scope
    const whole = <A, E>(change: Effect.Effect<A, E>) => Effect.flatMap(Effect.forkIn(change, scope), Fiber.join)

    const remaining = (caller: Caller, kind: RegistrationKind, what: string, code: string) =>
      Effect.andThen(
        Effect.logError(`Undoing failed: ${what} remains on the gateway`).pipe(Effect.annotateLogs({ code })),
        audit.record({
          actor: auditActor(caller), scope: "admin", action: `${nouns[kind]}.undo`, entity: { type: nouns[kind], id: null, label: what },
          status: "failure", message: `${what} remains on the gateway: taking it back failed`, metadata: { code }
        })
      )

    const undo = Effect.fn("Registry.undo")((caller: Caller, kind: RegistrationKind, what: string, step: Effect.Effect<void, GatewayFailure>) =>
      Effect.catch(step, (error) => remaining(caller, kind, what, error.code)))

    return Registry.of({ add, update, unregister, whole, undo })
  }))
}
