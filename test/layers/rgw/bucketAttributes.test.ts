import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { featureOf } from "#domain/buckets/features/features.ts"
import { readValue } from "#domain/buckets/features/readFeature.ts"
import { attributeValues } from "#layers/rgw/metadata/bucketAttributes.ts"

type Attributes = ReadonlyArray<{ readonly key: string; readonly val: string }>

const attributes = JSON.parse(
  readFileSync(new URL("fixtures/bucketInstance.json", import.meta.url), "utf8")
) as Attributes

const plain = { newer_versions: null }
const filter = { tags: [], size_greater_than: null, size_less_than: null }
const rule = {
  enabled: true,
  expiration: null,
  noncurrent_expiration: null,
  transitions: [],
  noncurrent_transitions: [],
  abort_multipart: null
}

describe("attributes of a bucket instance", () => {
  it("are read as the features that S3 returns", () => {
    const values = attributeValues(attributes)
    const { policy, ...rest } = Object.fromEntries(values)
    assert.deepStrictEqual(JSON.parse((policy as { text: string }).text), {
      Version: "2012-10-17",
      Statement: [
        {
          Effect: "Allow",
          Principal: { AWS: "arn:aws:iam::RGW22222222222222222:root" },
          Action: "s3:GetObject",
          Resource: "arn:aws:s3:::feat/*"
        }
      ]
    })
    assert.deepStrictEqual(rest, {
      acl: {
        grants: [{ type: "user", grantee: "RGW11111111111111111", display_name: "acme", permission: "FULL_CONTROL" }]
      },
      lifecycle: {
        rules: [
          { ...rule, id: "date", filter: { ...filter, prefix: "d/" }, expiration: { date: "2027-01-01" } },
          {
            ...rule,
            id: "dm",
            filter: { ...filter, prefix: "m/" },
            expiration: { expired_object_delete_marker: true }
          },
          {
            ...rule,
            id: "full",
            enabled: false,
            filter: {
              prefix: "a/",
              tags: [
                { key: "k", value: "v" },
                { key: "k2", value: "v2" }
              ],
              size_greater_than: 1000,
              size_less_than: 9000
            },
            expiration: { days: 30 },
            noncurrent_expiration: { days: 5, newer_versions: 3 }
          },
          {
            ...rule,
            id: "legacy",
            filter: { ...filter, prefix: "old/" },
            transitions: [{ days: 3, storage_class: "STANDARD" }],
            noncurrent_transitions: [{ ...plain, days: 4, storage_class: "STANDARD" }]
          },
          { ...rule, id: "mpu", filter: { ...filter, prefix: "" }, abort_multipart: { days: 7 } }
        ]
      },
      cors: {
        rules: [
          {
            id: "c1",
            allowed_origins: ["*", "https://a.example"],
            allowed_methods: ["GET", "PUT"],
            allowed_headers: ["*"],
            expose_headers: ["ETag"],
            max_age_seconds: 300
          }
        ]
      },
      tags: {
        tags: [
          { key: "e", value: "" },
          { key: "team", value: "web" }
        ]
      },
      public_access_block: {
        block_public_acls: true,
        ignore_public_acls: false,
        block_public_policy: true,
        restrict_public_buckets: false
      },
      encryption: { algorithm: "aws:kms", kms_key_id: "testkey-1", bucket_key_enabled: false },
      logging: {
        target_bucket: "logt",
        target_prefix: "feat/",
        key_format: "simple",
        partition_date_source: null,
        logging_type: "Standard",
        object_roll_time_seconds: 5,
        records_batch_size: 0
      }
    })
    for (const [name, value] of values) assert.isNull(readValue(featureOf(name), value).problem)
  })

  it("that are absent mean that a feature is not set", () => {
    const values = attributeValues(attributes.filter(({ key }) => key === "user.rgw.acl"))
    assert.deepStrictEqual(
      [...values].filter(([, value]) => value !== null).map(([name]) => name),
      ["acl"]
    )
    assert.isAbove(values.size, 0)
  })

  it("that are cut off, or need a newer reader, are left out", () => {
    const changed = (change: (bytes: Buffer) => Buffer) =>
      attributeValues(
        attributes.map(({ key, val }) => ({ key, val: change(Buffer.from(val, "base64")).toString("base64") }))
      )
    const only: ReadonlyArray<FeatureName> = ["policy"]
    assert.deepStrictEqual([...changed((bytes) => bytes.subarray(0, -1)).keys()], only)
    assert.deepStrictEqual([...changed((bytes) => Buffer.from([99, 99, ...bytes.subarray(2)])).keys()], only)
  })

  it("without an access list tell nothing", () => {
    assert.strictEqual(attributeValues([]).size, 0)
  })
})
