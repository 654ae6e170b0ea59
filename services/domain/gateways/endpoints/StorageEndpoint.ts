import { RowId } from "../../platform/RowId.ts"
import { Schema } from "effect"
import { readVersion, versioned } from "../../platform/RowVersion.ts"
import { Line, Name } from "../../platform/Text.ts"
import { EndpointUrl, normaliseEndpointUrl } from "./EndpointUrl.ts"
import { GatewayDiagnosis } from "./GatewayDiagnosis.ts"
import { AccessKey, SecretKey } from "./GatewayKeys.ts"

/** Which kind of storage stands behind an endpoint. `cluster`: a Ceph cluster with its Admin Ops API. */
export const Provider = Schema.Literals(["cluster", "cloud", "other"]).annotate({ identifier: "Provider" })
export type Provider = typeof Provider.Type

const Switch = Schema.Struct({ enabled: Schema.Boolean })
const SwitchWithEndpoint = Schema.Struct({ enabled: Schema.Boolean, endpoint: Schema.optionalKey(Schema.NullOr(Line(2048))) })

/** `features_config`: what an administrator lets the console use. Canonical names only, one root. */
export const FeaturesConfig = Schema.Struct({
  features: Schema.Struct({
    /** Admin Ops; `endpoint` is the override of the address at which it answers. */
    admin: Schema.optionalKey(SwitchWithEndpoint),
    account: Schema.optionalKey(Switch),
    iam: Schema.optionalKey(SwitchWithEndpoint),
    sts: Schema.optionalKey(SwitchWithEndpoint),
    sns: Schema.optionalKey(SwitchWithEndpoint),
    usage: Schema.optionalKey(Switch),
    metrics: Schema.optionalKey(Switch),
    static_website: Schema.optionalKey(Switch),
    healthcheck: Schema.optionalKey(Schema.Struct({
      enabled: Schema.Boolean,
      healthcheck_url: Schema.optionalKey(Schema.NullOr(Line(2048)))
    }))
  })
}).annotate({ identifier: "FeaturesConfig" })
export type FeaturesConfig = typeof FeaturesConfig.Type

/** The capability map of an endpoint: which features are switched on. */
export const EndpointCapabilities = Schema.Struct({
  admin: Schema.Boolean,
  account: Schema.Boolean,
  iam: Schema.Boolean,
  sts: Schema.Boolean,
  sns: Schema.Boolean,
  usage: Schema.Boolean,
  metrics: Schema.Boolean,
  static_website: Schema.Boolean
}).annotate({ identifier: "EndpointCapabilities" })
export type EndpointCapabilities = typeof EndpointCapabilities.Type

/** The capability map that a features document says; what it does not name is off. */
export const capabilitiesOf = ({ features }: FeaturesConfig): EndpointCapabilities => ({
  admin: features.admin?.enabled ?? false,
  account: features.account?.enabled ?? false,
  iam: features.iam?.enabled ?? false,
  sts: features.sts?.enabled ?? false,
  sns: features.sns?.enabled ?? false,
  usage: features.usage?.enabled ?? false,
  metrics: features.metrics?.enabled ?? false,
  static_website: features.static_website?.enabled ?? false
})

export const FeatureName = Schema.Literals(["liveness", "admin", "account", "iam", "sts", "sns", "usage"]).annotate({ identifier: "FeatureName" })
export type FeatureName = typeof FeatureName.Type

/** One thing that was tried at the gateway, and what it said. */
export const FeatureEvidence = Schema.Struct({
  feature: FeatureName,
  /** Null: could not be told (no key, or it may not ask). */
  available: Schema.NullOr(Schema.Boolean),
  /** In our words, e.g. "GET /admin/info answered the cluster id". */
  evidence: Schema.String,
  checked_at: Schema.DateTimeUtcFromString
}).annotate({ identifier: "FeatureEvidence" })
export type FeatureEvidence = typeof FeatureEvidence.Type

/** What a gateway was found to do. */
export const DetectedFeatures = Schema.Struct({
  cluster_id: Schema.NullOr(Schema.String),
  evidence: Schema.Array(FeatureEvidence),
  /** Absent from what was found out before this was told. */
  diagnosis: Schema.optionalKey(GatewayDiagnosis),
  /** A features document that switches on what was found. */
  suggested: FeaturesConfig,
  checked_at: Schema.DateTimeUtcFromString
}).annotate({ identifier: "DetectedFeatures" })
export type DetectedFeatures = typeof DetectedFeatures.Type

/** Last known health. `degraded`: it answers, but slowly or with server errors. */
export const EndpointHealth = Schema.Struct({
  state: Schema.Literals(["up", "degraded", "down"]),
  latency_ms: Schema.NullOr(Schema.Int),
  /** Stable code of what is wrong, in our words; null when up. */
  error: Schema.NullOr(Schema.String),
  checked_at: Schema.DateTimeUtcFromString,
  /** Since when the state is what it is. */
  since: Schema.DateTimeUtcFromString
}).annotate({ identifier: "EndpointHealth" })
export type EndpointHealth = typeof EndpointHealth.Type

export const StorageEndpoint = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  provider: Provider,
  url: Schema.String,
  region: Schema.String,
  verify_tls: Schema.Boolean,
  is_default: Schema.Boolean,
  /** The built-in gateway for trying things out; it holds no data that matters. */
  is_sandbox: Schema.Boolean,
  /** `environment`: ENV_STORAGE_ENDPOINTS sets it, and nobody changes it here. */
  source: Schema.Literals(["database", "environment"]),
  features_config: FeaturesConfig,
  capabilities: EndpointCapabilities,
  tags: Schema.Array(Schema.String),
  latitude: Schema.NullOr(Schema.Finite),
  longitude: Schema.NullOr(Schema.Finite),
  /** Id of the technical key; its secret never leaves. */
  admin_access_key: Schema.NullOr(Schema.String),
  detected: Schema.NullOr(DetectedFeatures),
  health: Schema.NullOr(EndpointHealth),
  account_count: Schema.Int,
  s3_user_count: Schema.Int,
  ...versioned,
  created_at: Schema.DateTimeUtcFromString,
  updated_at: Schema.DateTimeUtcFromString
}).annotate({ identifier: "StorageEndpoint" })
export type StorageEndpoint = typeof StorageEndpoint.Type

const EndpointName = Name(100)
/** It travels in the header of every signed request. */
const Region = Line(64).check(Schema.isPattern(/^[A-Za-z0-9._-]*$/u))
const Tags = Schema.Array(Name(64)).check(Schema.isMaxLength(50))
const Latitude = Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: -90, maximum: 90 })))
const Longitude = Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: -180, maximum: 180 })))

const optional = {
  provider: Schema.optionalKey(Provider),
  region: Schema.optionalKey(Region),
  verify_tls: Schema.optionalKey(Schema.Boolean),
  is_default: Schema.optionalKey(Schema.Boolean),
  features_config: Schema.optionalKey(FeaturesConfig),
  tags: Schema.optionalKey(Tags),
  latitude: Schema.optionalKey(Latitude),
  longitude: Schema.optionalKey(Longitude),
  /** Technical key for Admin Ops. Both or neither; null removes the stored one. */
  admin_access_key: Schema.optionalKey(Schema.NullOr(AccessKey)),
  admin_secret_key: Schema.optionalKey(Schema.NullOr(SecretKey))
}

export const CreateStorageEndpoint = Schema.Struct({ name: EndpointName, url: EndpointUrl, ...optional }).annotate({ identifier: "CreateStorageEndpoint" })
export type CreateStorageEndpoint = typeof CreateStorageEndpoint.Type

/** One entry of ENV_STORAGE_ENDPOINTS. Features that it leaves out are those that the gateway is found to have. */
export const ConfiguredStorageEndpoint = Schema.Struct({
  name: EndpointName,
  url: EndpointUrl,
  ...optional,
  admin_access_key: Schema.optionalKey(AccessKey),
  admin_secret_key: Schema.optionalKey(SecretKey)
})
export type ConfiguredStorageEndpoint = typeof ConfiguredStorageEndpoint.Type

/** What is wrong with the entries of ENV_STORAGE_ENDPOINTS taken together; null when nothing is. */
export const configuredEndpointsFault = (entries: ReadonlyArray<ConfiguredStorageEndpoint>): string | null => {
  const twice = (texts: ReadonlyArray<string | null>) => new Set(texts).size < texts.length
  if (twice(entries.map(({ url }) => normaliseEndpointUrl(url)))) return "Two entries have the same url"
  if (twice(entries.map(({ name }) => name.toLowerCase()))) return "Two entries have the same name"
  if (entries.filter(({ is_default }) => is_default === true).length > 1) return "More than one entry is the default"
  const half = entries.some(({ admin_access_key, admin_secret_key }) => (admin_access_key === undefined) !== (admin_secret_key === undefined))
  return half ? "Give admin_access_key and admin_secret_key together" : null
}

/** What is left out stays as it is. */
export const UpdateStorageEndpoint = Schema.Struct({
  name: Schema.optionalKey(EndpointName),
  url: Schema.optionalKey(EndpointUrl),
  ...optional,
  ...readVersion
}).annotate({ identifier: "UpdateStorageEndpoint" })
export type UpdateStorageEndpoint = typeof UpdateStorageEndpoint.Type

/** Nothing of this is stored. With `endpoint_id`, what is left out is taken from that endpoint. */
export const DetectFeatures = Schema.Struct({
  endpoint_id: Schema.optionalKey(RowId),
  url: Schema.optionalKey(EndpointUrl),
  admin_endpoint: Schema.optionalKey(Schema.NullOr(EndpointUrl)),
  provider: Schema.optionalKey(Provider),
  region: Schema.optionalKey(Region),
  verify_tls: Schema.optionalKey(Schema.Boolean),
  admin_access_key: Schema.optionalKey(Schema.NullOr(AccessKey)),
  admin_secret_key: Schema.optionalKey(Schema.NullOr(SecretKey))
}).annotate({ identifier: "DetectFeatures" })
export type DetectFeatures = typeof DetectFeatures.Type

/** `GET /api/onboarding`: what is still missing before the console is of use. */
export const Onboarding = Schema.Struct({
  endpoint_configured: Schema.Boolean,
  storage_access_configured: Schema.Boolean,
  complete: Schema.Boolean,
  /** The same without the sandbox, which registers itself and a sample account. */
  own_endpoint_configured: Schema.Boolean,
  own_storage_access_configured: Schema.Boolean
}).annotate({ identifier: "Onboarding" })
export type Onboarding = typeof Onboarding.Type
