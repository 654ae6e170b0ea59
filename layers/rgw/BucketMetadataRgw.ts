import { Effect, Layer, Schema } from "effect"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { fullBucketName } from "#domain/gateways/endpoints/tenantOf.ts"
import { BucketMetadata } from "#services/buckets/workbench/BucketMetadata.ts"
import { AdminCalls } from "./AdminCalls.ts"
import { attributeValues } from "./metadata/bucketAttributes.ts"
import { orNotFound } from "./refusals.ts"
import { bucketQuotaOf, WireBucket } from "./wire/Bucket.ts"

const WebsiteConf = Schema.Struct({
  index_doc_suffix: Schema.optionalKey(Schema.String),
  error_doc: Schema.optionalKey(Schema.String),
  routing_rules: Schema.optionalKey(Schema.Struct({ rules: Schema.Array(Schema.Unknown) }))
})

const WireInstance = Schema.Struct({
  data: Schema.Struct({
    bucket_info: Schema.Struct({
      flags: Schema.Int,
      quota: WireBucket.fields.bucket_quota,
      has_website: Schema.optionalKey(Schema.Boolean),
      website_conf: Schema.optionalKey(WebsiteConf),
      sync_policy: Schema.optionalKey(Schema.Unknown)
    }),
    attrs: Schema.Array(Schema.Struct({ key: Schema.String, val: Schema.String }))
  })
})
type Instance = (typeof WireInstance.Type)["data"]

const VERSIONED = 2
const VERSIONS_SUSPENDED = 4
const OBJECT_LOCK = 32

const versioningOf = (flags: number) =>
  (flags & VERSIONS_SUSPENDED) !== 0
    ? { status: "suspended" }
    : (flags & VERSIONED) !== 0
      ? { status: "enabled" }
      : null

/** Website without redirects, whose form in the metadata is not known. */
const websiteOf = ({
  has_website,
  website_conf
}: Instance["bucket_info"]): ReadonlyArray<readonly [FeatureName, unknown]> => {
  if (has_website !== true) return [["website", null]]
  const rules = website_conf?.routing_rules?.rules ?? []
  const index = website_conf?.index_doc_suffix ?? ""
  return rules.length > 0 || index === ""
    ? []
    : [
        [
          "website",
          {
            index_document: index,
            error_document: website_conf?.error_doc || null,
            redirect_all: null,
            routing_rules: []
          }
        ]
      ]
}

const valuesOf = ({ attrs, bucket_info: info }: Instance): ReadonlyMap<FeatureName, unknown> => {
  const values = attributeValues(attrs)
  if (values.size === 0) return values
  return new Map<FeatureName, unknown>([
    ...values,
    ["versioning", versioningOf(info.flags)],
    ["quota", bucketQuotaOf(info.quota)],
    // the default retention is not part of the metadata
    ...((info.flags & OBJECT_LOCK) === 0 ? [["object_lock", null] as const] : []),
    ...(info.sync_policy === undefined ? [["replication", null] as const] : []),
    ...(attrs.some(({ key }) => key === "user.rgw.bucket-notification") ? [] : [["notifications", null] as const]),
    ...websiteOf(info)
  ])
}

export const layer = Layer.effect(
  BucketMetadata,
  Effect.map(AdminCalls, (calls) =>
    BucketMetadata.of({
      features: Effect.fn("BucketMetadata.features")((target, bucket) =>
        calls
          .document(
            target,
            {
              operation: "GetBucketInstance",
              method: "GET",
              path: "/metadata/bucket.instance",
              idempotent: true,
              query: { key: `${fullBucketName(bucket)}:${bucket.bucket_id}` }
            },
            WireInstance
          )
          .pipe(
            orNotFound("Bucket", bucket.name),
            Effect.map(({ data }) => valuesOf(data))
          )
      )
    })
  )
)
