import { type Config, Duration, Effect, Option, Redacted, Result, Schema, SchemaIssue } from "effect"
import { hostname } from "node:os"
import { withoutNames } from "#domain/platform/errors/withoutNames.ts"
import { type JobName, jobs } from "#domain/platform/jobs.ts"
import { Settings } from "#services/platform/Settings.ts"
import { developmentKeys, type DevelopmentKeysUnusable, keyRing } from "./keyRings.ts"
import { fixedSettings } from "./fixedSettings.ts"
import { type Values, type Variable, variables } from "./variables.ts"

export class ConfigurationInvalid extends Schema.TaggedError<ConfigurationInvalid>()("ConfigurationInvalid", {
  issues: Schema.Array(Schema.Struct({ variable: Schema.String, reason: Schema.String }))
}) {
  override get message() {
    return this.issues.map((issue) => `${issue.variable}: ${issue.reason}`).join("\n")
  }
}

type Issue = ConfigurationInvalid["issues"][number]

const firstIssue = SchemaIssue.makeFormatterStandardSchemaV1()

const reasonOf = ({ cause }: Config.ConfigError, secret: boolean, variable: string): string => {
  const issue = !secret && Schema.isSchemaError(cause) ? firstIssue(withoutNames(cause.issue)).issues[0] : undefined
  if (issue === undefined) return "is not a usable value"
  const path = (issue.path ?? [])
    .map((part) => String(typeof part === "object" ? part.key : part))
    .filter((part) => part !== variable)
  return path.length === 0 ? issue.message : `${path.join(".")}: ${issue.message}`
}

const secretVariables = new Set([
  "DATABASE_URL",
  "UI_JWT_KEYS",
  "API_JWT_KEYS",
  "JWT_KEYS",
  "CREDENTIAL_KEYS",
  "INTERNAL_CRON_TOKEN",
  "METRICS_TOKEN",
  "SMTP_PASSWORD"
])

const secretReason = (variable: string): string | undefined =>
  variable.endsWith("_KEYS")
    ? "expected keys of 32 bytes or more in base64url, separated by commas"
    : variable.endsWith("_TOKEN")
      ? "expected letters, digits and signs without spaces, as a header carries them"
      : undefined

const readVariables = Effect.gen(function* () {
  const issues: Array<Issue> = []
  const values: Record<string, unknown> = {}
  for (const [key, variable] of Object.entries<Variable<unknown>>(variables)) {
    const result = yield* Effect.result(variable.config)
    if (Result.isSuccess(result)) values[key] = result.success
    else {
      const reason =
        secretReason(variable.name) ?? reasonOf(result.failure, secretVariables.has(variable.name), variable.name)
      issues.push({ variable: variable.name, reason })
    }
  }
  return { issues, values: values as Partial<Values> }
})

const MIN_TOKEN_LENGTH = 24

export const productionIssues = (values: Partial<Values>): ReadonlyArray<Issue> => {
  if (values.mode !== "production") return []
  const issues: Array<Issue> = []
  const rings = ["uiKeys", "apiKeys", "jwtKeys", "credentialKeys"] as const
  for (const ring of rings) {
    if (values[ring]?.length === 0)
      issues.push({ variable: variables[ring].name, reason: "a key ring may not be empty in production" })
  }
  const owners = new Map<string, string>()
  for (const ring of rings) {
    for (const key of values[ring] ?? []) {
      const owner = owners.get(key)
      if (owner !== undefined && owner !== variables[ring].name) {
        issues.push({
          variable: variables[ring].name,
          reason:
            `has a key of ${owner}: each ring has its own, so that what one signs or ` +
            "encrypts is nothing to another"
        })
      }
      owners.set(key, variables[ring].name)
    }
  }
  for (const token of ["internalToken", "metricsToken"] as const) {
    const length = Option.match(values[token] ?? Option.none(), {
      onNone: () => null,
      onSome: (secret) => Redacted.value(secret).length
    })
    if (length !== null && length < MIN_TOKEN_LENGTH) {
      issues.push({
        variable: variables[token].name,
        reason:
          `is too easily guessed: expected ${MIN_TOKEN_LENGTH} characters or more, such ` +
          "as those of openssl rand -hex 32"
      })
    }
  }
  if (values.databaseUrl !== undefined && Option.isNone(values.databaseUrl)) {
    issues.push({
      variable: variables.databaseUrl.name,
      reason: "is required in production: the embedded database is for trying things out"
    })
  }
  if (values.trustedProxies?.length === 0) {
    issues.push({ variable: variables.trustedProxies.name, reason: "may not be empty in production" })
  }
  if (values.publicOrigin !== undefined && Option.isNone(values.publicOrigin)) {
    issues.push({ variable: variables.publicOrigin.name, reason: "is required in production" })
  }
  return issues
}

/** Browsers require the origin's host or a domain above it (WebAuthn, 5.1.3). */
const rpIdIssues = (rpId: string, origin: string): ReadonlyArray<Issue> => {
  const { hostname } = new URL(origin)
  if (hostname === rpId || hostname.endsWith(`.${rpId}`)) return []
  return [
    {
      variable: variables.rpId.name,
      reason: `expected ${hostname}, the host under which passkeys are used, or a domain above it`
    }
  ]
}

export const readSettings: Effect.Effect<Settings["Service"], ConfigurationInvalid | DevelopmentKeysUnusable> =
  Effect.gen(function* () {
    const { issues, values: read } = yield* readVariables
    const problems = [...issues, ...productionIssues(read)]
    if (problems.length > 0) return yield* new ConfigurationInvalid({ issues: problems })
    const values = read as Values
    const publicOrigin = Option.getOrElse(values.publicOrigin, () => `http://localhost:${values.port}`)
    const rpOrigin = Option.getOrElse(values.rpOrigin, () => publicOrigin)
    const rpId = Option.getOrElse(values.rpId, () => new URL(publicOrigin).hostname)
    const unusable = rpIdIssues(rpId, rpOrigin)
    if (unusable.length > 0) return yield* new ConfigurationInvalid({ issues: unusable })
    return Settings.of({
      mode: values.mode,
      publicOrigin,
      eventsOrigin: Option.getOrElse(values.eventsOrigin, () => publicOrigin),
      host: values.host,
      port: values.port,
      shutdownDelay: Duration.seconds(values.shutdownDelaySeconds),
      dataDir: values.dataDir,
      databaseUrl: values.databaseUrl,
      databaseMaxConnections: values.databaseMaxConnections,
      backupVerified: values.backupVerified,
      trustedProxies: values.trustedProxies,
      rings: yield* rings(values),
      acceptLostCredentials: values.acceptLostCredentials,
      internalToken: values.internalToken,
      metricsToken: values.metricsToken,
      webauthn: {
        rpId,
        origin: rpOrigin
      },
      mfaRecentMinutes: values.mfaRecentMinutes,
      notifications: { retentionDays: values.retentionDays },
      shares: { retentionDays: values.shareDays },
      accessLogs: { retentionDays: values.accessLogDays },
      work: { retentionDays: values.workDays },
      jobCrons: jobCrons(values),
      listings: { ttl: Duration.minutes(values.listingTtlMinutes) },
      runner: Option.map(values.runnerHost, (host) => ({
        host,
        port: values.runnerPort,
        bind: Option.getOrElse(values.runnerBind, () => host)
      })),
      lease: Duration.seconds(values.leaseSeconds),
      gateway: {
        timeout: Duration.seconds(values.gatewayTimeoutSeconds),
        changeTimeout: Duration.seconds(
          Option.getOrElse(values.gatewayWriteTimeoutSeconds, () => Math.min(10, values.gatewayTimeoutSeconds))
        ),
        concurrency: values.gatewayConcurrency,
        concurrencyTogether: values.gatewayClusterConcurrency
      },
      allowedStorageHosts: values.allowedStorageHosts,
      eventListenerHosts: values.eventListenerHosts,
      migrationWebhookHosts: values.migrationWebhookHosts,
      s3Login: values.s3Login,
      outbound: { oidcHosts: values.oidcHosts, ldapHosts: values.ldapHosts, privateHosts: values.privateHosts },
      providers: { oidc: values.oidcProviders, ldap: values.ldapProviders },
      applicationSettings: fixedSettings(values),
      mail: { password: values.smtpPassword, allowedHosts: values.smtpAllowedHosts },
      quotaMonitor: { thresholdPercent: values.quotaThreshold },
      usageHistory: {
        storageDays: values.storageDays,
        hourlyStorageDays: values.hourlyStorageDays,
        trafficDays: values.trafficDays
      },
      endpointStatus: {
        enabled: values.endpointStatus,
        checkDays: values.endpointCheckDays,
        historyDays: values.endpointHistoryDays
      },
      storageEndpoints: values.storageEndpoints,
      sandbox: values.sandbox && values.mode === "development",
      telemetry: {
        otlpUrl: Option.map(values.otlpUrl, (url) => url.href.replace(/\/$/, "")),
        metrics: values.metricsExporter === "otlp",
        metricsInterval: Duration.millis(values.metricsIntervalMillis),
        resource: resourceOf(values),
        sampleRatio: values.sampleRatio,
        trustTraceparent: values.trustTraceparent,
        logLevel: Option.getOrElse(values.logLevel, () =>
          values.mode === "production" ? ("Info" as const) : ("Warn" as const)
        )
      }
    })
  })

const resourceOf = ({
  port,
  resourceAttributes,
  serviceName
}: Values): Settings["Service"]["telemetry"]["resource"] => {
  const isDeclared = (name: string) =>
    Option.exists(resourceAttributes, (text) => text.split(",").some((part) => part.trim().startsWith(`${name}=`)))
  const name = Option.getOrElse(serviceName, () => (isDeclared("service.name") ? null : "stowage"))
  return {
    ...(name === null ? {} : { serviceName: name }),
    ...(isDeclared("service.instance.id") ? {} : { instanceId: `${hostname()}:${port}` })
  }
}

const jobCrons = (values: Values): ReadonlyMap<JobName, string> =>
  new Map(jobs.map((job) => [job.name, job.setting === null ? job.cron : values[job.name]]))

const rings = Effect.fnUntraced(function* (values: Values) {
  const configured = {
    ui: keyRing(values.uiKeys),
    api: keyRing(values.apiKeys),
    jwt: keyRing(values.jwtKeys),
    credentials: keyRing(values.credentialKeys)
  }
  const { ui, api, jwt, credentials } = configured
  if (ui !== null && api !== null && jwt !== null && credentials !== null) return { ui, api, jwt, credentials }
  const generatedKeys = yield* developmentKeys(values.dataDir)
  return {
    ui: ui ?? generatedKeys.ui,
    api: api ?? generatedKeys.api,
    jwt: jwt ?? generatedKeys.jwt,
    credentials: credentials ?? generatedKeys.credentials
  }
})
