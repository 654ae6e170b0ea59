import type { Acl, Grant } from "../../../../../services/domain/buckets/features/acl.ts"
import type { Cors } from "../../../../../services/domain/buckets/features/cors.ts"
import type { Encryption } from "../../../../../services/domain/buckets/features/encryption.ts"
import type { Logging } from "../../../../../services/domain/buckets/features/logging.ts"
import type { Notifications } from "../../../../../services/domain/buckets/features/notifications.ts"
import type { ObjectLock } from "../../../../../services/domain/buckets/features/objectLock.ts"
import type { Policy } from "../../../../../services/domain/buckets/features/policy.ts"
import type { PublicAccessBlock } from "../../../../../services/domain/buckets/features/publicAccessBlock.ts"
import type { Replication } from "../../../../../services/domain/buckets/features/replication.ts"
import type { Tags } from "../../../../../services/domain/buckets/features/tags.ts"
import type { Versioning } from "../../../../../services/domain/buckets/features/versioning.ts"
import type { Website } from "../../../../../services/domain/buckets/features/website.ts"
import type { Lifecycle } from "../../../../../services/domain/buckets/lifecycle/Lifecycle.ts"
import type { FeatureName, Value } from "./feature"
import { lifecycleOption } from "./lifecycle/lifecycle-option"
import type { Rule } from "./lifecycle/rule"

export interface AwsOption {
  readonly option: string
  readonly value: unknown
}

/** awscli does not accept null fields. */
const withoutNulls = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))
const nonEmpty = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> | undefined => (list.length === 0 ? undefined : list)
const onOff = (on: boolean) => (on ? "Enabled" : "Disabled")

const versioning = ({ status }: Versioning): AwsOption => ({
  option: "versioning-configuration",
  value: { Status: status === "enabled" ? "Enabled" : "Suspended" }
})

const tags = (value: Tags): AwsOption => ({
  option: "tagging",
  value: { TagSet: value.tags.map(({ key, value }) => ({ Key: key, Value: value })) }
})

const policy = ({ text }: Policy): AwsOption => ({ option: "policy", value: text })

const encryption = ({ algorithm, bucket_key_enabled, kms_key_id }: Encryption): AwsOption => ({
  option: "server-side-encryption-configuration",
  value: {
    Rules: [
      withoutNulls({
        ApplyServerSideEncryptionByDefault: withoutNulls({ SSEAlgorithm: algorithm, KMSMasterKeyID: kms_key_id }),
        BucketKeyEnabled: bucket_key_enabled
      })
    ]
  }
})

const objectLock = ({ default_retention: retention }: ObjectLock): AwsOption => ({
  option: "object-lock-configuration",
  value: {
    ObjectLockEnabled: "Enabled",
    ...(retention === null
      ? {}
      : {
          Rule: {
            DefaultRetention: { Mode: retention.mode, [retention.unit === "days" ? "Days" : "Years"]: retention.length }
          }
        })
  }
})

const publicAccessBlock = (value: PublicAccessBlock): AwsOption => ({
  option: "public-access-block-configuration",
  value: {
    BlockPublicAcls: value.block_public_acls,
    IgnorePublicAcls: value.ignore_public_acls,
    BlockPublicPolicy: value.block_public_policy,
    RestrictPublicBuckets: value.restrict_public_buckets
  }
})

const cors = ({ rules }: Cors): AwsOption => ({
  option: "cors-configuration",
  value: {
    CORSRules: rules.map((rule) =>
      withoutNulls({
        ID: rule.id,
        AllowedOrigins: rule.allowed_origins,
        AllowedMethods: rule.allowed_methods,
        AllowedHeaders: nonEmpty(rule.allowed_headers),
        ExposeHeaders: nonEmpty(rule.expose_headers),
        MaxAgeSeconds: rule.max_age_seconds
      })
    )
  }
})

const website = ({ error_document, index_document, redirect_all, routing_rules }: Website): AwsOption => ({
  option: "website-configuration",
  value: withoutNulls({
    IndexDocument: index_document === null ? null : { Suffix: index_document },
    ErrorDocument: error_document === null ? null : { Key: error_document },
    RedirectAllRequestsTo:
      redirect_all === null
        ? null
        : withoutNulls({ HostName: redirect_all.host_name, Protocol: redirect_all.protocol }),
    RoutingRules: nonEmpty(
      routing_rules.map((rule) =>
        withoutNulls({
          Condition:
            rule.key_prefix === null && rule.http_error_code === null
              ? null
              : withoutNulls({ KeyPrefixEquals: rule.key_prefix, HttpErrorCodeReturnedEquals: rule.http_error_code }),
          Redirect: withoutNulls({
            Protocol: rule.protocol,
            HostName: rule.host_name,
            ReplaceKeyPrefixWith: rule.replace_key_prefix_with,
            ReplaceKeyWith: rule.replace_key_with,
            HttpRedirectCode: rule.http_redirect_code
          })
        })
      )
    )
  })
})

const logging = ({
  key_format,
  logging_type,
  object_roll_time_seconds,
  partition_date_source,
  records_batch_size,
  target_bucket,
  target_prefix
}: Logging): AwsOption | undefined =>
  logging_type !== null || object_roll_time_seconds !== null || records_batch_size !== null
    ? undefined
    : {
        option: "bucket-logging-status",
        value: {
          LoggingEnabled: withoutNulls({
            TargetBucket: target_bucket,
            TargetPrefix: target_prefix,
            TargetObjectKeyFormat:
              key_format === "partitioned"
                ? { PartitionedPrefix: withoutNulls({ PartitionDateSource: partition_date_source }) }
                : key_format === "simple"
                  ? { SimplePrefix: {} }
                  : null
          })
        }
      }

const notifications = (value: Notifications): AwsOption => ({
  option: "notification-configuration",
  value: {
    TopicConfigurations: value.notifications.map(({ events, id, prefix, suffix, target }) => {
      const rules = [
        ...(prefix === null ? [] : [{ Name: "prefix", Value: prefix }]),
        ...(suffix === null ? [] : [{ Name: "suffix", Value: suffix }])
      ]
      return withoutNulls({
        Id: id,
        TopicArn: target,
        Events: events,
        Filter: rules.length === 0 ? null : { Key: { FilterRules: rules } }
      })
    })
  }
})

const replication = ({ role, rules }: Replication): AwsOption => ({
  option: "replication-configuration",
  value: {
    Role: role,
    Rules: rules.map((rule) =>
      withoutNulls({
        ID: rule.id,
        Priority: rule.priority,
        Status: onOff(rule.status === "enabled"),
        Filter: rule.prefix === null ? null : { Prefix: rule.prefix },
        DeleteMarkerReplication:
          rule.delete_marker_replication === null ? null : { Status: onOff(rule.delete_marker_replication) },
        Destination: withoutNulls({ Bucket: rule.target_bucket, StorageClass: rule.storage_class })
      })
    )
  }
})

const GROUPS: Readonly<Record<string, string>> = {
  AllUsers: "http://acs.amazonaws.com/groups/global/AllUsers",
  AuthenticatedUsers: "http://acs.amazonaws.com/groups/global/AuthenticatedUsers",
  LogDelivery: "http://acs.amazonaws.com/groups/s3/LogDelivery"
}
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" }

const granteeOf = ({ grantee, type }: Grant) =>
  type === "group"
    ? { Type: "Group", URI: GROUPS[grantee] ?? grantee }
    : type === "email"
      ? { Type: "AmazonCustomerByEmail", EmailAddress: grantee }
      : { Type: "CanonicalUser", ID: grantee }

/** put-bucket-acl needs the owner, which only the current ACL document reports. */
const ownerIn = (document: string | null): string | undefined =>
  /<Owner>\s*<ID>([^<]+)<\/ID>/
    .exec(document ?? "")?.[1]
    ?.replace(/&(\w+);/g, (all, name: string) => ENTITIES[name] ?? all)

const acl = ({ grants }: Acl, document: string | null): AwsOption | undefined => {
  const owner = ownerIn(document)
  return owner === undefined
    ? undefined
    : {
        option: "access-control-policy",
        value: {
          Owner: { ID: owner },
          Grants: grants.map((grant) => ({ Grantee: granteeOf(grant), Permission: grant.permission }))
        }
      }
}

/** awscli has no option for quotas. */
const OPTIONS = {
  versioning,
  encryption,
  object_lock: objectLock,
  tags,
  public_access_block: publicAccessBlock,
  acl,
  policy,
  cors,
  website,
  logging,
  notifications,
  replication,
  lifecycle: (value: Lifecycle): AwsOption =>
    lifecycleOption(value as unknown as { readonly rules: ReadonlyArray<Rule> })
}

export const awsOptionOf = (feature: FeatureName, value: Value, document: string | null): AwsOption | undefined =>
  feature === "quota"
    ? undefined
    : (OPTIONS[feature] as unknown as (value: Value, document: string | null) => AwsOption | undefined)(value, document)
