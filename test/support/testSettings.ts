import { Duration, Layer, Option, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { type KeyRing, Settings } from "#services/platform/Settings.ts"

const ring = (): KeyRing => [
  { kid: randomBytes(4).toString("hex"), secret: Redacted.make(randomBytes(32).toString("base64url")) }
]

/** Overrides of settings; `gateway` is partial. Timeouts of changes default to those of reads. */
export type SettingsOverrides = Partial<Omit<Settings["Service"], "gateway">> & {
  readonly gateway?: Partial<Settings["Service"]["gateway"]>
}

/** Settings of a development service. */
export const testSettings = ({ gateway, ...overrides }: SettingsOverrides = {}): Settings["Service"] => ({
  mode: "development",
  publicOrigin: "http://localhost:8080",
  eventsOrigin: "http://localhost:8080",
  host: "127.0.0.1",
  port: 0,
  shutdownDelay: Duration.zero,
  dataDir: "./.cache/test-data",
  databaseUrl: Option.none(),
  databaseMaxConnections: 10,
  backupVerified: false,
  trustedProxies: [],
  rings: { ui: ring(), api: ring(), jwt: ring(), credentials: ring() },
  acceptLostCredentials: false,
  internalToken: Option.none(),
  metricsToken: Option.none(),
  webauthn: { rpId: "localhost", origin: "http://localhost:8080" },
  mfaRecentMinutes: 15,
  shares: { retentionDays: 30, cron: "0 4 * * *" },
  work: { retentionDays: 365, cron: "45 3 * * *" },
  quarantine: { cron: "0 0 1 1 *" },
  privateAccess: { cron: "0 0 1 1 *" },
  notifications: { retentionDays: 90, cron: "30 3 * * *" },
  listings: { ttl: Duration.minutes(30) },
  runner: Option.none(),
  lease: Duration.seconds(15),
  reconciliation: { cron: "* * * * *" },
  allowedStorageHosts: [],
  eventListenerHosts: [],
  s3Login: true,
  outbound: { oidcHosts: [], ldapHosts: [], privateHosts: [] },
  providers: { oidc: [], ldap: [] },
  applicationSettings: [],
  mail: { password: Option.none(), allowedHosts: [] },
  drift: { cron: "30 2 * * *" },
  usageHistory: { cron: "0 3 * * *", storageDays: 365, hourlyStorageDays: 30, trafficDays: 365 },
  // no scheduled checks during tests
  endpointStatus: { enabled: true, cron: "0 0 1 1 *", checkDays: 7, historyDays: 365 },
  storageEndpoints: [],
  sandbox: false,
  telemetry: {
    otlpUrl: Option.none(),
    metrics: true,
    metricsInterval: Duration.minutes(1),
    resource: { serviceName: "stowage", instanceId: "test" },
    sampleRatio: 0,
    trustTraceparent: false,
    logLevel: "Error"
  },
  ...overrides,
  gateway: {
    timeout: Duration.seconds(5),
    changeTimeout: gateway?.timeout ?? Duration.seconds(5),
    concurrency: 16,
    concurrencyTogether: 64,
    ...gateway
  }
})

export const TestSettings = (overrides: SettingsOverrides = {}) => Layer.succeed(Settings, testSettings(overrides))
