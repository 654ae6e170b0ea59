import { Context, type Duration, type Option, type Redacted } from "effect"
import type { IpNetwork } from "effect/net"
import type { ConfiguredStorageEndpoint } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import type { FixedSetting } from "#domain/identity/application/mergeSettings.ts"
import type { JobName } from "#domain/platform/jobs.ts"
import type { ConfiguredLdapProvider, ConfiguredOidcProvider } from "#domain/identity/federation/IdentityProvider.ts"

/** `kid` names the key in tokens and ciphertexts; the secret is 32 random bytes in base64url. */
export interface RingKey {
  readonly kid: string
  readonly secret: Redacted.Redacted
}

/** The first key signs or encrypts, every key verifies or decrypts. */
export type KeyRing = readonly [RingKey, ...ReadonlyArray<RingKey>]

/** Read once at startup (layers/config); docs/configuration.md describes every variable. */
export class Settings extends Context.Service<
  Settings,
  {
    readonly mode: "development" | "production"
    /** Without a path, e.g. `https://stowage.example.org`; Origin headers are compared with it. */
    readonly publicOrigin: string
    readonly eventsOrigin: string
    readonly host: string
    readonly port: number
    readonly shutdownDelay: Duration.Duration
    readonly dataDir: string
    readonly databaseUrl: Option.Option<Redacted.Redacted>
    readonly databaseMaxConnections: number
    readonly backupVerified: boolean
    readonly trustedProxies: ReadonlyArray<IpNetwork.IpNetwork>
    readonly rings: {
      readonly ui: KeyRing
      readonly api: KeyRing
      readonly jwt: KeyRing
      readonly credentials: KeyRing
    }
    /** Starts although none of the stored credentials can be decrypted. */
    readonly acceptLostCredentials: boolean
    readonly internalToken: Option.Option<Redacted.Redacted>
    readonly metricsToken: Option.Option<Redacted.Redacted>
    readonly webauthn: { readonly rpId: string; readonly origin: string }
    readonly mfaRecentMinutes: number
    readonly notifications: { readonly retentionDays: number }
    readonly work: { readonly retentionDays: number }
    readonly shares: { readonly retentionDays: number }
    readonly accessLogs: { readonly retentionDays: number }
    readonly jobCrons: ReadonlyMap<JobName, string>
    readonly listings: { readonly ttl: Duration.Duration }
    /** Address for other replicas on the same database, and its bind address; none for a single process. */
    readonly runner: Option.Option<{ readonly host: string; readonly port: number; readonly bind: string }>
    /** Maximum silence of a process before others take over its work. */
    readonly lease: Duration.Duration
    readonly gateway: {
      readonly timeout: Duration.Duration
      readonly changeTimeout: Duration.Duration
      readonly concurrency: number
      readonly concurrencyTogether: number
    }
    readonly allowedStorageHosts: ReadonlyArray<string>
    readonly eventListenerHosts: ReadonlyArray<string>
    readonly migrationWebhookHosts: ReadonlyArray<string>
    readonly s3Login: boolean
    readonly outbound: {
      readonly oidcHosts: ReadonlyArray<string>
      readonly ldapHosts: ReadonlyArray<string>
      readonly privateHosts: ReadonlyArray<string>
    }
    readonly providers: {
      readonly oidc: ReadonlyArray<ConfiguredOidcProvider>
      readonly ldap: ReadonlyArray<ConfiguredLdapProvider>
    }
    readonly applicationSettings: ReadonlyArray<FixedSetting>
    readonly mail: {
      /** Never stored in the database, unlike the other mail settings. */
      readonly password: Option.Option<Redacted.Redacted>
      readonly allowedHosts: ReadonlyArray<string>
    }
    readonly quotaMonitor: { readonly thresholdPercent: number }
    readonly usageHistory: {
      readonly storageDays: number
      readonly hourlyStorageDays: number
      readonly trafficDays: number
    }
    readonly endpointStatus: {
      readonly enabled: boolean
      readonly checkDays: number
      readonly historyDays: number
    }
    readonly storageEndpoints: ReadonlyArray<ConfiguredStorageEndpoint>
    readonly sandbox: boolean
    readonly telemetry: {
      readonly otlpUrl: Option.Option<string>
      readonly metrics: boolean
      readonly metricsInterval: Duration.Duration
      readonly resource: { readonly serviceName?: string; readonly instanceId?: string }
      readonly sampleRatio: number
      readonly trustTraceparent: boolean
      readonly logLevel: "Debug" | "Info" | "Warn" | "Error"
    }
  }
>()("stowage/services/platform/Settings") {}
