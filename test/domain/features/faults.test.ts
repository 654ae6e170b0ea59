import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import type { Dialect } from "#domain/buckets/features/Feature.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { featureOf } from "#domain/buckets/features/features.ts"

const faults = (name: FeatureName, value: unknown, dialect: Dialect = "rgw", before: unknown = null) =>
  featureOf(name)
    .faults(value, { bucket: "b", dialect }, before)
    .map(({ path }) => path.join("."))
const warnings = (name: FeatureName, value: unknown, dialect: Dialect = "rgw") =>
  featureOf(name).warnings(value, { bucket: "b", dialect }).join("\n")
const many = <One>(count: number, one: (index: number) => One) =>
  Array.from({ length: count }, (_, index) => one(index))
const refused = (name: FeatureName, value: unknown) =>
  Result.isFailure(Schema.decodeUnknownResult(featureOf(name).schema)(value, { onExcessProperty: "error" }))

const cors = (more: object = {}) => ({
  id: null,
  allowed_origins: ["*"],
  allowed_methods: ["GET"],
  allowed_headers: [],
  expose_headers: [],
  max_age_seconds: null,
  ...more
})
const topic = (more: object = {}) => ({
  id: "n",
  type: "topic",
  target: "arn:aws:sns:default:x:t",
  events: ["s3:ObjectCreated:*"],
  prefix: null,
  suffix: null,
  regex: null,
  metadata: [],
  tags: [],
  ...more
})
const site = (more: object = {}) => ({
  index_document: "index.html",
  error_document: null,
  redirect_all: null,
  routing_rules: [],
  ...more
})
const routing = (more: object = {}) => ({
  key_prefix: null,
  http_error_code: null,
  protocol: null,
  host_name: null,
  replace_key_prefix_with: null,
  replace_key_with: "k",
  http_redirect_code: null,
  ...more
})
const log = (more: object = {}) => ({
  target_bucket: "logs",
  target_prefix: "",
  key_format: null,
  partition_date_source: null,
  logging_type: null,
  object_roll_time_seconds: null,
  records_batch_size: null,
  ...more
})
const rule = (more: object = {}) => ({
  id: null,
  status: "enabled",
  priority: null,
  prefix: null,
  target_bucket: "arn:aws:s3:::c",
  storage_class: null,
  delete_marker_replication: null,
  ...more
})

describe("nonsense", () => {
  it("of CORS: a thousand rules, none, twice the same, origins with two stars", () => {
    assert.deepStrictEqual(faults("cors", { rules: many(1_000, () => cors()) }), ["rules"])
    assert.deepStrictEqual(faults("cors", { rules: many(100, () => cors()) }), [])
    assert.deepStrictEqual(faults("cors", { rules: [] }), ["rules"])
    assert.deepStrictEqual(
      faults("cors", { rules: [cors({ id: "a" }), cors({ id: "a", allowed_origins: [], allowed_methods: [] })] }),
      ["rules.1.id", "rules.1.allowed_origins", "rules.1.allowed_methods"]
    )
    assert.deepStrictEqual(
      faults("cors", {
        rules: [cors({ allowed_origins: ["https://*", "https://*.*.test"], allowed_headers: ["x-*", "*-*"] })]
      }),
      ["rules.0.allowed_origins.1", "rules.0.allowed_headers.1"]
    )
    assert.isTrue(refused("cors", { rules: [cors({ allowed_methods: ["PATCH"] })] }))
    assert.isTrue(refused("cors", { rules: [cors({ max_age_seconds: -1 })] }))
    assert.match(warnings("cors", { rules: [cors({ allowed_methods: ["PUT"] })] }), /Rule 1/)
  })

  it("of tags: 51 (S16), the same key twice (S16), aws:, and what is no nonsense: any script", () => {
    const tag = (key: string, value = "") => ({ key, value })
    assert.deepStrictEqual(faults("tags", { tags: many(51, (index) => tag(String(index))) }), ["tags"])
    assert.deepStrictEqual(faults("tags", { tags: [tag("a"), tag("b"), tag("a"), tag("AWS:x")] }), [
      "tags.2.key",
      "tags.3.key"
    ])
    assert.deepStrictEqual(faults("tags", { tags: [tag("Größe", "猫 \u{1f408}"), tag("ключ", "<&>\"'")] }), [])
    assert.isFalse(refused("tags", { tags: [tag("\u{1f408}".repeat(128), "é".repeat(256))] }))
    for (const odd of [tag("k".repeat(129)), tag(""), tag("a", "v".repeat(257)), tag("\ud800"), tag("a\0")])
      assert.isTrue(refused("tags", { tags: [odd] }))
  })

  it("of policies: more than 20 KiB in bytes, no JSON, no object", () => {
    const long = (count: number, char: string) => JSON.stringify({ Id: char.repeat(count) })
    assert.deepStrictEqual(faults("policy", { text: long(20_480 - 9, "x") }), [])
    assert.deepStrictEqual(faults("policy", { text: long(10_241, "é") }), ["text"])
    assert.isTrue(refused("policy", { text: long(131_072, "x") }))
    for (const text of ["{", "[]", "null", "1", '"{}"', "{}}"])
      assert.deepStrictEqual(faults("policy", { text }), ["text"], text)
  })

  it("of 20,000 fields is answered at once, and not once for each", () => {
    for (const [name, value] of [
      ["tags", { tags: many(20_000, (index) => ({ key: `k${index}`, value: "" })) }],
      ["cors", { rules: many(20_000, (index) => cors({ id: `r${index}` })) }],
      [
        "acl",
        {
          grants: many(20_000, (index) => ({
            type: "user",
            grantee: `u${index}`,
            display_name: null,
            permission: "READ"
          }))
        }
      ],
      ["notifications", { notifications: many(20_000, (index) => topic({ id: `n${index}` })) }],
      ["replication", { rules: many(20_000, (index) => rule({ id: `r${index}` })) }],
      ["website", site({ routing_rules: many(20_000, () => routing()) })]
    ] as const)
      assert.lengthOf(faults(name, value, "aws"), 1, name)
  }, 10_000)

  it("of object lock: its end (it has none), and lengths of nothing", () => {
    assert.deepStrictEqual(faults("object_lock", null, "rgw", { default_retention: null }), [""])
    assert.deepStrictEqual(faults("object_lock", null), [])
    for (const length of [0, -1, 1.5, 36_501])
      assert.isTrue(
        refused("object_lock", { default_retention: { mode: "GOVERNANCE", unit: "days", length } }),
        String(length)
      )
    assert.match(
      warnings("object_lock", { default_retention: { mode: "COMPLIANCE", unit: "years", length: 1 } }),
      /COMPLIANCE/
    )
  })

  it("of versioning: to take it away", () => {
    assert.deepStrictEqual(faults("versioning", null, "rgw", { status: "enabled" }), [""])
  })

  it("of ACLs: none at all, twice the same, groups that the gateway does not know", () => {
    const grant = (grantee: string, permission = "READ", type = "group") => ({
      type,
      grantee,
      display_name: null,
      permission
    })
    assert.deepStrictEqual(faults("acl", null), [""])
    assert.deepStrictEqual(
      faults("acl", { grants: [grant("AllUsers"), grant("AllUsers", "WRITE"), grant("AllUsers")] }),
      ["grants.2"]
    )
    assert.deepStrictEqual(faults("acl", { grants: [grant("LogDelivery")] }), ["grants.0.grantee"])
    assert.deepStrictEqual(
      faults(
        "acl",
        { grants: [grant("LogDelivery"), grant("http://acs.amazonaws.com/groups/x"), grant("Everybody")] },
        "aws"
      ),
      ["grants.2.grantee"]
    )
    assert.match(
      warnings("acl", { grants: [grant("AllUsers")] }),
      /Everybody, without signing in, has READ[^]*Nobody is granted FULL_CONTROL/
    )
    assert.strictEqual(warnings("acl", { grants: [grant("u", "FULL_CONTROL", "user")] }), "")
    assert.isTrue(refused("acl", { grants: [grant("u", "EVERYTHING", "user")] }))
  })

  it("of websites: nothing to show, and everything elsewhere besides", () => {
    assert.deepStrictEqual(faults("website", site({ index_document: null })), ["index_document"])
    assert.deepStrictEqual(faults("website", site({ index_document: "a/b" })), ["index_document"])
    assert.deepStrictEqual(faults("website", site({ redirect_all: { host_name: "h", protocol: null } })), [
      "redirect_all"
    ])
    assert.deepStrictEqual(
      faults(
        "website",
        site({
          routing_rules: [
            routing({ replace_key_with: null }),
            routing({ replace_key_prefix_with: "" }),
            routing({ http_redirect_code: "200" }),
            routing({ http_error_code: "302" })
          ]
        })
      ),
      [
        "routing_rules.0",
        "routing_rules.1.replace_key_with",
        "routing_rules.2.http_redirect_code",
        "routing_rules.3.http_error_code"
      ]
    )
    assert.isTrue(refused("website", site({ routing_rules: [routing({ http_redirect_code: "3xx" })] })))
  })

  it("S17: a quota that is on is said to be held roughly", () => {
    const quota = (enabled: boolean) => warnings("quota", { enabled, max_size_bytes: 4_096, max_objects: null })
    assert.deepStrictEqual([/4 KiB/.test(quota(true)), quota(false)], [true, ""])
  })

  it("S6: AES256 without a vault, and a key service without a key, are warned of", () => {
    assert.match(
      warnings("encryption", { algorithm: "AES256", kms_key_id: null, bucket_key_enabled: null }),
      /refuses every upload/
    )
    assert.match(
      warnings("encryption", { algorithm: "aws:kms", kms_key_id: null, bucket_key_enabled: null }),
      /without a key id/
    )
    assert.strictEqual(warnings("encryption", { algorithm: "aws:kms", kms_key_id: "k", bucket_key_enabled: null }), "")
    assert.strictEqual(
      warnings("encryption", { algorithm: "AES256", kms_key_id: null, bucket_key_enabled: null }, "aws"),
      ""
    )
    assert.deepStrictEqual(faults("encryption", { algorithm: "AES256", kms_key_id: "k", bucket_key_enabled: null }), [
      "kms_key_id"
    ])
  })

  it("S7: the policy that the target of a log needs is told; a log within itself is refused", () => {
    assert.match(
      warnings("logging", log()),
      /logging\.s3\.amazonaws\.com s3:PutObject on arn:aws:s3:::logs\/\* for the source arn:aws:s3:::b /
    )
    assert.deepStrictEqual(faults("logging", log({ target_bucket: "b" })), ["target_bucket"])
    assert.deepStrictEqual(faults("logging", log({ target_bucket: "b" }), "aws"), [])
    assert.deepStrictEqual(faults("logging", log({ logging_type: "Journal", records_batch_size: 1 }), "aws"), [
      "logging_type",
      "records_batch_size"
    ])
    assert.deepStrictEqual(faults("logging", log({ partition_date_source: "EventTime" })), ["partition_date_source"])
  })

  it("N3: notifications without an id, with the same one, and of queues", () => {
    assert.isTrue(refused("notifications", { notifications: [topic({ id: "" })] }))
    assert.deepStrictEqual(faults("notifications", { notifications: [topic(), topic()] }), ["notifications.1.id"])
    assert.deepStrictEqual(
      faults("notifications", { notifications: [topic({ type: "queue" }), topic({ id: "f", type: "function" })] }),
      ["notifications.0.type", "notifications.1.type"]
    )
    assert.deepStrictEqual(faults("notifications", { notifications: [topic({ type: "queue" })] }, "aws"), [])
    assert.deepStrictEqual(faults("notifications", { notifications: [topic({ regex: "a+" })] }, "aws"), [
      "notifications.0.regex"
    ])
    assert.deepStrictEqual(
      faults("notifications", {
        notifications: [topic({ events: ["ObjectCreated:Put", "s3:x"] }), topic({ id: "e", events: [] })]
      }),
      ["notifications.0.events.0", "notifications.1.events"]
    )
    assert.match(warnings("notifications", { notifications: [topic()] }), /leaves its notifications behind/)
  })

  it("S4: replication is changed on AWS alone", () => {
    assert.match(featureOf("replication").readOnly("rgw") ?? "", /405/)
    assert.isNull(featureOf("replication").readOnly("aws"))
    assert.deepStrictEqual(faults("replication", { role: "", rules: [rule({ id: "a" }), rule({ id: "a" })] }, "aws"), [
      "rules.1.id"
    ])
  })
})
