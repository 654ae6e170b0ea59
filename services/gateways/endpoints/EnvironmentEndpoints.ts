import { Cause, Context, DateTime, Effect, Equal, Layer, Redacted, Schema, type Scope } from "effect"
import { Caller } from "#domain/platform/access/Caller.ts"
import { normaliseEndpointUrl } from "#domain/gateways/endpoints/EndpointUrl.ts"
import { matchConfigured } from "#domain/gateways/endpoints/matchConfigured.ts"
import type { ConfiguredStorageEndpoint, StorageEndpoint } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { Settings } from "#services/platform/Settings.ts"
import { adminSecretPurpose } from "./adminTarget.ts"
import { type EndpointFields, EndpointRecords } from "./EndpointRecords.ts"
import { featureAddresses } from "./featureAddresses.ts"
import { StorageEndpoints, FINDINGS_WITH_FEATURES } from "./StorageEndpoints.ts"

export class EnvironmentEndpointsRefused extends Schema.TaggedError<EnvironmentEndpointsRefused>()(
  "EnvironmentEndpointsRefused",
  {
    reason: Schema.String
  }
) {
  override get message() {
    return `ENV_STORAGE_ENDPOINTS: ${this.reason}`
  }
}

const DETECTION_RETRY_INTERVAL = "5 minutes"

const actor = byCaller(Caller.cases.Internal.make({}), "admin")

type Entry = ConfiguredStorageEndpoint

export class EnvironmentEndpoints extends Context.Service<
  EnvironmentEndpoints,
  {
    /** Rows without an entry become ordinary ones, because they may be in use. */
    readonly apply: Effect.Effect<void, EnvironmentEndpointsRefused>
    /** Detects unset features in the background: an unreachable gateway does not delay startup. */
    readonly detectFeatures: Effect.Effect<void, never, Scope.Scope>
  }
>()("stowage/services/gateways/endpoints/EnvironmentEndpoints") {
  static readonly layer = Layer.effect(
    EnvironmentEndpoints,
    Effect.gen(function* () {
      const records = yield* EndpointRecords
      const endpoints = yield* StorageEndpoints
      const cipher = yield* CredentialCipher
      const audited = yield* Audited
      const transaction = yield* Transaction
      const { storageEndpoints: configured } = yield* Settings

      const entries = configured.map(
        (entry): Entry => ({ ...entry, url: normaliseEndpointUrl(entry.url) ?? entry.url })
      )

      const storedSecret = (row: StorageEndpoint) =>
        Effect.flatMap(records.secret(row.id), (sealed) =>
          sealed === null
            ? Effect.succeed(null)
            : cipher.decrypt(adminSecretPurpose(row.url), sealed).pipe(
                // the key that sealed it is missing: use the environment's
                Effect.catchTag("CredentialUnreadable", ({ message }) => Effect.as(Effect.logWarning(message), null))
              )
        )

      const fieldsOf = Effect.fnUntraced(function* (entry: Entry, row: StorageEndpoint | null, first: boolean) {
        const { config, issues } = featureAddresses(entry.features_config ?? row?.features_config ?? { features: {} })
        if (issues.length > 0) {
          return yield* new EnvironmentEndpointsRefused({
            reason: `features_config of “${entry.name}”: ${issues.map(({ message }) => message).join("; ")}`
          })
        }
        const { admin_access_key = null, admin_secret_key = null } = entry
        const fields: Omit<EndpointFields, "admin_secret"> = {
          name: entry.name,
          url: entry.url,
          provider: entry.provider ?? "cluster",
          region: entry.region ?? "",
          verify_tls: entry.verify_tls ?? true,
          is_default: entry.is_default ?? row?.is_default ?? first,
          is_sandbox: row?.is_sandbox ?? false,
          source: "environment",
          features_config: config,
          tags: entry.tags ?? [],
          latitude: entry.latitude ?? null,
          longitude: entry.longitude ?? null,
          admin_access_key
        }
        return { fields, secret: admin_secret_key }
      })

      const sealed = (url: string, secret: Redacted.Redacted | null) =>
        secret === null ? Effect.succeed(null) : cipher.encrypt(adminSecretPurpose(url), secret)

      const auditedAs = (verb: "create" | "update") =>
        audited.rows<StorageEndpoint>(
          `storage_endpoint.${verb}`,
          ({ id, name }) => ({ type: "storage_endpoint", id: String(id), label: name }),
          {
            by: actor,
            message: ({ name }) => `ENV_STORAGE_ENDPOINTS: storage endpoint ${verb}: ${name}`,
            metadata: ({ source, url }) => ({ url, source })
          }
        )

      const conflictError = (name: string) =>
        new EnvironmentEndpointsRefused({ reason: `another storage endpoint has the name or the address of “${name}”` })

      const set = Effect.fnUntraced(function* (entry: Entry, row: StorageEndpoint | null, first: boolean) {
        const { fields, secret } = yield* fieldsOf(entry, row, first)
        const now = yield* DateTime.now
        if (row === null) {
          const added = Effect.gen(function* () {
            const id = yield* records.add({ ...fields, admin_secret: yield* sealed(entry.url, secret) }, now)
            return id === null ? yield* conflictError(entry.name) : yield* Effect.orDie(records.find(id))
          })
          return yield* Effect.asVoid(auditedAs("create")(added))
        }
        const before = Object.fromEntries(Object.keys(fields).map((key) => [key, row[key as keyof typeof fields]]))
        const storedPlaintext = yield* storedSecret(row)
        const sameSecret =
          storedPlaintext === null || secret === null
            ? storedPlaintext === secret
            : Redacted.value(storedPlaintext) === Redacted.value(secret)
        if (sameSecret && Equal.equals(before, { ...fields })) return
        const changed = Effect.gen(function* () {
          if (!(yield* records.update(row.id, { ...fields, admin_secret: yield* sealed(entry.url, secret) }, now)))
            return yield* conflictError(entry.name)
          return yield* Effect.orDie(records.find(row.id))
        })
        yield* auditedAs("update")(changed)
      })

      const release = Effect.fnUntraced(function* (row: StorageEndpoint) {
        yield* auditedAs("update")(
          Effect.andThen(
            Effect.flatMap(DateTime.now, (now) => records.update(row.id, { source: "database" }, now)),
            Effect.orDie(records.find(row.id))
          )
        )
      })

      const apply = transaction
        .run(
          Effect.gen(function* () {
            yield* records.lock
            const rows = yield* records.list
            const {
              contested: [contested],
              matches,
              released
            } = matchConfigured(entries, rows)
            if (contested !== undefined) {
              return yield* new EnvironmentEndpointsRefused({
                reason:
                  `a storage endpoint called “${contested.name}” exists at another address: rename it in the ` +
                  "console, or this entry"
              })
            }
            yield* Effect.forEach(released, release, { discard: true })
            yield* Effect.forEach(
              matches,
              ({ entry, row }, index) => set(entry, row, rows.length === 0 && index === 0),
              { discard: true }
            )
          })
        )
        .pipe(Effect.withSpan("EnvironmentEndpoints.apply"))

      const detectOne = Effect.fnUntraced(function* (url: string) {
        const row = (yield* records.list).find((one) => one.url === url && one.source === "environment")
        if (row === undefined) return true
        const { diagnosis, suggested } = yield* endpoints.detect({ endpoint_id: row.id })
        if (diagnosis === undefined || !FINDINGS_WITH_FEATURES.has(diagnosis.finding)) return false
        yield* auditedAs("update")(
          Effect.andThen(
            Effect.flatMap(DateTime.now, (now) => records.update(row.id, { features_config: suggested }, now)),
            Effect.orDie(records.find(row.id))
          )
        )
        return true
      })

      const detectFeatures = Effect.gen(function* () {
        const storedPlaintext = yield* records.list
        const unknown = entries.filter(
          (entry) =>
            entry.features_config === undefined &&
            storedPlaintext.some(
              ({ detected, features_config, url }) =>
                url === entry.url && (detected === null || Object.keys(features_config.features).length === 0)
            )
        )
        yield* Effect.forEach(
          unknown,
          ({ name, url }) =>
            Effect.gen(function* () {
              const tried = detectOne(url).pipe(
                Effect.catchCause((cause) =>
                  Cause.hasInterruptsOnly(cause)
                    ? Effect.failCause(cause)
                    : Effect.as(Effect.logWarning(`The features of “${name}” could not be found out`, cause), false)
                )
              )
              while (!(yield* tried)) yield* Effect.sleep(DETECTION_RETRY_INTERVAL)
            }).pipe(Effect.orDie),
          { concurrency: "unbounded", discard: true }
        ).pipe(Effect.forkScoped)
      })

      return EnvironmentEndpoints.of({ apply, detectFeatures })
    })
  )
}
