import { Effect } from "effect"
import type { Acl } from "#domain/buckets/features/acl.ts"
import type { Cors } from "#domain/buckets/features/cors.ts"
import type { Encryption } from "#domain/buckets/features/encryption.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import type { Logging } from "#domain/buckets/features/logging.ts"
import type { Notifications } from "#domain/buckets/features/notifications.ts"
import type { ObjectLock } from "#domain/buckets/features/objectLock.ts"
import type { Policy } from "#domain/buckets/features/policy.ts"
import type { PublicAccessBlock } from "#domain/buckets/features/publicAccessBlock.ts"
import type { BucketQuota } from "#domain/buckets/features/quota.ts"
import type { Tags } from "#domain/buckets/features/tags.ts"
import type { Versioning } from "#domain/buckets/features/versioning.ts"
import type { Website } from "#domain/buckets/features/website.ts"
import type { Lifecycle } from "#domain/buckets/lifecycle/Lifecycle.ts"
import { boto3, type BotoAccess, type BotoCall } from "../support/boto3.ts"
import { unique } from "./contract/adminGateway.ts"
import type { ManagerScene } from "./managerScene.ts"

export interface World {
  readonly bucket: string
  readonly owner: string
  readonly scene: ManagerScene
  readonly access: BotoAccess
  readonly other: string
}

interface Contract<Value> {
  readonly made?: object
  readonly prepare?: (world: World) => Effect.Effect<string>
  readonly first: (world: World) => Value
  readonly second: (world: World) => Value
  readonly stays?: true
  readonly foreign?: {
    readonly get: (world: World) => BotoCall
    readonly told: (answer: any) => unknown
    readonly says: (value: Value, world: World) => unknown
    readonly put?: (world: World) => ReadonlyArray<BotoCall>
    readonly wrote: (world: World) => Value
  }
}

const get =
  (method: string) =>
  ({ bucket }: World): BotoCall => [method, { Bucket: bucket }]
const put =
  (method: string, field: string, value: (world: World) => unknown) =>
  (world: World): ReadonlyArray<BotoCall> => [[method, { Bucket: world.bucket, [field]: value(world) }]]
const said = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

const versioning: Contract<Versioning> = {
  first: () => ({ status: "enabled" }),
  second: () => ({ status: "suspended" }),
  stays: true,
  foreign: {
    get: get("get_bucket_versioning"),
    told: ({ Status }) => Status,
    says: ({ status }) => (status === "enabled" ? "Enabled" : "Suspended"),
    put: put("put_bucket_versioning", "VersioningConfiguration", () => ({ Status: "Enabled" })),
    wrote: () => ({ status: "enabled" })
  }
}

const objectLock: Contract<ObjectLock> = {
  made: { object_lock: true },
  stays: true,
  first: () => ({ default_retention: { mode: "GOVERNANCE", length: 3, unit: "days" } }),
  second: () => ({ default_retention: { mode: "COMPLIANCE", length: 1, unit: "years" } }),
  foreign: {
    get: get("get_object_lock_configuration"),
    told: ({ ObjectLockConfiguration }) => ObjectLockConfiguration,
    says: ({ default_retention: retention }) => ({
      ObjectLockEnabled: "Enabled",
      ...(retention === null
        ? {}
        : {
            Rule: {
              DefaultRetention: {
                Mode: retention.mode,
                [retention.unit === "days" ? "Days" : "Years"]: retention.length
              }
            }
          })
    }),
    put: put("put_object_lock_configuration", "ObjectLockConfiguration", () => ({ ObjectLockEnabled: "Enabled" })),
    wrote: () => ({ default_retention: null })
  }
}

const encryption: Contract<Encryption> = {
  first: () => ({ algorithm: "aws:kms", kms_key_id: "testkey-1", bucket_key_enabled: null }),
  second: () => ({ algorithm: "aws:kms", kms_key_id: "testkey-2", bucket_key_enabled: true }),
  foreign: {
    get: get("get_bucket_encryption"),
    // not its BucketKeyEnabled: RGW writes True, which boto3 reads as false
    told: ({
      ServerSideEncryptionConfiguration: {
        Rules: [{ ApplyServerSideEncryptionByDefault }]
      }
    }) => ApplyServerSideEncryptionByDefault,
    says: ({ algorithm, kms_key_id }) => said({ SSEAlgorithm: algorithm, KMSMasterKeyID: kms_key_id }),
    put: put("put_bucket_encryption", "ServerSideEncryptionConfiguration", () => ({
      Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: "AES256" } }]
    })),
    wrote: () => ({ algorithm: "AES256", kms_key_id: null, bucket_key_enabled: null })
  }
}

const byKey = (tags: ReadonlyArray<{ readonly Key: string }>) =>
  [...tags].sort((one, other) => (one.Key < other.Key ? -1 : 1))
const tags: Contract<Tags> = {
  first: () => ({
    tags: [
      { key: "b <&> c", value: "Größe 猫" },
      { key: "a", value: "" }
    ]
  }),
  second: () => ({ tags: [{ key: "b <&> c", value: '"other"' }] }),
  foreign: {
    get: get("get_bucket_tagging"),
    told: ({ TagSet }) => byKey(TagSet),
    says: (value) => byKey(value.tags.map(({ key, value }) => ({ Key: key, Value: value }))),
    put: put("put_bucket_tagging", "Tagging", () => ({ TagSet: [{ Key: "theirs", Value: "v" }] })),
    wrote: () => ({ tags: [{ key: "theirs", value: "v" }] })
  }
}

const quota: Contract<BucketQuota> = {
  first: () => ({ max_size_bytes: 1_048_576, max_objects: 10, enabled: true }),
  second: () => ({ max_size_bytes: null, max_objects: 20, enabled: false })
}

const block = (on: boolean, policy: boolean): PublicAccessBlock => ({
  block_public_acls: on,
  ignore_public_acls: on,
  block_public_policy: policy,
  restrict_public_buckets: on
})
const wireBlock = (value: PublicAccessBlock) => ({
  BlockPublicAcls: value.block_public_acls,
  IgnorePublicAcls: value.ignore_public_acls,
  BlockPublicPolicy: value.block_public_policy,
  RestrictPublicBuckets: value.restrict_public_buckets
})
const publicAccessBlock: Contract<PublicAccessBlock> = {
  first: () => block(true, true),
  second: () => block(true, false),
  foreign: {
    get: get("get_public_access_block"),
    told: ({ PublicAccessBlockConfiguration }) => PublicAccessBlockConfiguration,
    says: wireBlock,
    put: put("put_public_access_block", "PublicAccessBlockConfiguration", () => ({ BlockPublicAcls: true })),
    wrote: () => ({ ...block(false, false), block_public_acls: true })
  }
}

const ownGrant = (owner: string) => ({
  type: "user" as const,
  grantee: owner,
  display_name: null,
  permission: "FULL_CONTROL" as const
})
const groupGrant = (grantee: string, permission: Acl["grants"][number]["permission"]) => ({
  type: "group" as const,
  grantee,
  display_name: null,
  permission
})
const acl: Contract<Acl> = {
  stays: true,
  first: ({ owner }) => ({ grants: [ownGrant(owner), groupGrant("AuthenticatedUsers", "READ")] }),
  second: ({ owner }) => ({
    grants: [ownGrant(owner), groupGrant("AuthenticatedUsers", "WRITE"), groupGrant("AllUsers", "READ")]
  }),
  foreign: {
    get: get("get_bucket_acl"),
    told: ({ Grants, Owner }) => [
      Owner.ID,
      Grants.map(({ Grantee: { ID, Type, URI }, Permission }: any) => `${Permission} ${Type} ${ID ?? URI}`).sort()
    ],
    says: ({ grants }, { owner }) => [
      owner,
      grants
        .map(
          ({ grantee, permission, type }) =>
            `${permission} ${type === "user" ? `CanonicalUser ${grantee}` : `Group http://acs.amazonaws.com/groups/global/${grantee}`}`
        )
        .sort()
    ],
    put: ({ bucket }) => [["put_bucket_acl", { Bucket: bucket, ACL: "public-read" }]],
    wrote: ({ owner }) => ({ grants: [ownGrant(owner), groupGrant("AllUsers", "READ")] })
  }
}

const policyText = (bucket: string, sid: string, action: string) =>
  JSON.stringify(
    {
      Version: "2012-10-17",
      Statement: [
        { Sid: sid, Effect: "Deny", Principal: "*", Action: action, Resource: [`arn:aws:s3:::${bucket}/secret/*`] }
      ]
    },
    null,
    1
  )
const policy: Contract<Policy> = {
  first: ({ bucket }) => ({ text: policyText(bucket, "Größe", "s3:GetObjectTagging") }),
  second: ({ bucket }) => ({ text: policyText(bucket, "s", "s3:DeleteObjectTagging") }),
  foreign: {
    get: get("get_bucket_policy"),
    told: (answer) => answer.Policy,
    says: ({ text }) => text,
    put: put("put_bucket_policy", "Policy", ({ bucket }) => policyText(bucket, "theirs", "s3:PutObjectTagging")),
    wrote: ({ bucket }) => ({ text: policyText(bucket, "theirs", "s3:PutObjectTagging") })
  }
}

const sorted = (texts: ReadonlyArray<string> | undefined) => [...(texts ?? [])].sort()
const cors: Contract<Cors> = {
  first: () => ({
    rules: [
      {
        id: "a",
        allowed_origins: ["https://a.test", "https://*.b.test"],
        allowed_methods: ["GET", "PUT"],
        allowed_headers: ["*"],
        expose_headers: ["ETag"],
        max_age_seconds: 300
      }
    ]
  }),
  second: () => ({
    rules: [
      {
        id: "a",
        allowed_origins: ["https://a.test"],
        allowed_methods: ["GET"],
        allowed_headers: [],
        expose_headers: [],
        max_age_seconds: null
      },
      {
        id: "b",
        allowed_origins: ["*"],
        allowed_methods: ["HEAD"],
        allowed_headers: ["x-a"],
        expose_headers: [],
        max_age_seconds: 0
      }
    ]
  }),
  foreign: {
    get: get("get_bucket_cors"),
    told: ({ CORSRules }) =>
      CORSRules.map(({ AllowedHeaders, AllowedMethods, AllowedOrigins, ExposeHeaders, ID, MaxAgeSeconds }: any) => [
        ID,
        sorted(AllowedOrigins),
        sorted(AllowedMethods),
        sorted(AllowedHeaders),
        ExposeHeaders ?? [],
        MaxAgeSeconds ?? null
      ]),
    says: ({ rules }) =>
      rules.map((rule) => [
        rule.id,
        sorted(rule.allowed_origins),
        sorted(rule.allowed_methods),
        sorted(rule.allowed_headers),
        rule.expose_headers,
        rule.max_age_seconds
      ]),
    put: put("put_bucket_cors", "CORSConfiguration", () => ({
      CORSRules: [{ ID: "theirs", AllowedMethods: ["POST"], AllowedOrigins: ["*"] }]
    })),
    wrote: () => ({
      rules: [
        {
          id: "theirs",
          allowed_origins: ["*"],
          allowed_methods: ["POST"],
          allowed_headers: [],
          expose_headers: [],
          max_age_seconds: null
        }
      ]
    })
  }
}

const noRule = {
  key_prefix: null,
  http_error_code: null,
  protocol: null,
  host_name: null,
  replace_key_prefix_with: null,
  replace_key_with: null,
  http_redirect_code: null
}
const website: Contract<Website> = {
  first: () => ({
    index_document: "index.html",
    error_document: "error.html",
    redirect_all: null,
    routing_rules: [
      { ...noRule, key_prefix: "docs/", replace_key_prefix_with: "documents/" },
      { ...noRule, http_error_code: "404", host_name: "h.test", protocol: "https", http_redirect_code: "302" }
    ]
  }),
  second: () => ({
    index_document: null,
    error_document: null,
    redirect_all: { host_name: "elsewhere.test", protocol: "https" },
    routing_rules: []
  }),
  foreign: {
    get: get("get_bucket_website"),
    told: ({ ErrorDocument, IndexDocument, RedirectAllRequestsTo, RoutingRules }) => [
      IndexDocument?.Suffix ?? null,
      ErrorDocument?.Key ?? null,
      RedirectAllRequestsTo ?? null,
      RoutingRules ?? []
    ],
    says: ({ error_document, index_document, redirect_all, routing_rules }) => [
      index_document,
      error_document,
      redirect_all === null ? null : said({ HostName: redirect_all.host_name, Protocol: redirect_all.protocol }),
      routing_rules.map((rule) => ({
        Condition: said({ KeyPrefixEquals: rule.key_prefix, HttpErrorCodeReturnedEquals: rule.http_error_code }),
        Redirect: said({
          HostName: rule.host_name,
          Protocol: rule.protocol,
          ReplaceKeyPrefixWith: rule.replace_key_prefix_with,
          ReplaceKeyWith: rule.replace_key_with,
          HttpRedirectCode: rule.http_redirect_code
        })
      }))
    ],
    put: put("put_bucket_website", "WebsiteConfiguration", () => ({ IndexDocument: { Suffix: "theirs.html" } })),
    wrote: () => ({ index_document: "theirs.html", error_document: null, redirect_all: null, routing_rules: [] })
  }
}

const lifecycleRule = (id: string, days: number): Lifecycle["rules"][number] => ({
  id,
  enabled: true,
  filter: { prefix: "tmp/", tags: [], size_greater_than: null, size_less_than: null },
  expiration: { days },
  noncurrent_expiration: null,
  transitions: [],
  noncurrent_transitions: [],
  abort_multipart: { days: 2 }
})
const lifecycle: Contract<Lifecycle> = {
  first: () => ({ rules: [lifecycleRule("a", 7)] }),
  second: () => ({ rules: [lifecycleRule("a", 9), lifecycleRule("b", 30)] }),
  foreign: {
    get: get("get_bucket_lifecycle_configuration"),
    told: ({ Rules }) => byId(Rules.map(({ ID, Expiration: { Days } }: any) => [ID, Days])),
    says: ({ rules }) =>
      byId(
        rules.map(({ expiration, id }) => [id, expiration !== null && "days" in expiration ? expiration.days : null])
      ),
    put: put("put_bucket_lifecycle_configuration", "LifecycleConfiguration", () => ({
      Rules: [
        {
          ID: "theirs",
          Status: "Enabled",
          Filter: { Prefix: "tmp/" },
          Expiration: { Days: 3 },
          AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 }
        }
      ]
    })),
    wrote: () => ({ rules: [lifecycleRule("theirs", 3)] })
  }
}
const byId = (pairs: ReadonlyArray<readonly [unknown, unknown]>) =>
  [...pairs].sort(([one], [other]) => (String(one) < String(other) ? -1 : 1))

/** Lets the gateway write logs of a bucket into another (S7). */
export const loggingPolicy = (from: string, to: string, owner: string) =>
  JSON.stringify({
    Version: "2012-10-17",
    Statement: [
      {
        Effect: "Allow",
        Principal: { Service: "logging.s3.amazonaws.com" },
        Action: "s3:PutObject",
        Resource: `arn:aws:s3:::${to}/*`,
        Condition: {
          StringEquals: { "aws:SourceAccount": owner },
          ArnLike: { "aws:SourceArn": `arn:aws:s3:::${from}` }
        }
      }
    ]
  })
const logsOf = ({ other }: World): Logging => ({
  target_bucket: other,
  target_prefix: "log/",
  key_format: "simple",
  partition_date_source: null,
  logging_type: "Standard",
  object_roll_time_seconds: 600,
  records_batch_size: 0
})
const logging: Contract<Logging> = {
  prepare: Effect.fnUntraced(function* ({ access, bucket, owner, scene }) {
    const target = yield* scene.bucket()
    yield* boto3(access, "s3", [
      ["put_bucket_policy", { Bucket: target, Policy: loggingPolicy(bucket, target, owner) }]
    ])
    return target
  }),
  first: logsOf,
  second: (world) => ({
    ...logsOf(world),
    target_prefix: "other/",
    key_format: "partitioned",
    partition_date_source: "EventTime",
    object_roll_time_seconds: 60
  }),
  foreign: {
    get: get("get_bucket_logging"),
    told: ({ LoggingEnabled }) =>
      LoggingEnabled === undefined ? null : [LoggingEnabled.TargetBucket, LoggingEnabled.TargetPrefix],
    says: ({ target_bucket, target_prefix }) => [target_bucket, target_prefix],
    put: put("put_bucket_logging", "BucketLoggingStatus", ({ other }) => ({
      LoggingEnabled: { TargetBucket: other, TargetPrefix: "theirs/" }
    })),
    wrote: (world) => ({
      ...logsOf(world),
      target_prefix: "theirs/",
      key_format: null,
      logging_type: null,
      object_roll_time_seconds: null,
      records_batch_size: null
    })
  }
}

const notification = (id: string, target: string): Notifications["notifications"][number] => ({
  id,
  type: "topic",
  target,
  events: ["s3:ObjectCreated:*"],
  prefix: null,
  suffix: null,
  regex: null,
  metadata: [],
  tags: []
})
const notifications: Contract<Notifications> = {
  prepare: Effect.fnUntraced(function* ({ access }) {
    const [made] = yield* boto3(access, "sns", [
      ["create_topic", { Name: unique("topic"), Attributes: { "push-endpoint": "http://127.0.0.1:1" } }]
    ])
    return made !== undefined && "answer" in made ? made.answer.TopicArn : Effect.die(new Error(JSON.stringify(made)))
  }),
  first: ({ other }) => ({ notifications: [{ ...notification("n1", other), prefix: "img/", suffix: ".png" }] }),
  second: ({ other }) => ({
    notifications: [
      {
        ...notification("n1", other),
        events: ["s3:ObjectCreated:*", "s3:ObjectRemoved:*"],
        prefix: "img/",
        suffix: ".jpg"
      },
      {
        ...notification("n2", other),
        regex: "^a+$",
        metadata: [{ name: "x-amz-meta-a", value: "1" }],
        tags: [{ name: "t", value: "2" }]
      }
    ]
  }),
  foreign: {
    get: get("get_bucket_notification_configuration"),
    told: ({ TopicConfigurations }) =>
      byId((TopicConfigurations ?? []).map(({ Events, Id }: any) => [Id, sorted(Events)])),
    says: (value) => byId(value.notifications.map(({ events, id }) => [id, sorted(events)])),
    put: ({ bucket, other }) =>
      [
        {},
        {
          TopicConfigurations: [
            {
              Id: "theirs",
              TopicArn: other,
              Events: ["s3:ObjectRemoved:Delete"],
              Filter: { Key: { FilterRules: [{ Name: "prefix", Value: "a/" }] } }
            }
          ]
        }
      ].map((configuration) => [
        "put_bucket_notification_configuration",
        { Bucket: bucket, NotificationConfiguration: configuration }
      ]),
    wrote: ({ other }) => ({
      notifications: [{ ...notification("theirs", other), events: ["s3:ObjectRemoved:Delete"], prefix: "a/" }]
    })
  }
}

export const contracts = {
  versioning,
  object_lock: objectLock,
  encryption,
  tags,
  quota,
  public_access_block: publicAccessBlock,
  acl,
  policy,
  cors,
  website,
  lifecycle,
  logging,
  notifications
} satisfies Partial<Record<FeatureName, Contract<any>>> as Readonly<Record<string, Contract<any>>>
