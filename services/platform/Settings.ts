import { Context, type Duration, type Option, type Redacted } from "effect"
import type { IpNetwork } from "effect/net"
import type { ConfiguredStorageEndpoint } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import type { FixedSetting } from "#domain/identity/application/mergeSettings.ts"
import type { ConfiguredLdapProvider, ConfiguredOidcProvider } from "#domain/identity/federation/IdentityProvider.ts"

/** One key of a ring: `kid` names it in tokens and ciphertexts, the secret is 32 random bytes in base64url. */
export interface RingKey {
  readonly kid: string
  readonly secret: Redacted.Redacted
}

/** A key ring: the first key signs or encrypts, every key verifies or decrypts. Never empty. */
export type KeyRing = readonly [RingKey, ...ReadonlyArray<RingKey>]

/** The whole configuration, read once at the start (layers/config); every variable is described in docs/configuration.md. */
export class Settings extends Context.Service<Settings, {
  readonly mode: "development" | "production"
  /** Exact origin of the console, e.g. `https://stowage.example.org`; what Origin headers are compared with. */
  readonly publicOrigin: string
  /** Where gateways reach this service. */
  readonly eventsOrigin: string
  readonly host: string
  readonly port: number
  /** How long a process that was told to stop serves on, not ready any more. */
  readonly shutdownDelay: Duration.Duration
  readonly dataDir: string
  readonly databaseUrl: Option.Option<Redacted.Redacted>
  readonly databaseMaxConnections: number
  /** Whether this run may apply migrations that drop or rewrite data. */
  readonly backupVerified: boolean
  readonly trustedProxies: ReadonlyArray<IpNetwork.IpNetwork>
  readonly rings: {
    readonly ui: KeyRing
    readonly api: KeyRing
    readonly jwt: KeyRing
    readonly credentials: KeyRing
  }
  /** Whether to start where nothing that is stored can be opened. */
  readonly acceptLostCredentials: boolean
  readonly internalToken: Option.Option<Redacted.Redacted>
  readonly metricsToken: Option.Option<Redacted.Redacted>
  readonly webauthn: { readonly rpId: string; readonly origin: string }
  readonly mfaRecentMinutes: number
  readonly notifications: { readonly retentionDays: number; readonly cron: string }
  readonly work: { readonly retentionDays: number; readonly cron: string }
  /** Links of our own that ended, and what was done with links. */
  readonly shares: { readonly retentionDays: number; readonly cron: string }
  /** When buckets are looked for whose day of deletion has come. */
  readonly quarantine: { readonly cron: string }
  readonly privateAccess: { readonly cron: string }
  readonly listings: { readonly ttl: Duration.Duration }
  /** How other replicas on the same database reach this one, and where it listens for them; none: one process by itself. */
  readonly runner: Option.Option<{ readonly host: string; readonly port: number; readonly bind: string }>
  /** How long a process may be silent before others take over what it was doing. */
  readonly lease: Duration.Duration
  /** When gateway changes without an outcome are checked. */
  readonly reconciliation: { readonly cron: string }
  readonly gateway: {
    readonly timeout: Duration.Duration
    /** Of calls that change a gateway and are not known to take long. */
    readonly changeTimeout: Duration.Duration
    /** Calls in flight at an endpoint: of one process, and of all replicas together. */
    readonly concurrency: number
    readonly concurrencyTogether: number
  }
  /** Hosts that user-supplied storage endpoints may have; see decisions on outbound allowlists. */
  readonly allowedStorageHosts: ReadonlyArray<string>
  /** Hosts of listeners that topics push to, which may be tried from here. */
  readonly eventListenerHosts: ReadonlyArray<string>
  /** Whether people may sign in with S3 keys alone. */
  readonly s3Login: boolean
  /** Hosts of identity providers; `privateHosts`: those of any list that may lie in a private network. */
  readonly outbound: {
    readonly oidcHosts: ReadonlyArray<string>
    readonly ldapHosts: ReadonlyArray<string>
    readonly privateHosts: ReadonlyArray<string>
  }
  /** Providers of OIDC_PROVIDERS and LDAP_PROVIDERS: the console shows and cannot change them. */
  readonly providers: { readonly oidc: ReadonlyArray<ConfiguredOidcProvider>; readonly ldap: ReadonlyArray<ConfiguredLdapProvider> }
  /** What the environment fixes of the application settings. */
  readonly applicationSettings: ReadonlyArray<FixedSetting>
  readonly mail: {
    /** The one setting of e-mails that is never kept in the database. */
    readonly password: Option.Option<Redacted.Redacted>
    /** Hosts that administrators may name as mail server; one that the environment fixes needs no list. */
    readonly allowedHosts: ReadonlyArray<string>
  }
  /** When usage is written down, and for how many days it is kept; 0 keeps it for ever. */
  readonly usageHistory: { readonly cron: string; readonly storageDays: number; readonly trafficDays: number }
  /** When registered accounts and RGW users are compared with their gateways. */
  readonly drift: { readonly cron: string }
  /** Whether endpoints are checked, when, and for how many days each check, and their sums and incidents, are kept. */
  readonly endpointStatus: { readonly enabled: boolean; readonly cron: string; readonly checkDays: number; readonly historyDays: number }
  /** Endpoints of ENV_STORAGE_ENDPOINTS: the console shows and cannot change them. */
  readonly storageEndpoints: ReadonlyArray<ConfiguredStorageEndpoint>
  readonly sandbox: boolean
  readonly telemetry: {
    /** Where traces and, unless `metrics` is off, metrics are sent. */
    readonly otlpUrl: Option.Option<string>
    readonly metrics: boolean
    readonly metricsInterval: Duration.Duration
    /** What the collector calls us; what is not there comes from OTEL_RESOURCE_ATTRIBUTES. */
    readonly resource: { readonly serviceName?: string; readonly instanceId?: string }
    readonly sampleRatio: number
    /** Whether a trusted proxy's `traceparent` is gone on with. */
    readonly trustTraceparent: boolean
    readonly logLevel: "Debug" | "Info" | "Warn" | "Error"
  }
}>()("stowage/services/platform/Settings") {}
