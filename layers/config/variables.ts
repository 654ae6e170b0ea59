import { Config, Effect, type Option, Redacted, Schema, SchemaTransformation } from "effect"
import {
  BrandColor,
  BrandName,
  LoginNote,
  SmtpHost,
  SmtpSecurity
} from "#domain/identity/application/ApplicationSettings.ts"
import { ConfiguredStorageEndpoint, configuredEndpointsFault } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import { jobFacts, type ScheduledJobName } from "#domain/platform/jobs.ts"
import { isAllowedHostPattern } from "#domain/platform/AllowedHost.ts"
import { ConfiguredLdapProvider, ConfiguredOidcProvider } from "#domain/identity/federation/IdentityProvider.ts"
import { EmailAddress, Line, Name } from "#domain/platform/Text.ts"
import {
  cronExpression,
  EventsOrigin,
  HeaderSecret,
  HostAddress,
  KeyRingEntries,
  Origin,
  PortNumber,
  ProxyNetwork,
  Ratio,
  wholeNumber
} from "./formats.ts"

export interface Variable<A> {
  readonly name: string
  readonly type: string
  readonly fallback: string
  readonly describes: string
  readonly config: Config.Config<A>
}

const variable = <A>(
  name: string,
  type: string,
  fallback: string,
  describes: string,
  config: (name: string) => Config.Config<A>
): Variable<A> => ({ name, type, fallback, describes, config: config(name) })

const jobSchedule = (job: ScheduledJobName) => {
  const { cron, setting, summary } = jobFacts(job)
  return variable(setting, "cron expression, UTC", `\`${cron}\``, summary, cronExpression(cron))
}

const list =
  <S extends Schema.ConstraintCodec<unknown, unknown>>(item: S) =>
  (name: string) =>
    Config.Array(item, name).pipe(Config.withDefault<ReadonlyArray<S["Type"]>>([]))

const optionalSecret = (name: string) => Config.option(Config.Redacted(name))
const optionalToken = (name: string) =>
  Config.option(Config.map(Config.schema(HeaderSecret, name), (token) => Redacted.make(token)))
const optionalAddress = (name: string) => Config.option(Config.schema(HostAddress, name))
const port = (fallback: number) => (name: string) => Config.schema(PortNumber, name).pipe(Config.withDefault(fallback))

const AllowedHost = Schema.Trim.check(
  Schema.makeFilter(
    (text) => isAllowedHostPattern(text) || "Expected a host, *.domain or an IP address (IPv6 in brackets)"
  )
)
const PlainHost = AllowedHost.check(
  Schema.makeFilter((text) => !text.startsWith("*.") || "Expected a host without a wildcard")
)

/** Refuses unknown fields. The text may hold secrets and is never repeated. */
const jsonArray =
  <S extends Schema.ConstraintCodec<unknown, unknown>>(
    item: S,
    fault: (entries: ReadonlyArray<S["Type"]>) => string | null = () => null
  ) =>
  (name: string) => {
    const json = Schema.fromJsonString(Schema.Array(item))
    const whole = Schema.toType(Schema.Array(item)).check(Schema.makeFilter((entries) => fault(entries) ?? true))
    const strict = Schema.String.pipe(
      Schema.decodeTo(
        whole,
        SchemaTransformation.transformEffect({
          decode: (text: string) =>
            Effect.mapError(Schema.decodeEffect(json, { onExcessProperty: "error" })(text), ({ issue }) => issue),
          encode: (entries: ReadonlyArray<S["Type"]>) =>
            Effect.mapError(Schema.encodeEffect(json)(entries), ({ issue }) => issue)
        })
      )
    )
    return Config.schema(strict, name).pipe(Config.withDefault<ReadonlyArray<S["Type"]>>([]))
  }

const fixes =
  <S extends Schema.ConstraintCodec<unknown, unknown>>(schema: S) =>
  (name: string): Config.Config<Option.Option<S["Type"]>> =>
    Config.option(Config.schema(schema, name))
const fixesSwitch = (name: string) => Config.option(Config.Boolean(name))

const count = (fallback: number, minimum: number, maximum: number) => (name: string) =>
  Config.schema(wholeNumber(minimum, maximum), name).pipe(Config.withDefault(fallback))

const retentionDays = (name: string, days: number, describes: string) =>
  variable(name, "integer 0–3650", `\`${days}\``, describes, count(days, 0, 3650))

export const variables = {
  mode: variable(
    "STOWAGE_MODE",
    "`development` or `production`",
    "`development`",
    "Production refuses to start without key rings and trusted proxies, and never runs the sandbox gateway.",
    (name) => Config.Literals(["development", "production"], name).pipe(Config.withDefault("development" as const))
  ),
  host: variable("HOST", "address", "`127.0.0.1`", "Address to listen on.", (name) =>
    Config.schema(HostAddress, name).pipe(Config.withDefault("127.0.0.1"))
  ),
  port: variable("PORT", "port", "`8080`", "Port to listen on.", port(8080)),
  shutdownDelaySeconds: variable(
    "SHUTDOWN_DELAY",
    "seconds, integer 0–300",
    "`0`",
    "How long a process that was told to stop serves on while /readyz says 503, so that a proxy sends nothing " +
      "more: as long as the proxy needs to notice.",
    count(0, 0, 300)
  ),
  publicOrigin: variable(
    "PUBLIC_ORIGIN",
    "origin",
    "`http://localhost:PORT` in development, required in production",
    "Exact origin under which browsers reach the console. Mutating requests must carry it as Origin. HTTPS, " +
      "except for localhost.",
    (name) => Config.option(Config.schema(Origin, name))
  ),
  eventsOrigin: variable(
    "EVENTS_ORIGIN",
    "origin",
    "PUBLIC_ORIGIN",
    "Origin under which storage gateways reach this service: what the test of notifications gives them.",
    (name) => Config.option(Config.schema(EventsOrigin, name))
  ),
  dataDir: variable(
    "DATA_DIR",
    "path",
    "`./data`",
    "Where the embedded database, development keys and the sandbox gateway keep their files.",
    (name) => Config.NonEmptyString(name).pipe(Config.withDefault("./data"))
  ),
  databaseUrl: variable(
    "DATABASE_URL",
    "PostgreSQL URL",
    "embedded PostgreSQL under DATA_DIR",
    "PostgreSQL server, version 14 or newer.",
    optionalSecret
  ),
  databaseMaxConnections: variable(
    "DATABASE_MAX_CONNECTIONS",
    "integer 4–200",
    "`10`",
    "Size of the connection pool.",
    count(10, 4, 200)
  ),
  backupVerified: variable(
    "SERVICE_DB_BACKUP_VERIFIED",
    "boolean",
    "`false`",
    "Let this run apply migrations that drop or rewrite data. Set it for that run alone, after a backup of the " +
      "database was made and verified.",
    (name) => Config.Boolean(name).pipe(Config.withDefault(false))
  ),
  trustedProxies: variable(
    "TRUSTED_PROXY_CIDRS",
    "comma-separated networks",
    "none; required in production",
    "Peers whose X-Forwarded-For, -Host and -Proto headers are believed, read right to left. Not all the " +
      "internet: at least /8, for IPv6 /7.",
    list(ProxyNetwork)
  ),
  uiKeys: variable(
    "UI_JWT_KEYS",
    "comma-separated keys",
    "generated under DATA_DIR in development, required in production",
    "Ring that signs access cookies: 32 bytes or more each, base64url. The first signs, every one verifies.",
    (name) => Config.schema(KeyRingEntries, name).pipe(Config.withDefault([]))
  ),
  apiKeys: variable(
    "API_JWT_KEYS",
    "comma-separated keys",
    "as above",
    "Ring that signs API tokens. Removing a key ends the tokens it signed.",
    (name) => Config.schema(KeyRingEntries, name).pipe(Config.withDefault([]))
  ),
  jwtKeys: variable(
    "JWT_KEYS",
    "comma-separated keys",
    "as above",
    "Ring for pre-authentication, CSRF values and federation state.",
    (name) => Config.schema(KeyRingEntries, name).pipe(Config.withDefault([]))
  ),
  credentialKeys: variable(
    "CREDENTIAL_KEYS",
    "comma-separated keys",
    "as above",
    "Ring that encrypts stored gateway credentials. The first encrypts, every one decrypts.",
    (name) => Config.schema(KeyRingEntries, name).pipe(Config.withDefault([]))
  ),
  acceptLostCredentials: variable(
    "ACCEPT_LOST_CREDENTIALS",
    "boolean",
    "`false`",
    "Start although no key of CREDENTIAL_KEYS opens any stored credential.",
    (name) => Config.Boolean(name).pipe(Config.withDefault(false))
  ),
  internalToken: variable(
    "INTERNAL_CRON_TOKEN",
    "secret",
    "internal job routes answer 503",
    "Token that schedulers send as X-Internal-Token.",
    optionalToken
  ),
  metricsToken: variable(
    "METRICS_TOKEN",
    "secret",
    "/metrics answers loopback peers only, and no request that a proxy forwards",
    "Bearer token of /metrics.",
    optionalToken
  ),
  rpId: variable("WEBAUTHN_RP_ID", "host name", "host of PUBLIC_ORIGIN", "Relying-party id of passkeys.", (name) =>
    Config.option(Config.NonEmptyString(name))
  ),
  rpOrigin: variable(
    "WEBAUTHN_ORIGIN",
    "origin",
    "PUBLIC_ORIGIN",
    "Origin that passkey ceremonies must come from.",
    (name) => Config.option(Config.schema(Origin, name))
  ),
  mfaRecentMinutes: variable(
    "MFA_RECENT_MINUTES",
    "integer 1–1440",
    "`15`",
    "How long a passkey verification counts as recent.",
    count(15, 1, 1440)
  ),
  retentionDays: variable(
    "USER_NOTIFICATIONS_RETENTION_DAYS",
    "integer 0–3650",
    "`90`",
    "Days that notifications are kept; 0 keeps them for ever.",
    count(90, 0, 3650)
  ),
  "notification-retention": jobSchedule("notification-retention"),
  workDays: variable(
    "WORK_RETENTION_DAYS",
    "integer 0–3650",
    "`365`",
    "Days that ended runs of long work (key rotations) and reports of scheduled jobs are kept; 0 keeps them " +
      "for ever. What is gone can be undone no more.",
    count(365, 0, 3650)
  ),
  "work-retention": jobSchedule("work-retention"),
  shareDays: variable(
    "SHARE_RETENTION_DAYS",
    "integer 0–3650",
    "`30`",
    "Days that links of our own are kept after they ended, and what was done with links; 0 keeps them for ever.",
    count(30, 0, 3650)
  ),
  "share-retention": jobSchedule("share-retention"),
  accessLogDays: variable(
    "ACCESS_LOG_RETENTION_DAYS",
    "integer 0–3650",
    "`90`",
    "Days that lines of access logs are stored; whole weeks are deleted. 0 keeps them.",
    count(90, 0, 3650)
  ),
  "access-log-collection": jobSchedule("access-log-collection"),
  "access-log-retention": jobSchedule("access-log-retention"),
  "quarantine-days": jobSchedule("quarantine-days"),
  "private-access": jobSchedule("private-access"),
  listingTtlMinutes: variable(
    "LISTING_TTL_MINUTES",
    "integer 1–1440",
    "`30`",
    "Age at which a bucket listing is refreshed when somebody looks.",
    count(30, 1, 1440)
  ),
  runnerHost: variable(
    "RUNNER_HOST",
    "host name or address",
    "one process by itself",
    "Address at which the other replicas on the same database reach this one; each has its own. What they say " +
      "is encrypted, and only who has a key of JWT_KEYS is heard.",
    optionalAddress
  ),
  runnerBind: variable(
    "RUNNER_BIND",
    "address",
    "RUNNER_HOST",
    "Address to listen on for them, where it is another than the one they are told, such as `0.0.0.0` in a container.",
    optionalAddress
  ),
  runnerPort: variable("RUNNER_PORT", "port", "`34431`", "Port of RUNNER_HOST and RUNNER_BIND.", port(34431)),
  gatewayTimeoutSeconds: variable(
    "GATEWAY_TIMEOUT_SECONDS",
    "integer 1–300",
    "`20`",
    "Time that one gateway call may take to answer.",
    count(20, 1, 300)
  ),
  gatewayWriteTimeoutSeconds: variable(
    "GATEWAY_WRITE_TIMEOUT_SECONDS",
    "integer 1–300",
    "`10`, or GATEWAY_TIMEOUT_SECONDS where that is shorter",
    "The same of a call that changes a gateway. What is known to take long, such as joining the parts of an " +
      "upload, has longer bounds of its own.",
    (name) => Config.option(Config.schema(wholeNumber(1, 300), name))
  ),
  gatewayConcurrency: variable(
    "GATEWAY_CONCURRENCY",
    "integer 1–256",
    "`16`",
    "Calls in flight per storage endpoint, of one process.",
    count(16, 1, 256)
  ),
  gatewayClusterConcurrency: variable(
    "GATEWAY_CLUSTER_CONCURRENCY",
    "integer 2–4096",
    "`64`",
    "Calls in flight per storage endpoint, of all replicas together: each takes an equal part, at least 2 and " +
      "at most GATEWAY_CONCURRENCY.",
    count(64, 2, 4096)
  ),
  allowedStorageHosts: variable(
    "USER_SUPPLIED_S3_ENDPOINT_ALLOWED_HOSTS",
    "comma-separated hosts",
    "none",
    "Hosts that user-supplied S3 endpoints may have: a plain host exactly, `*.domain` its subdomains, or an IP " +
      "address (IPv6 in brackets).",
    list(AllowedHost)
  ),
  eventListenerHosts: variable(
    "EVENT_LISTENER_ALLOWED_HOSTS",
    "comma-separated hosts",
    "none",
    "Hosts of listeners and brokers that topics push to, which this service may try when somebody asks why " +
      "events do not arrive.",
    list(AllowedHost)
  ),
  migrationWebhookHosts: variable(
    "BUCKET_MIGRATION_WEBHOOK_ALLOWED_HOSTS",
    "comma-separated hosts",
    "none",
    "Hosts that webhooks of bucket migrations may be sent to.",
    list(AllowedHost)
  ),
  s3Login: variable(
    "S3_LOGIN",
    "boolean",
    "`true`",
    "Whether people may sign in to the object browser with S3 keys alone.",
    (name) => Config.Boolean(name).pipe(Config.withDefault(true))
  ),
  oidcHosts: variable(
    "OIDC_ALLOWED_HOSTS",
    "comma-separated hosts",
    "none",
    "Hosts that OpenID Connect providers and their endpoints may have.",
    list(AllowedHost)
  ),
  ldapHosts: variable(
    "LDAP_ALLOWED_HOSTS",
    "comma-separated hosts",
    "none",
    "Hosts that LDAP directories may have.",
    list(AllowedHost)
  ),
  privateHosts: variable(
    "OUTBOUND_PRIVATE_HOSTS",
    "comma-separated hosts",
    "none",
    "Hosts of the lists above that may resolve to a private or loopback address; no wildcards. Link-local " +
      "addresses never.",
    list(PlainHost)
  ),
  oidcProviders: variable(
    "OIDC_PROVIDERS",
    "JSON array",
    "none",
    "OpenID Connect providers, as docs/identity.md describes them; the console shows and cannot change them.",
    jsonArray(ConfiguredOidcProvider)
  ),
  ldapProviders: variable(
    "LDAP_PROVIDERS",
    "JSON array",
    "none",
    "LDAP directories, likewise.",
    jsonArray(ConfiguredLdapProvider)
  ),
  quotaAlerts: variable(
    "QUOTA_ALERTS_ENABLED",
    "boolean",
    "the setting",
    "Fixes the setting `general.quota_alerts_enabled`: the console shows it and cannot change it.",
    fixesSwitch
  ),
  usageHistory: variable(
    "USAGE_HISTORY_ENABLED",
    "boolean",
    "the setting",
    "Fixes `general.usage_history_enabled`, likewise.",
    fixesSwitch
  ),
  passkeyForAdmins: variable(
    "REQUIRE_PASSKEY_FOR_ADMINS",
    "boolean",
    "the setting",
    "Fixes `require_passkey_for_admins`, likewise.",
    fixesSwitch
  ),
  passkeyForUsers: variable(
    "REQUIRE_PASSKEY_FOR_USERS",
    "boolean",
    "the setting",
    "Fixes `require_passkey_for_users`, likewise.",
    fixesSwitch
  ),
  smtpHost: variable(
    "SMTP_HOST",
    "host",
    "the setting",
    "Fixes `quota_notifications.smtp_host`, likewise; this host needs no place on SMTP_ALLOWED_HOSTS.",
    fixes(SmtpHost)
  ),
  smtpPort: variable("SMTP_PORT", "port", "the setting", "Fixes `quota_notifications.smtp_port`, likewise.", (name) =>
    Config.option(Config.schema(PortNumber, name))
  ),
  smtpSecurity: variable(
    "SMTP_SECURITY",
    "`tls`, `starttls` or `none`",
    "the setting",
    "Fixes `quota_notifications.smtp_security`, likewise.",
    fixes(SmtpSecurity)
  ),
  smtpUsername: variable(
    "SMTP_USERNAME",
    "text",
    "the setting",
    "Fixes `quota_notifications.smtp_username`, likewise.",
    fixes(Name(256))
  ),
  smtpSender: variable(
    "SMTP_SENDER_ADDRESS",
    "e-mail address",
    "the setting",
    "Fixes `quota_notifications.sender_address`, likewise.",
    fixes(EmailAddress)
  ),
  smtpSenderName: variable(
    "SMTP_SENDER_NAME",
    "text",
    "the setting",
    "Fixes `quota_notifications.sender_name`, likewise.",
    fixes(Line(100))
  ),
  smtpPassword: variable(
    "SMTP_PASSWORD",
    "secret",
    "no password",
    "Password of the mail server. It is never kept in the database nor told.",
    optionalSecret
  ),
  smtpAllowedHosts: variable(
    "SMTP_ALLOWED_HOSTS",
    "comma-separated hosts",
    "none",
    "Hosts that administrators may name as mail server; one in a private network also needs a place on " +
      "OUTBOUND_PRIVATE_HOSTS.",
    list(AllowedHost)
  ),
  brandName: variable(
    "BRANDING_NAME",
    "text",
    "the setting",
    "Fixes `branding.name`: what the console is called.",
    fixes(BrandName)
  ),
  brandColor: variable(
    "BRANDING_COLOR",
    "`#rrggbb`",
    "the setting",
    "Fixes `branding.color`, likewise.",
    fixes(BrandColor)
  ),
  loginNote: variable(
    "BRANDING_LOGIN_NOTE",
    "text",
    "the setting",
    "Fixes `branding.login_note`, likewise.",
    fixes(LoginNote)
  ),
  "usage-history": jobSchedule("usage-history"),
  hourlyStorageDays: retentionDays(
    "QUOTA_HISTORY_HOURLY_RETENTION_DAYS",
    30,
    "Days that each measurement of accounts and RGW users, and the hours of usage logs, are stored; " +
      "0 keeps them for ever, and the last 3 days stay in any case."
  ),
  storageDays: retentionDays(
    "QUOTA_HISTORY_DAILY_RETENTION_DAYS",
    365,
    "Days that the daily storage of accounts and RGW users is kept; 0 keeps it for ever."
  ),
  trafficDays: retentionDays(
    "BILLING_DAILY_RETENTION_DAYS",
    365,
    "Days that the daily traffic and billed days are kept; 0 keeps them for ever."
  ),
  "quota-monitor": jobSchedule("quota-monitor"),
  quotaThreshold: variable(
    "QUOTA_ALERT_THRESHOLD_PERCENT",
    "integer 1–99",
    "`85`",
    "Usage of a quota, in percent of its bytes or objects, from which an alert is sent; a full quota sends another.",
    count(85, 1, 99)
  ),
  "drift-check": jobSchedule("drift-check"),
  "exposure-check": jobSchedule("exposure-check"),
  storageEndpoints: variable(
    "ENV_STORAGE_ENDPOINTS",
    "JSON array",
    "none",
    "Storage endpoints that the environment sets, as docs/storage-endpoints.md describes them; the console " +
      "shows and cannot change them.",
    jsonArray(ConfiguredStorageEndpoint, configuredEndpointsFault)
  ),
  endpointStatus: variable(
    "FEATURE_ENDPOINT_STATUS_ENABLED",
    "boolean",
    "`true`",
    "Whether storage endpoints are checked, and their health, history and incidents shown.",
    (name) => Config.Boolean(name).pipe(Config.withDefault(true))
  ),
  "endpoint-status": jobSchedule("endpoint-status"),
  "storage-probe": jobSchedule("storage-probe"),
  endpointCheckDays: variable(
    "ENDPOINT_CHECKS_RETENTION_DAYS",
    "integer 2–90",
    "`7`",
    "Days that each check of a storage endpoint is kept; its sums by hour are kept 32 days.",
    count(7, 2, 90)
  ),
  endpointHistoryDays: variable(
    "ENDPOINT_STATUS_RETENTION_DAYS",
    "integer 91–3650",
    "`365`",
    "Days that incidents and the sums of checks by day are kept.",
    count(365, 91, 3650)
  ),
  leaseSeconds: variable(
    "LEASE_SECONDS",
    "integer 2–300",
    "`15`",
    "How long a process may be silent before it counts as dead, and another one takes over its long work and " +
      "finds out the outcome of its gateway changes.",
    count(15, 2, 300)
  ),
  "gateway-reconciliation": jobSchedule("gateway-reconciliation"),
  sandbox: variable(
    "SANDBOX_GATEWAY",
    "boolean",
    "`true` in development",
    "Offer the built-in sandbox gateway while no storage endpoint is registered, and run it as long as its " +
      "endpoint is. `false` removes it at the start, with everything that is registered on it. Never in " +
      "production.",
    (name) => Config.Boolean(name).pipe(Config.withDefault(true))
  ),
  otlpUrl: variable(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "URL",
    "no export",
    "Base URL of an OTLP/HTTP collector for traces and metrics.",
    (name) => Config.option(Config.URL(name))
  ),
  sampleRatio: variable(
    "TRACE_SAMPLE_RATIO",
    "number 0–1",
    "`0.1`",
    "Share of requests whose trace is recorded and exported.",
    (name) => Config.schema(Ratio, name).pipe(Config.withDefault(0.1))
  ),
  metricsExporter: variable(
    "OTEL_METRICS_EXPORTER",
    "`otlp` or `none`",
    "`otlp`",
    "Whether metrics are sent to the collector, beside /metrics.",
    (name) => Config.Literals(["otlp", "none"], name).pipe(Config.withDefault("otlp" as const))
  ),
  metricsIntervalMillis: variable(
    "OTEL_METRIC_EXPORT_INTERVAL",
    "milliseconds, integer 1000–3600000",
    "`60000`",
    "How often they are sent.",
    count(60_000, 1_000, 3_600_000)
  ),
  serviceName: variable("OTEL_SERVICE_NAME", "text", "`stowage`", "What the collector calls the service.", (name) =>
    Config.option(Config.NonEmptyString(name))
  ),
  resourceAttributes: variable(
    "OTEL_RESOURCE_ATTRIBUTES",
    "comma-separated name=value",
    "none",
    "What else the collector is told of this process. `service.name` counts where OTEL_SERVICE_NAME is not " +
      "set; without a `service.instance.id` it is host name and port.",
    (name) => Config.option(Config.NonEmptyString(name))
  ),
  trustTraceparent: variable(
    "TRUST_TRACEPARENT",
    "boolean",
    "`false`",
    "Whether requests of TRUSTED_PROXY_CIDRS go on with the trace of their traceparent header and with its " +
      "decision to record it. Only where the proxy itself writes that header: otherwise anybody decides.",
    (name) => Config.Boolean(name).pipe(Config.withDefault(false))
  ),
  logLevel: variable(
    "LOG_LEVEL",
    "`Debug`, `Info`, `Warn`, `Error`",
    "`Info` in production, `Warn` in development",
    "Least severe level that is written to standard error, one JSON line an entry; `Info` includes every request.",
    (name) => Config.option(Config.Literals(["Debug", "Info", "Warn", "Error"], name))
  )
}

export type Values = {
  readonly [K in keyof typeof variables]: (typeof variables)[K] extends Variable<infer A> ? A : never
}
