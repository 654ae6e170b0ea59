import { Effect, type Redacted } from "effect"
import type { PlannedChange } from "#domain/fleet/apply/planApply.ts"
import type { LdapConfig, OidcConfig } from "#domain/identity/federation/Federation.ts"
import type { MappedGroup } from "#domain/identity/federation/GroupMapping.ts"
import { type ProviderSet, Providers } from "#services/identity/federation/Providers.ts"
import type { DeclaredGroup } from "../DeclaredPeople.ts"
import { lowerCase, type SectionWork, type Step, type StepContext } from "../sectionWork.ts"

/** Group mappings have names in a document and ids in a row. */
const mappingOf = <Mapping extends { readonly groups: ReadonlyArray<MappedGroup> }>(
  mapping: Mapping | null,
  declared: ReadonlyArray<DeclaredGroup>
) => {
  const names = new Map(declared.map(({ id, name }) => [id, name]))
  const groups = (mapping?.groups ?? []).flatMap(({ group_id, ...rest }) => {
    const group = names.get(group_id)
    return group === undefined ? [] : [{ ...rest, group }]
  })
  return mapping === null || groups.length === 0 ? null : { ...mapping, groups }
}

const withGroupIds = <
  Mapping extends {
    readonly groups: ReadonlyArray<{ readonly group: string; readonly value: string; readonly privileged: boolean }>
  }
>(
  mapping: Mapping | null,
  { idOf }: StepContext
) =>
  mapping && {
    ...mapping,
    groups: mapping.groups.map(({ group, ...rest }) => ({ ...rest, group_id: idOf("groups", lowerCase(group)) }))
  }

const readProviders = <Config extends OidcConfig | LdapConfig, Entry>(
  set: ProviderSet<Config>,
  field: string,
  configOf: (config: Config) => Entry
) =>
  Effect.map(set.list, (all) =>
    all.map(({ config, enabled, hasSecret, id, label, secret, source }) => ({
      id,
      version: null,
      secrets: hasSecret ? [field] : [],
      fixed: source === "environment" ? "This provider comes from the environment: change it there and restart" : null,
      entry: { id, label, enabled, config: configOf(config) },
      storedSecret: () => Effect.catchTag(secret, "Unavailable", () => Effect.succeed(null))
    }))
  )

const createOrUpdate = <Config>(
  set: ProviderSet<Config>,
  change: PlannedChange,
  { enabled, id, label }: { readonly id: string; readonly label: string; readonly enabled: boolean },
  config: Config,
  field: string,
  secret: Redacted.Redacted | null | undefined,
  { caller }: StepContext
): Step => {
  if (change.action === "create") return Effect.as(set.create(caller, id, { label, enabled, config, secret }), id)
  // a stored secret is not reused for another address: send it with a changed configuration
  const sent = change.changed.has(field) || (change.changed.has("config") && secret !== null) ? secret : undefined
  return Effect.as(set.update(caller, id, { label, enabled, config, secret: sent }), id)
}

export const oidcProviders = Effect.gen(function* () {
  const { oidc } = yield* Providers
  const work: SectionWork<"oidc_providers"> = {
    read: ({ groups }) =>
      readProviders(oidc, "client_secret", (config) => ({
        ...config,
        group_mapping: mappingOf(config.group_mapping, groups)
      })),
    createOrUpdate: (change, { client_secret, config, ...entry }, context) =>
      createOrUpdate(
        oidc,
        change,
        entry,
        { ...config, group_mapping: withGroupIds(config.group_mapping, context) },
        "client_secret",
        context.secretOf(client_secret),
        context
      )
  }
  return work
})

export const ldapProviders = Effect.gen(function* () {
  const { ldap } = yield* Providers
  const work: SectionWork<"ldap_providers"> = {
    read: ({ groups }) =>
      readProviders(ldap, "bind_password", (config) => ({
        ...config,
        group_mapping: mappingOf(config.group_mapping, groups)
      })),
    createOrUpdate: (change, { bind_password, config, ...entry }, context) =>
      createOrUpdate(
        ldap,
        change,
        entry,
        { ...config, group_mapping: withGroupIds(config.group_mapping, context) },
        "bind_password",
        context.secretOf(bind_password),
        context
      )
  }
  return work
})
