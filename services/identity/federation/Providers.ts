import type { Caller } from "#domain/platform/access/Caller.ts"
import { confirmedName } from "#domain/platform/ConfirmedName.ts"
import type { Removed } from "#domain/platform/Removed.ts"
import { CurrentStepUp } from "#domain/identity/CurrentStepUp.ts"
import { Conflict, type Forbidden, InvalidInput, NotFound, Unavailable } from "#domain/platform/errors/Errors.ts"
import { LdapConfig, OidcConfig, type ProviderType } from "#domain/identity/federation/Federation.ts"
import type { MappedGroup } from "#domain/identity/federation/GroupMapping.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { Settings } from "#services/platform/Settings.ts"
import { Context, DateTime, Effect, Layer, type Redacted, Schema } from "effect"
import { ProviderGroups } from "./ProviderGroups.ts"
import { type ProviderRow, ProviderRecords } from "./ProviderRecords.ts"

export interface StoredProvider<Config> {
  readonly type: ProviderType
  readonly id: string
  readonly label: string
  readonly enabled: boolean
  readonly config: Config
  readonly hasSecret: boolean
  /** Read on demand: an unreadable secret disables only this provider. */
  readonly secret: Effect.Effect<Redacted.Redacted | null, Unavailable>
  readonly source: "database" | "environment"
  readonly updatedAt: DateTime.Utc | null
}

export type NamedProvider = Pick<StoredProvider<unknown>, "type" | "id" | "label" | "enabled">

export interface ProviderInput<Config> {
  readonly label: string
  readonly enabled: boolean
  readonly config: Config
  readonly secret: Redacted.Redacted | null | undefined
}

export interface ProviderTrial<Config> {
  readonly id: string | undefined
  readonly config: Config
  readonly secret: Redacted.Redacted | null | undefined
}

export type ListedProvider<Config> = StoredProvider<Config> & { readonly identityCount: number }

export interface ProviderSet<Config> {
  readonly list: Effect.Effect<ReadonlyArray<ListedProvider<Config>>>
  readonly all: Effect.Effect<ReadonlyArray<StoredProvider<Config>>>
  readonly forSignIn: (id: string) => Effect.Effect<StoredProvider<Config>, NotFound>
  readonly create: (
    caller: Caller,
    id: string,
    input: ProviderInput<Config>
  ) => Effect.Effect<ListedProvider<Config>, Conflict | InvalidInput | Forbidden>
  /** Requires step-up for real changes. A stored secret is not reused for another address. */
  readonly update: (
    caller: Caller,
    id: string,
    input: ProviderInput<Config>
  ) => Effect.Effect<ListedProvider<Config>, NotFound | Conflict | InvalidInput | Forbidden>
  /** Revokes its identities, which stay revoked if the id is used again. */
  readonly remove: (caller: Caller, id: string) => Effect.Effect<Removed, NotFound | Conflict>
  readonly secretFor: (trial: ProviderTrial<Config>) => Effect.Effect<Redacted.Redacted | null, Unavailable>
}

export const providerSecretPurpose = (type: ProviderType, id: string) => `identity_provider/${type}/${id}`

export class Providers extends Context.Service<
  Providers,
  {
    readonly oidc: ProviderSet<OidcConfig>
    readonly ldap: ProviderSet<LdapConfig>
    readonly all: Effect.Effect<ReadonlyArray<NamedProvider>>
    readonly labels: Effect.Effect<ReadonlyMap<string, string>>
  }
>()("stowage/services/identity/federation/Providers") {
  static readonly layer = Layer.effect(
    Providers,
    Effect.gen(function* () {
      const records = yield* ProviderRecords
      const cipher = yield* CredentialCipher
      const audited = yield* Audited
      const transaction = yield* Transaction
      const providerGroups = yield* ProviderGroups
      const { providers } = yield* Settings

      const setOf = <
        Config extends { readonly group_mapping: { readonly groups: ReadonlyArray<MappedGroup> } | null }
      >(kind: {
        readonly type: ProviderType
        readonly schema: Schema.ConstraintCodec<Config, unknown>
        readonly secretField: string
        readonly addressOf: (config: Config) => string
        readonly configured: ReadonlyArray<{
          readonly id: string
          readonly label: string
          readonly config: Config
          readonly secret: Redacted.Redacted | undefined
        }>
      }): ProviderSet<Config> => {
        const { configured, type } = kind
        const encode = Schema.encodeSync(kind.schema)
        const decode = Schema.decodeUnknownSync(kind.schema)
        const purpose = (id: string) => providerSecretPurpose(type, id)

        const fromEnvironment = configured.map(
          ({ secret, ...provider }): StoredProvider<Config> => ({
            ...provider,
            type,
            enabled: true,
            hasSecret: secret !== undefined,
            secret: Effect.succeed(secret ?? null),
            source: "environment",
            updatedAt: null
          })
        )
        const isConfigured = (id: string) => configured.some((provider) => provider.id === id)

        const unsealed = (id: string, sealed: string) =>
          cipher.decrypt(purpose(id), sealed).pipe(
            Effect.tapError((error) => Effect.logError(error.message)),
            Effect.mapError(
              () => new Unavailable({ detail: "The secret of this identity provider cannot be read: give it again" })
            )
          )

        const fromRow = ({ config, secret, ...row }: ProviderRow): StoredProvider<Config> => ({
          ...row,
          type,
          config: decode(config),
          source: "database",
          hasSecret: secret !== null,
          secret: secret === null ? Effect.succeed(null) : unsealed(row.id, secret)
        })

        const stored = Effect.fnUntraced(function* (id: string) {
          return (yield* records.find(type, id)) ?? (yield* new NotFound({ entity: "Identity provider", id }))
        })

        const find = Effect.fnUntraced(function* (id: string) {
          return fromEnvironment.find((provider) => provider.id === id) ?? fromRow(yield* stored(id))
        })

        const ofRows = (rows: ReadonlyArray<ProviderRow>) => [
          ...fromEnvironment,
          ...rows.filter(({ id }) => !isConfigured(id)).map(fromRow)
        ]

        const counted = (provider: StoredProvider<Config>) =>
          Effect.map(
            records.identityCounts(type),
            (counts): ListedProvider<Config> => ({ ...provider, identityCount: counts.get(provider.id) ?? 0 })
          )

        const list = Effect.gen(function* () {
          const [rows, counts] = yield* Effect.all([records.list(type), records.identityCounts(type)])
          return ofRows(rows).map((provider) => ({ ...provider, identityCount: counts.get(provider.id) ?? 0 }))
        }).pipe(Effect.withSpan("Providers.list", { attributes: { type } }))

        const auditFields = <A>(
          caller: Caller,
          id: string,
          label: string,
          verb: string,
          metadata: (result: A) => Record<string, Schema.Json>
        ) =>
          audited.rows<A>(
            `${type}_provider.${verb}`,
            { type: `${type}_provider`, id, label },
            {
              by: byCaller(caller, "admin"),
              message: `Identity provider: ${verb}`,
              metadata
            }
          )

        const rowOf = Effect.fnUntraced(function* (
          id: string,
          input: ProviderInput<Config>,
          storedSecret: string | null
        ) {
          const { secret } = input
          const row: ProviderRow = {
            id,
            label: input.label,
            enabled: input.enabled,
            config: encode(input.config),
            secret:
              secret === undefined ? storedSecret : secret === null ? null : yield* cipher.encrypt(purpose(id), secret),
            updatedAt: yield* DateTime.now
          }
          return row
        })

        const create = Effect.fn("Providers.create")(function* (
          caller: Caller,
          id: string,
          input: ProviderInput<Config>
        ) {
          const row = yield* rowOf(id, input, null)
          if (isConfigured(id)) return yield* idConflict(id)
          return yield* Effect.gen(function* () {
            yield* providerGroups.check(caller, input.config.group_mapping, null)
            if (!(yield* records.add(type, row))) return yield* idConflict(id)
            return yield* counted(fromRow(row))
          }).pipe(
            auditFields(caller, id, input.label, "create", () => ({
              address: kind.addressOf(input.config),
              enabled: input.enabled
            }))
          )
        })

        const mayChange = Effect.fnUntraced(function* (id: string) {
          return isConfigured(id) ? yield* readOnly : yield* stored(id)
        })

        const update = Effect.fn("Providers.update")((caller: Caller, id: string, input: ProviderInput<Config>) =>
          transaction.run(
            Effect.gen(function* () {
              const row = yield* mayChange(id)
              const before = fromRow(row)
              const sameConfig = JSON.stringify(encode(before.config)) === JSON.stringify(encode(input.config))
              if (
                sameConfig &&
                input.secret === undefined &&
                input.label === before.label &&
                input.enabled === before.enabled
              ) {
                return yield* counted(before)
              }
              yield* yield* CurrentStepUp
              yield* providerGroups.check(caller, input.config.group_mapping, before.config.group_mapping)
              const moved = kind.addressOf(input.config) !== kind.addressOf(before.config)
              if (moved && before.hasSecret && input.secret === undefined) {
                return yield* InvalidInput.at(
                  `payload.${kind.secretField}`,
                  "The address changes: give the secret again, or null for none"
                )
              }
              const changed = yield* rowOf(id, input, row.secret)
              yield* Effect.andThen(
                records.update(type, changed),
                providerGroups.shrink({ type, id }, input.config.group_mapping)
              ).pipe(
                auditFields(caller, id, input.label, "update", (ended) => ({
                  address: kind.addressOf(input.config),
                  enabled: input.enabled,
                  secret_changed: input.secret !== undefined,
                  mapped_groups: input.config.group_mapping?.groups.map(({ group_id }) => group_id) ?? [],
                  memberships_ended: ended
                }))
              )
              return yield* counted(fromRow(changed))
            })
          )
        )

        const remove = Effect.fn("Providers.remove")((caller: Caller, id: string) =>
          transaction.run(
            Effect.gen(function* () {
              yield* mayChange(id)
              // memberships first: lock order
              const ended = yield* providerGroups.shrink({ type, id }, null)
              const revoked = yield* records.revokeIdentities(type, id, yield* DateTime.now)
              const label =
                (yield* records.remove(type, id)) ?? (yield* new NotFound({ entity: "Identity provider", id }))
              yield* confirmedName("identity provider", label)
              const removed: Removed = { id, name: label }
              return yield* Effect.succeed(removed).pipe(
                auditFields(caller, id, label, "delete", () => ({
                  identities_revoked: revoked,
                  memberships_ended: ended
                }))
              )
            })
          )
        )

        return {
          list,
          all: Effect.map(records.list(type), ofRows),
          forSignIn: Effect.fn("Providers.forSignIn")(function* (id: string) {
            const provider = yield* find(id)
            return provider.enabled ? provider : yield* new NotFound({ entity: "Identity provider", id })
          }),
          create,
          update,
          remove,
          secretFor: Effect.fn("Providers.secretFor")(function* ({ config, id, secret }: ProviderTrial<Config>) {
            if (secret !== undefined || id === undefined) return secret ?? null
            const storedProvider = yield* Effect.catchTag(find(id), "NotFound", () => Effect.succeed(null))
            return storedProvider !== null && kind.addressOf(storedProvider.config) === kind.addressOf(config)
              ? yield* storedProvider.secret
              : null
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

      const named = Effect.map(
        Effect.all([oidc.all, ldap.all]),
        ([one, other]): ReadonlyArray<NamedProvider> => [...one, ...other]
      )

      return Providers.of({
        oidc,
        ldap,
        all: named,
        labels: Effect.map(named, (all) => new Map(all.map(({ id, label, type }) => [`${type}/${id}`, label])))
      })
    })
  )
}

const idConflict = (id: string) => new Conflict({ code: "already_exists", detail: `There is a provider ${id}` })

const readOnly = new Conflict({
  code: "state_conflict",
  detail: "This provider comes from the environment: change it there and restart"
})
