import { type Caller } from "#domain/Caller.ts"
import { CurrentStepUp } from "#domain/CurrentStepUp.ts"
import { Conflict, type Forbidden, InvalidInput, NotFound } from "#domain/Errors.ts"
import { LdapConfig, OidcConfig, type ProviderType } from "#domain/Federation.ts"
import { CredentialCipher } from "#services/access/CredentialCipher.ts"
import { Audit } from "#services/audit/Audit.ts"
import { auditActor } from "#services/audit/auditActor.ts"
import { Transaction } from "#services/audit/Transaction.ts"
import { Settings } from "#services/settings/Settings.ts"
import { Context, DateTime, Effect, Layer, type Redacted, Schema } from "effect"
import { IdentityRecords } from "./IdentityRecords.ts"
import { type ProviderRow, ProviderRecords } from "./ProviderRecords.ts"

/** An identity provider, ready to be used. */
export interface KnownProvider<Config> {
  readonly type: ProviderType
  readonly id: string
  readonly label: string
  readonly enabled: boolean
  readonly config: Config
  readonly secret: Redacted.Redacted | null
  readonly source: "database" | "environment"
  readonly updatedAt: DateTime.Utc | null
}

/** What an administrator sets. `secret`: undefined keeps the stored one, null takes it away. */
export interface ProviderInput<Config> {
  readonly label: string
  readonly enabled: boolean
  readonly config: Config
  readonly secret: Redacted.Redacted | null | undefined
}

/** With how many accounts sign in with it. */
export type ListedProvider<Config> = KnownProvider<Config> & { readonly identityCount: number }

/** The providers of one type: those of the environment, which nobody changes here, then those of the database. */
export interface ProviderSet<Config> {
  readonly list: Effect.Effect<ReadonlyArray<ListedProvider<Config>>>
  /** Enabled ones only: for signing in. */
  readonly forSignIn: (id: string) => Effect.Effect<KnownProvider<Config>, NotFound>
  readonly create: (caller: Caller, id: string, input: ProviderInput<Config>) => Effect.Effect<ListedProvider<Config>, Conflict>
  /** Asks for step-up once something really changes. A stored secret does not go along to another address. */
  readonly update: (caller: Caller, id: string, input: ProviderInput<Config>) => Effect.Effect<
    ListedProvider<Config>,
    NotFound | Conflict | InvalidInput | Forbidden
  >
  /** Its identities are revoked, which ends the sessions of their users, and stay so should the id come back. */
  readonly remove: (caller: Caller, id: string) => Effect.Effect<void, NotFound | Conflict>
  /** The stored secret, for trying a configuration that still goes to the same address. */
  readonly storedSecret: (id: string, config: Config) => Effect.Effect<Redacted.Redacted | null>
}

/** The purpose under which a provider's secret is encrypted. */
export const providerSecretPurpose = (type: ProviderType, id: string) => `identity_provider/${type}/${id}`

/** Whom people may sign in with beside us. */
export class Providers extends Context.Service<Providers, {
  readonly oidc: ProviderSet<OidcConfig>
  readonly ldap: ProviderSet<LdapConfig>
  /** Labels of all of them by `type/id`, for lists that name providers. */
  readonly labels: Effect.Effect<ReadonlyMap<string, string>>
}>()("stowage/services/federation/Providers") {
  static readonly layer = Layer.effect(Providers, Effect.gen(function*() {
    const records = yield* ProviderRecords
    const identities = yield* IdentityRecords
    const cipher = yield* CredentialCipher
    const audit = yield* Audit
    const transaction = yield* Transaction
    const { providers } = yield* Settings

    const setOf = <Config>(kind: {
      readonly type: ProviderType
      readonly schema: Schema.ConstraintCodec<Config, unknown>
      readonly secretField: string
      readonly addressOf: (config: Config) => string
      readonly configured: ReadonlyArray<{ readonly id: string; readonly label: string; readonly config: Config; readonly secret: Redacted.Redacted | undefined }>
    }): ProviderSet<Config> => {
      const { configured, type } = kind
      const encode = Schema.encodeSync(kind.schema)
      const decode = Schema.decodeUnknownSync(kind.schema)
      const purpose = (id: string) => providerSecretPurpose(type, id)

      const fromEnvironment = configured.map(({ secret, ...provider }): KnownProvider<Config> => ({
        ...provider, type, enabled: true, secret: secret ?? null, source: "environment", updatedAt: null
      }))
      const isConfigured = (id: string) => configured.some((provider) => provider.id === id)

      const fromRow = Effect.fnUntraced(function*({ config, secret, ...row }: ProviderRow) {
        const known: KnownProvider<Config> = {
          ...row, type, config: decode(config), source: "database",
          secret: secret === null ? null : yield* Effect.orDie(cipher.decrypt(purpose(row.id), secret))
        }
        return known
      })

      const find = Effect.fnUntraced(function*(id: string) {
        const known = fromEnvironment.find((provider) => provider.id === id)
        if (known !== undefined) return known
        const row = yield* records.find(type, id)
        return row === null ? yield* new NotFound({ entity: "Identity provider", id }) : yield* fromRow(row)
      })

      const counted = (provider: KnownProvider<Config>) =>
        Effect.map(identities.counts(type), (counts): ListedProvider<Config> => ({ ...provider, identityCount: counts.get(provider.id) ?? 0 }))

      const list = Effect.gen(function*() {
        const [rows, counts] = yield* Effect.all([records.list(type), identities.counts(type)])
        const stored = yield* Effect.forEach(rows.filter(({ id }) => !isConfigured(id)), fromRow)
        return [...fromEnvironment, ...stored].map((provider) => ({ ...provider, identityCount: counts.get(provider.id) ?? 0 }))
      }).pipe(Effect.withSpan("Providers.list", { attributes: { type } }))

      const record = (caller: Caller, id: string, label: string, verb: string, metadata: Record<string, Schema.Json>) =>
        audit.record({
          actor: auditActor(caller), scope: "admin", action: `${type}_provider.${verb}`,
          entity: { type: `${type}_provider`, id, label }, status: "success", message: `Identity provider: ${verb}`, metadata
        })

      const rowOf = Effect.fnUntraced(function*(id: string, input: ProviderInput<Config>, kept: Redacted.Redacted | null) {
        const secret = input.secret === undefined ? kept : input.secret
        const row: ProviderRow = {
          id, label: input.label, enabled: input.enabled, config: encode(input.config),
          secret: secret === null ? null : yield* cipher.encrypt(purpose(id), secret), updatedAt: yield* DateTime.now
        }
        return row
      })

      const create = Effect.fn("Providers.create")(function*(caller: Caller, id: string, input: ProviderInput<Config>) {
        const row = yield* rowOf(id, input, null)
        if (isConfigured(id)) return yield* taken(id)
        return yield* transaction.run(Effect.gen(function*() {
          if (!(yield* records.add(type, row))) return yield* taken(id)
          yield* record(caller, id, input.label, "create", { address: kind.addressOf(input.config), enabled: input.enabled })
          return yield* counted(yield* fromRow(row))
        }))
      })

      const mayChange = Effect.fnUntraced(function*(id: string) {
        if (isConfigured(id)) return yield* readOnly
        return yield* find(id)
      })

      const update = Effect.fn("Providers.update")((caller: Caller, id: string, input: ProviderInput<Config>) =>
        transaction.run(Effect.gen(function*() {
          const before = yield* mayChange(id)
          const sameConfig = JSON.stringify(encode(before.config)) === JSON.stringify(encode(input.config))
          if (sameConfig && input.secret === undefined && input.label === before.label && input.enabled === before.enabled) {
            return yield* counted(before)
          }
          yield* yield* CurrentStepUp
          const moved = kind.addressOf(input.config) !== kind.addressOf(before.config)
          if (moved && before.secret !== null && input.secret === undefined) {
            return yield* InvalidInput.at(`payload.${kind.secretField}`, "The address changes: give the secret again, or null for none")
          }
          const row = yield* rowOf(id, input, before.secret)
          yield* records.update(type, row)
          yield* record(caller, id, input.label, "update", {
            address: kind.addressOf(input.config), enabled: input.enabled, secret_changed: input.secret !== undefined
          })
          return yield* counted(yield* fromRow(row))
        })))

      const remove = Effect.fn("Providers.remove")((caller: Caller, id: string) =>
        transaction.run(Effect.gen(function*() {
          const { label } = yield* mayChange(id)
          const revoked = yield* identities.revokeOfProvider(type, id, yield* DateTime.now)
          yield* records.remove(type, id)
          yield* record(caller, id, label, "delete", { identities_revoked: revoked })
        })))

      return {
        list,
        forSignIn: Effect.fn("Providers.forSignIn")(function*(id: string) {
          const provider = yield* find(id)
          return provider.enabled ? provider : yield* new NotFound({ entity: "Identity provider", id })
        }),
        create,
        update,
        remove,
        storedSecret: Effect.fn("Providers.storedSecret")(function*(id: string, config: Config) {
          const known = yield* Effect.catchTag(find(id), "NotFound", () => Effect.succeed(null))
          return known !== null && kind.addressOf(known.config) === kind.addressOf(config) ? known.secret : null
        })
      }
    }

    const oidc = setOf<OidcConfig>({
      type: "oidc",
      schema: OidcConfig,
      secretField: "client_secret",
      addressOf: ({ client_id, issuer }) => `${issuer} as ${client_id}`,
      configured: providers.oidc.map(({ client_secret, ...provider }) => ({ ...provider, secret: client_secret }))
    })
    const ldap = setOf<LdapConfig>({
      type: "ldap",
      schema: LdapConfig,
      secretField: "bind_password",
      addressOf: ({ url }) => url,
      configured: providers.ldap.map(({ bind_password, ...provider }) => ({ ...provider, secret: bind_password }))
    })

    const labelsOf = (known: ReadonlyArray<KnownProvider<unknown>>) =>
      known.map(({ id, label, type }): readonly [string, string] => [`${type}/${id}`, label])

    return Providers.of({
      oidc,
      ldap,
      labels: Effect.map(Effect.all([oidc.list, ldap.list]), ([one, other]) => new Map([...labelsOf(one), ...labelsOf(other)]))
    })
  }))
}

const taken = (id: string) => new Conflict({ code: "already_exists", detail: `There is a provider ${id}` })

const readOnly = new Conflict({
  code: "state_conflict", detail: "This provider comes from the environment: change it there and restart"
})
