import { DateTime, Schema } from "effect"
import type { ConnectionEvidence } from "../ConnectionEvidence.ts"
import type { DetectedFeatures, EndpointCapabilities, FeatureName } from "../../gateways/endpoints/StorageEndpoint.ts"
import type { ExecutionContext } from "./ExecutionContext.ts"

export const capabilityNames = [
  "buckets",
  "objects",
  "admin_ops",
  "iam",
  "topics",
  "usage",
  "static_website",
  "replication"
] as const

export const ContextCapability = Schema.Struct({
  name: Schema.Literals(capabilityNames),
  available: Schema.Boolean,
  reason: Schema.NullOr(Schema.String),
  evidence: Schema.NullOr(Schema.String),
  checked_at: Schema.NullOr(Schema.String)
}).annotate({ identifier: "ContextCapability" })
export type ContextCapability = typeof ContextCapability.Type

export const ContextCapabilityList = Schema.Struct({ items: Schema.Array(ContextCapability) }).annotate({
  identifier: "ContextCapabilityList"
})

export interface ContextFacts {
  readonly context: ExecutionContext
  readonly endpoint: {
    readonly name: string
    readonly switches: EndpointCapabilities
    readonly detected: DetectedFeatures | null
    readonly has_key: boolean
  } | null
  readonly probe: ConnectionEvidence | null
  /** RGW answers every replication request with 405. */
  readonly rgw: boolean
}

interface Evidence {
  readonly evidence: string | null
  readonly checked_at: string | null
  readonly missing: boolean
}

const NO_EVIDENCE: Evidence = { evidence: null, checked_at: null, missing: false }

export const contextCapabilities = ({
  context,
  endpoint,
  probe,
  rgw
}: ContextFacts): ReadonlyArray<ContextCapability> => {
  const connection = context.kind === "connection"
  const place = endpoint?.name ?? context.endpoint_name

  const detected = (feature: FeatureName): Evidence => {
    const featureEvidence = endpoint?.detected?.evidence.find((one) => one.feature === feature)
    return featureEvidence === undefined
      ? NO_EVIDENCE
      : {
          evidence: featureEvidence.evidence,
          checked_at: DateTime.formatIso(featureEvidence.checked_at),
          missing: featureEvidence.available === false
        }
  }
  const tried = (calls: ReadonlyArray<ConnectionEvidence["calls"][number]["call"]>): Evidence => {
    const [call] = probe?.calls.filter((one) => calls.includes(one.call)) ?? []
    return probe === null || call === undefined
      ? NO_EVIDENCE
      : { evidence: call.evidence, checked_at: DateTime.formatIso(probe.checked_at), missing: call.worked === false }
  }
  const capability = (
    name: ContextCapability["name"],
    reason: string | null,
    { checked_at, evidence, missing }: Evidence
  ): ContextCapability => {
    const why = reason ?? (missing ? "It was tried, and the gateway does not let it" : null)
    return { name, available: why === null, reason: why, evidence, checked_at }
  }
  const reasonIfOff = (feature: keyof EndpointCapabilities, called: string): string | null =>
    endpoint === null
      ? `${called} is known of registered storage endpoints only, and this connection has an address of its own`
      : endpoint.switches[feature]
        ? null
        : `${called} is switched off for ${endpoint.name}: an administrator can switch it on`

  const unusable =
    context.unusable_reason === null
      ? null
      : context.unusable_reason === "expired"
        ? "Its credentials have ended"
        : "Its host is not allowed"
  const admin = connection
    ? "A connection has only its own keys: what Admin Ops tells needs the technical key of an endpoint"
    : (reasonIfOff("admin", "Admin Ops") ??
      (endpoint?.has_key === true ? null : `No technical key is stored for ${place}`))
  const objects = context.capabilities.can_browse_objects
    ? null
    : connection
      ? "A shared connection opens in Manager only: its objects are not for Browser"
      : "Your association with it does not open its data: an administrator can allow it"
  const iam = connection
    ? context.capabilities.can_manage_iam
      ? null
      : "The connection does not say that its keys may manage IAM"
    : context.kind === "s3_user"
      ? "IAM belongs to RGW accounts, and this is a user of none"
      : reasonIfOff("iam", "IAM")
  const own = connection ? tried(["ListBuckets"]) : detected("liveness")

  return [
    capability(
      "buckets",
      unusable ?? (context.capabilities.can_manage_buckets ? null : "Its buckets cannot be managed"),
      own
    ),
    capability(
      "objects",
      unusable ?? objects,
      objects === null
        ? own
        : {
            ...NO_EVIDENCE,
            evidence: connection
              ? "Read from the connection: it is shared"
              : "Read from your association, as it stands now"
          }
    ),
    capability("admin_ops", admin, connection ? NO_EVIDENCE : detected("admin")),
    capability("iam", unusable ?? iam, connection ? tried(["iam:ListUsers", "iam:GetUser"]) : detected("iam")),
    capability("topics", unusable ?? reasonIfOff("sns", "SNS"), detected("sns")),
    capability("usage", admin ?? reasonIfOff("usage", "The usage log"), connection ? NO_EVIDENCE : detected("usage")),
    capability("static_website", reasonIfOff("static_website", "Static website hosting"), NO_EVIDENCE),
    capability(
      "replication",
      rgw ? "RGW has no bucket replication of this kind" : null,
      rgw ? { ...NO_EVIDENCE, evidence: "RGW answers every PUT ?replication with 405" } : NO_EVIDENCE
    )
  ]
}
