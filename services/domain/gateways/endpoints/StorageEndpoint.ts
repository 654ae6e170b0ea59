import { RowId } from "../../platform/RowId.ts"
import { Schema } from "effect"
import { readVersion, versioned } from "../../platform/RowVersion.ts"
import { Line, Name } from "../../platform/Text.ts"
import { EndpointUrl, normaliseEndpointUrl } from "./EndpointUrl.ts"
import { GatewayDiagnosis } from "./GatewayDiagnosis.ts"
import { AccessKey, SecretKey } from "./GatewayKeys.ts"

/** `cluster`: a Ceph cluster with Admin Ops. */
export const Provider = Schema.Literals(["cluster", "cloud", "other"]).annotate({ identifier: "Provider" })
export type Provider = typeof Provider.Type

const Switch = Schema.Struct({ enabled: Schema.Boolean })
const SwitchWithEndpoint = Schema.Struct({
  enabled: Schema.Boolean,
  endpoint: Schema.optionalKey(Schema.NullOr(Line(2048)))
})

export const FeaturesConfig = Schema.Struct({
  features: Schema.Struct({
    admin: Schema.optionalKey(SwitchWithEndpoint),
    account: Schema.optionalKey(Switch),
    iam: Schema.optionalKey(SwitchWithEndpoint),
    sts: Schema.optionalKey(SwitchWithEndpoint),
    sns: Schema.optionalKey(SwitchWithEndpoint),
    usage: Schema.optionalKey(Switch),
    metrics: Schema.optionalKey(Switch),
    static_website: Schema.optionalKey(Switch),
    healthcheck: Schema.optionalKey(
      Schema.Struct({
        enabled: Schema.Boolean,
        healthcheck_url: Schema.optionalKey(Schema.NullOr(Line(2048)))
      })
    )
  })
}).annotate({ identifier: "FeaturesConfig" })
export type FeaturesConfig = typeof FeaturesConfig.Type

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

export const FeatureName = Schema.Literals(["liveness", "admin", "account", "iam", "sts", "sns", "usage"]).annotate({
  identifier: "FeatureName"
})
export type FeatureName = typeof FeatureName.Type

export const FeatureEvidence = Schema.Struct({
  feature: FeatureName,
  available: Schema.NullOr(Schema.Boolean),
  evidence: Schema.String,
  checked_at: Schema.DateTimeUtcFromString
}).annotate({ identifier: "FeatureEvidence" })
export type FeatureEvidence = typeof FeatureEvidence.Type

export const DetectedFeatures = Schema.Struct({
  cluster_id: Schema.NullOr(Schema.String),
  evidence: Schema.Array(FeatureEvidence),
  diagnosis: Schema.optionalKey(GatewayDiagnosis),
  suggested: FeaturesConfig,
  checked_at: Schema.DateTimeUtcFromString
}).annotate({ identifier: "DetectedFeatures" })
export type DetectedFeatures = typeof DetectedFeatures.Type

export const EndpointHealth = Schema.Struct({
  state: Schema.Literals(["up", "degraded", "down"]),
  latency_ms: Schema.NullOr(Schema.Int),
  error: Schema.NullOr(Schema.String),
  checked_at: Schema.DateTimeUtcFromString,
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
  is_sandbox: Schema.Boolean,
  source: Schema.Literals(["database", "environment"]),
  features_config: FeaturesConfig,
  capabilities: EndpointCapabilities,
  tags: Schema.Array(Schema.String),
  latitude: Schema.NullOr(Schema.Finite),
  longitude: Schema.NullOr(Schema.Finite),
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
/** Sent in the header of every signed request. */
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
  /** Technical key for Admin Ops. Both or neither; null removes it. */
  admin_access_key: Schema.optionalKey(Schema.NullOr(AccessKey)),
  admin_secret_key: Schema.optionalKey(Schema.NullOr(SecretKey))
}

export const CreateStorageEndpoint = Schema.Struct({ name: EndpointName, url: EndpointUrl, ...optional }).annotate({
  identifier: "CreateStorageEndpoint"
})
export type CreateStorageEndpoint = typeof CreateStorageEndpoint.Type

/** ENV_STORAGE_ENDPOINTS. Absent features are detected. */
export const ConfiguredStorageEndpoint = Schema.Struct({
  name: EndpointName,
  url: EndpointUrl,
  ...optional,
  admin_access_key: Schema.optionalKey(AccessKey),
  admin_secret_key: Schema.optionalKey(SecretKey)
})
export type ConfiguredStorageEndpoint = typeof ConfiguredStorageEndpoint.Type

export const configuredEndpointsFault = (entries: ReadonlyArray<ConfiguredStorageEndpoint>): string | null => {
  const hasDuplicates = (texts: ReadonlyArray<string | null>) => new Set(texts).size < texts.length
  if (hasDuplicates(entries.map(({ url }) => normaliseEndpointUrl(url)))) return "Two entries have the same url"
  if (hasDuplicates(entries.map(({ name }) => name.toLowerCase()))) return "Two entries have the same name"
  if (entries.filter(({ is_default }) => is_default === true).length > 1) return "More than one entry is the default"
  const half = entries.some(
    ({ admin_access_key, admin_secret_key }) => (admin_access_key === undefined) !== (admin_secret_key === undefined)
  )
  return half ? "Give admin_access_key and admin_secret_key together" : null
}

export const UpdateStorageEndpoint = Schema.Struct({
  name: Schema.optionalKey(EndpointName),
  url: Schema.optionalKey(EndpointUrl),
  ...optional,
  ...readVersion
}).annotate({ identifier: "UpdateStorageEndpoint" })
export type UpdateStorageEndpoint = typeof UpdateStorageEndpoint.Type

/** Stores nothing. Absent fields come from `endpoint_id`. */
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

export const Onboarding = Schema.Struct({
  endpoint_configured: Schema.Boolean,
  storage_access_configured: Schema.Boolean,
  complete: Schema.Boolean,
  /** Without the sandbox, which registers itself and a sample account. */
  own_endpoint_configured: Schema.Boolean,
  own_storage_access_configured: Schema.Boolean
}).annotate({ identifier: "Onboarding" })
export type Onboarding = typeof Onboarding.Type
