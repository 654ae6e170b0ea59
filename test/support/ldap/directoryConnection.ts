import { LdapConfig } from "#domain/identity/federation/Federation.ts"
import { Outbound } from "#layers/outbound/Outbound.ts"
import { layer as DirectoryLdapts } from "#layers/ldap/DirectoryLdapts.ts"
import { Directory, type DirectoryConnection } from "#services/identity/federation/Directory.ts"
import { Effect, Layer, Redacted, Schema } from "effect"
import type { Slapd } from "../slapd.ts"
import { TestSettings } from "../testSettings.ts"

export const connectionTo = (config: typeof LdapConfig.Encoded, password?: string): DirectoryConnection => ({
  ...Schema.decodeSync(LdapConfig)(config),
  bindPassword: password === undefined ? null : Redacted.make(password)
})

export const searching = (
  slapd: Slapd,
  config: Partial<typeof LdapConfig.Encoded> = {},
  password = slapd.readerPassword
) =>
  connectionTo(
    {
      url: slapd.url,
      start_tls: config.url?.startsWith("ldap:") ?? false,
      bind_dn: slapd.readerDn,
      base_dn: slapd.baseDn,
      ca_certificate: slapd.caPem,
      ...config
    },
    password
  )

export const binding = (slapd: Slapd, config: Partial<typeof LdapConfig.Encoded> = {}) =>
  connectionTo({
    url: slapd.url,
    start_tls: config.url?.startsWith("ldap:") ?? false,
    bind_mode: "direct",
    user_dn_template: slapd.userDnTemplate,
    ca_certificate: slapd.caPem,
    ...config
  })

export const DirectoryWith = (
  lists: { readonly ldapHosts?: ReadonlyArray<string>; readonly privateHosts?: ReadonlyArray<string> } = {}
) =>
  DirectoryLdapts.pipe(
    Layer.provide(Outbound.layer),
    Layer.provide(
      TestSettings({ outbound: { oidcHosts: [], ldapHosts: ["localhost"], privateHosts: ["localhost"], ...lists } })
    )
  )

export const identify = (connection: DirectoryConnection, username: string, password: string) =>
  Directory.use((directory) => directory.identify(connection, username, Redacted.make(password)))

export const check = (connection: DirectoryConnection) => Directory.use((directory) => directory.check(connection))

export const fault = (connection: DirectoryConnection, username: string, password: string) =>
  identify(connection, username, password).pipe(
    Effect.flip,
    Effect.map(({ _tag, reason }) => `${_tag}: ${reason}`)
  )
