import { Context, DateTime, Effect, Layer, type Redacted } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { confirmedName } from "#domain/platform/ConfirmedName.ts"
import type { Removed } from "#domain/platform/Removed.ts"
import { normaliseEndpointUrl } from "#domain/gateways/endpoints/EndpointUrl.ts"
import type { GatewayFinding } from "#domain/gateways/endpoints/GatewayDiagnosis.ts"
import { Conflict, InvalidInput, type NotFound } from "#domain/platform/errors/Errors.ts"
import type {
  CreateStorageEndpoint,
  DetectedFeatures,
  DetectFeatures,
  FeaturesConfig,
  StorageEndpoint,
  UpdateStorageEndpoint
} from "#domain/gateways/endpoints/StorageEndpoint.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { RowVersions } from "#services/platform/audit/RowVersions.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { Settings } from "#services/platform/Settings.ts"
import { adminSecretPurpose, adminUrlOf } from "./adminTarget.ts"
import { AdminTargets } from "./AdminTargets.ts"
import { EndpointProbe, type ProbeTarget } from "./EndpointProbe.ts"
import { type EndpointFields, EndpointRecords } from "./EndpointRecords.ts"
import { featureAddresses } from "./featureAddresses.ts"
import { suggestFeatures } from "./suggestFeatures.ts"

const noFeatures: FeaturesConfig = { features: {} }
/** Keys with these findings are not stored. A silent gateway proves nothing. */
const keyRefusals = new Set<GatewayFinding>(["unknown_access_key", "wrong_secret_key", "key_refused", "key_suspended"])
export const FINDINGS_WITH_FEATURES = new Set<GatewayFinding>(["ready", "missing_capabilities", "no_admin_ops"])

export class StorageEndpoints extends Context.Service<
  StorageEndpoints,
  {
    readonly list: Effect.Effect<ReadonlyArray<StorageEndpoint>>
    readonly get: (id: number) => Effect.Effect<StorageEndpoint, NotFound>
    readonly create: (
      caller: Caller,
      input: CreateStorageEndpoint,
      sandbox?: boolean
    ) => Effect.Effect<StorageEndpoint, InvalidInput | Conflict>
    readonly update: (
      caller: Caller,
      id: number,
      input: UpdateStorageEndpoint
    ) => Effect.Effect<StorageEndpoint, InvalidInput | NotFound | Conflict>
    /** `state_conflict` while anything is registered on it; the sandbox is removed with its contents. */
    readonly remove: (caller: Caller, id: number) => Effect.Effect<Removed, NotFound | Conflict>
    readonly detect: (input: DetectFeatures) => Effect.Effect<DetectedFeatures, InvalidInput | NotFound>
  }
>()("stowage/services/gateways/endpoints/StorageEndpoints") {
  static readonly layer = Layer.effect(
    StorageEndpoints,
    Effect.gen(function* () {
      const records = yield* EndpointRecords
      const probe = yield* EndpointProbe
      const targets = yield* AdminTargets
      const cipher = yield* CredentialCipher
      const audited = yield* Audited
      const versions = yield* RowVersions
      const { endpointStatus, storageEndpoints: configured } = yield* Settings

      const address = (path: string, text: string) => {
        const url = normaliseEndpointUrl(text)
        return url === null
          ? Effect.fail(InvalidInput.at(path, "Give an http or https address without query or credentials"))
          : Effect.succeed(url)
      }

      const features = (sentFeatures: FeaturesConfig) => {
        const { config, issues } = featureAddresses(sentFeatures)
        return issues.length === 0 ? Effect.succeed(config) : Effect.fail(new InvalidInput({ issues }))
      }

      /** Both halves of a technical key, or neither; null deletes it, undefined keeps it. */
      const keyFields = Effect.fnUntraced(function* (
        url: string,
        access: string | null | undefined,
        secret: Redacted.Redacted | null | undefined
      ) {
        if (access === undefined && secret === undefined) return {}
        if (access === null && (secret === null || secret === undefined))
          return { admin_access_key: null, admin_secret: null }
        if (typeof access !== "string" || secret === null || secret === undefined) {
          return yield* InvalidInput.at("payload.admin_secret_key", "Give the access key and its secret together")
        }
        return { admin_access_key: access, admin_secret: yield* cipher.encrypt(adminSecretPurpose(url), secret) }
      })

      const probeWithKey = Effect.fnUntraced(function* (
        place: Omit<ProbeTarget, "key">,
        access: string | null | undefined,
        secret: Redacted.Redacted | null | undefined
      ) {
        const key =
          typeof access === "string" && secret !== null && secret !== undefined
            ? { access_key: access, secret_key: secret }
            : null
        const { diagnosis, evidence, ...probedFeatures } = yield* probe.features({ ...place, key })
        if (key !== null && keyRefusals.has(diagnosis.finding)) {
          return yield* InvalidInput.at(
            "payload.admin_secret_key",
            `${diagnosis.summary}. ${diagnosis.next ?? ""}`.trim()
          )
        }
        const suggested = suggestFeatures(evidence, place.adminUrl === place.url ? null : place.adminUrl)
        const detected: DetectedFeatures = {
          ...probedFeatures,
          diagnosis,
          evidence,
          suggested,
          checked_at: yield* DateTime.now
        }
        return { detected, features: FINDINGS_WITH_FEATURES.has(diagnosis.finding) ? suggested : noFeatures }
      })

      const auditFields = (caller: Caller, verb: "create" | "update" | "delete") =>
        audited.rows<StorageEndpoint>(
          `storage_endpoint.${verb}`,
          ({ id, name }) => ({ type: "storage_endpoint", id: String(id), label: name }),
          {
            by: byCaller(caller, "admin"),
            message: ({ is_sandbox, name }) =>
              `Storage endpoint ${verb}: ` +
              `${name}${verb === "delete" && is_sandbox ? ", with everything that was registered on it" : ""}`,
            metadata: ({ url }) => ({ url })
          }
        )

      /** Environment endpoints are read-only: the next start would restore them. */
      const rejectFromEnvironment = ({ name, source }: StorageEndpoint) =>
        source === "environment"
          ? Effect.fail(
              new Conflict({
                code: "state_conflict",
                detail:
                  `ENV_STORAGE_ENDPOINTS sets the storage endpoint “${name}”: change it ` +
                  "in the environment of the service"
              })
            )
          : Effect.void
      const defaultMayChange = (isDefault: boolean | undefined) =>
        isDefault === true && configured.some(({ is_default }) => is_default === true)
          ? Effect.fail(
              new Conflict({
                code: "state_conflict",
                detail: "ENV_STORAGE_ENDPOINTS sets which storage endpoint is the default"
              })
            )
          : Effect.void

      const withCurrentHealth = (endpoint: StorageEndpoint): StorageEndpoint =>
        endpointStatus.enabled ? endpoint : { ...endpoint, health: null }

      const nameTaken = new Conflict({
        code: "already_exists",
        detail: "A storage endpoint with this name or address exists"
      })

      const create = Effect.fn("StorageEndpoints.create")(function* (
        caller: Caller,
        input: CreateStorageEndpoint,
        sandbox = false
      ) {
        yield* defaultMayChange(input.is_default)
        const url = yield* address("payload.url", input.url)
        const keys = yield* keyFields(url, input.admin_access_key, input.admin_secret_key)
        const sentFeatures = input.features_config === undefined ? null : yield* features(input.features_config)
        // the sandbox may not listen yet; without a key there is nothing to probe
        const detection =
          sandbox || (sentFeatures !== null && typeof input.admin_access_key !== "string")
            ? null
            : yield* probeWithKey(
                {
                  url,
                  adminUrl: sentFeatures?.features.admin?.endpoint ?? url,
                  region: input.region ?? "",
                  verifyTls: input.verify_tls ?? true
                },
                input.admin_access_key,
                input.admin_secret_key
              )
        const fields: EndpointFields = {
          name: input.name,
          url,
          provider: input.provider ?? "cluster",
          region: input.region ?? "",
          verify_tls: input.verify_tls ?? true,
          is_default: input.is_default ?? (yield* records.list).length === 0,
          is_sandbox: sandbox,
          source: "database",
          features_config: sentFeatures ?? detection?.features ?? noFeatures,
          tags: input.tags ?? [],
          latitude: input.latitude ?? null,
          longitude: input.longitude ?? null,
          admin_access_key: null,
          admin_secret: null,
          ...keys
        }
        return yield* Effect.gen(function* () {
          const id = yield* records.add(fields, yield* DateTime.now)
          if (id === null) return yield* nameTaken
          if (detection !== null) yield* records.setDetected(id, detection.detected)
          return yield* Effect.orDie(records.find(id))
        }).pipe(auditFields(caller, "create"))
      })

      const saveChanges = (caller: Caller, id: number, input: UpdateStorageEndpoint) =>
        Effect.gen(function* () {
          const { admin_access_key, admin_secret_key, features_config, url: newUrl, version, ...plain } = input
          yield* versions.lock("storage_endpoint", id, version)
          const before = yield* records.find(id)
          yield* rejectFromEnvironment(before)
          const config = features_config === undefined ? {} : { features_config: yield* features(features_config) }
          const url = newUrl === undefined ? before.url : yield* address("payload.url", newUrl)
          // the secret is sealed for the address: seal it again, so that ciphertexts cannot be transplanted
          const moved =
            url !== before.url && admin_access_key === undefined && admin_secret_key === undefined
              ? yield* storedKey(before)
              : null
          const keys =
            moved === null
              ? yield* keyFields(url, admin_access_key, admin_secret_key)
              : yield* keyFields(url, moved.access_key, moved.secret_key)
          const updated = yield* records.update(id, { ...plain, ...config, url, ...keys }, yield* DateTime.now)
          return updated ? yield* records.find(id) : yield* nameTaken
        }).pipe(auditFields(caller, "update"))

      const update = Effect.fn("StorageEndpoints.update")(function* (
        caller: Caller,
        id: number,
        input: UpdateStorageEndpoint
      ) {
        const before = yield* records.find(id)
        yield* rejectFromEnvironment(before)
        if (!before.is_default) yield* defaultMayChange(input.is_default)
        if (typeof input.admin_access_key === "string") {
          const url = input.url === undefined ? before.url : yield* address("payload.url", input.url)
          const {
            features: { admin }
          } = input.features_config === undefined ? before.features_config : yield* features(input.features_config)
          yield* probeWithKey(
            {
              url,
              adminUrl: admin?.endpoint ?? url,
              region: input.region ?? before.region,
              verifyTls: input.verify_tls ?? before.verify_tls
            },
            input.admin_access_key,
            input.admin_secret_key
          )
        }
        return yield* saveChanges(caller, id, input)
      })

      const remove = Effect.fn("StorageEndpoints.remove")(function* (caller: Caller, id: number) {
        const endpoint = yield* records.find(id)
        yield* rejectFromEnvironment(endpoint)
        return yield* Effect.gen(function* () {
          const name = yield* records.remove(id)
          if (name === null) {
            yield* records.find(id)
            return yield* new Conflict({
              code: "state_conflict",
              detail: "Accounts, users, S3 connections or rate cards belong to this endpoint: remove them first"
            })
          }
          yield* confirmedName("storage endpoint", name)
          return { ...endpoint, name }
        }).pipe(
          auditFields(caller, "delete"),
          Effect.map(({ id, name }): Removed => ({ id, name }))
        )
      })

      const detect = Effect.fn("StorageEndpoints.detect")(function* (input: DetectFeatures) {
        const stored = input.endpoint_id === undefined ? null : yield* records.find(input.endpoint_id)
        if (input.url === undefined && stored === null)
          return yield* InvalidInput.at("payload.url", "Give an address, or an endpoint_id")
        const url = input.url === undefined ? (stored?.url ?? "") : yield* address("payload.url", input.url)
        const adminUrl =
          input.admin_endpoint === undefined || input.admin_endpoint === null
            ? stored === null
              ? url
              : adminUrlOf({ ...stored, url })
            : yield* address("payload.admin_endpoint", input.admin_endpoint)
        const verifyTls = input.verify_tls ?? stored?.verify_tls ?? true
        const key =
          typeof input.admin_access_key === "string" &&
          input.admin_secret_key !== undefined &&
          input.admin_secret_key !== null
            ? { access_key: input.admin_access_key, secret_key: input.admin_secret_key }
            : stored === null
              ? null
              : yield* storedKeyFor(stored, { url, adminUrl, verifyTls })
        const probeResult = yield* probe.features({
          url,
          adminUrl,
          key,
          region: input.region ?? stored?.region ?? "",
          verifyTls
        })
        const detected: DetectedFeatures = {
          ...probeResult,
          suggested: suggestFeatures(probeResult.evidence, adminUrl === url ? null : adminUrl),
          checked_at: yield* DateTime.now
        }
        if (stored !== null && url === stored.url) yield* records.setDetected(stored.id, detected)
        return detected
      })

      /** Also with Admin Ops off: detection must work while the address is changed. */
      const storedKey = (endpoint: StorageEndpoint) =>
        Effect.gen(function* () {
          const target = yield* targets.of({ ...endpoint, capabilities: { ...endpoint.capabilities, admin: true } })
          if (target === null) return null
          const { accessKey, secretKey } = yield* target.credential.open
          return { access_key: accessKey, secret_key: secretKey }
        })

      /** Only for its addresses with equal verification: another host could replay its signatures. */
      const storedKeyFor = Effect.fnUntraced(function* (
        endpoint: StorageEndpoint,
        place: { readonly url: string; readonly adminUrl: string; readonly verifyTls: boolean }
      ) {
        const own = [endpoint.url, adminUrlOf(endpoint)]
        const isKnownAddress =
          own.includes(place.url) && own.includes(place.adminUrl) && (place.verifyTls || !endpoint.verify_tls)
        if (!isKnownAddress && endpoint.admin_access_key !== null) {
          return yield* InvalidInput.at(
            "payload.admin_secret_key",
            "Type the key and its secret again: the stored ones sign for the stored address only"
          )
        }
        return yield* storedKey(endpoint)
      })

      return StorageEndpoints.of({
        list: Effect.map(records.list, (all) => all.map(withCurrentHealth)),
        get: (id) => Effect.map(records.find(id), withCurrentHealth),
        create,
        update,
        remove,
        detect
      })
    })
  )
}
