import { Duration, Layer, Option, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { jobs } from "#domain/platform/jobs.ts"
import { type KeyRing, Settings } from "#services/platform/Settings.ts"

const ring = (): KeyRing => [
  { kid: randomBytes(4).toString("hex"), secret: Redacted.make(randomBytes(32).toString("base64url")) }
]

/** Overrides of settings; `gateway` is partial. Timeouts of changes default to those of reads. */
export type SettingsOverrides = Partial<Omit<Settings["Service"], "gateway">> & {
  readonly gateway?: Partial<Settings["Service"]["gateway"]>
}

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
  shares: { retentionDays: 30 },
  accessLogs: { retentionDays: 90 },
  work: { retentionDays: 365 },
  jobCrons: new Map(jobs.map(({ cron, name }) => [name, name === "gateway-reconciliation" ? cron : "0 0 1 1 *"])),
  notifications: { retentionDays: 90 },
  listings: { ttl: Duration.minutes(30) },
  runner: Option.none(),
  lease: Duration.seconds(15),
  allowedStorageHosts: [],
  eventListenerHosts: [],
  migrationWebhookHosts: [],
  s3Login: true,
  outbound: { oidcHosts: [], ldapHosts: [], privateHosts: [] },
  providers: { oidc: [], ldap: [] },
  applicationSettings: [],
  mail: { password: Option.none(), allowedHosts: [] },
  quotaMonitor: { thresholdPercent: 85 },
  usageHistory: { storageDays: 365, hourlyStorageDays: 30, trafficDays: 365 },
  endpointStatus: { enabled: true, checkDays: 7, historyDays: 365 },
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
