import { Result } from "effect"
import type { Cors } from "#domain/buckets/features/cors.ts"
import type { Encryption } from "#domain/buckets/features/encryption.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import type { Logging } from "#domain/buckets/features/logging.ts"
import type { PublicAccessBlock } from "#domain/buckets/features/publicAccessBlock.ts"
import type { Tags } from "#domain/buckets/features/tags.ts"
import { aclAttribute } from "./aclAttribute.ts"
import { BinaryReader } from "./BinaryReader.ts"
import { lifecycleAttribute } from "./lifecycleAttribute.ts"

const corsMethods = [
  [1, "GET"],
  [2, "PUT"],
  [4, "HEAD"],
  [8, "POST"],
  [16, "DELETE"]
] as const

const cors = (reader: BinaryReader): Cors => ({
  rules: reader.struct(1, (part) =>
    part.list((entry) =>
      entry.struct(1, (rule) => {
        const seconds = rule.u32()
        const methods = rule.u8()
        const id = rule.text()
        return {
          id: id || null,
          allowed_headers: rule.list((one) => one.text()),
          allowed_origins: rule.list((one) => one.text()),
          expose_headers: rule.hasMore ? rule.list((one) => one.text()) : [],
          allowed_methods: corsMethods.flatMap(([bit, name]) => ((methods & bit) === 0 ? [] : [name])),
          // RGW stores 2^32 - 1 when it is not set
          max_age_seconds: seconds > 2_147_483_647 ? null : seconds
        }
      })
    )
  )
})

const tags = (reader: BinaryReader): Tags => ({
  tags: reader.struct(1, (part) => part.list((pair) => ({ key: pair.text(), value: pair.text() })))
})

const publicAccessBlock = (reader: BinaryReader): PublicAccessBlock =>
  reader.struct(1, (part) => ({
    block_public_acls: part.flag(),
    ignore_public_acls: part.flag(),
    block_public_policy: part.flag(),
    restrict_public_buckets: part.flag()
  }))

const encryption = (reader: BinaryReader): Encryption | null =>
  reader.struct(1, (part) => {
    if (!part.flag()) return null
    return part.struct(1, (rule) => {
      const { algorithm, key } = rule.struct(1, (applied) => ({ key: applied.text(), algorithm: applied.text() }))
      return { algorithm, kms_key_id: key || null, bucket_key_enabled: rule.flag() } as Encryption
    })
  })

const logging = (reader: BinaryReader): Logging =>
  reader.struct(1, (part) => {
    const target = part.text()
    const format = part.u32()
    const prefix = part.text()
    const seconds = part.u32()
    const type = part.u32()
    const records = part.u32()
    const source = part.u32()
    return {
      target_bucket: target,
      target_prefix: prefix,
      key_format: format === 0 ? "partitioned" : "simple",
      partition_date_source: format === 0 ? (source === 0 ? "DeliveryTime" : "EventTime") : null,
      logging_type: type === 1 ? "Journal" : "Standard",
      object_roll_time_seconds: seconds,
      records_batch_size: records
    }
  })

const ACL_ATTRIBUTE = "user.rgw.acl"

const attributes: ReadonlyArray<readonly [FeatureName, string, (bytes: Buffer) => unknown]> = [
  ["policy", "user.rgw.iam-policy", (bytes) => ({ text: bytes.toString("utf8") })],
  ["lifecycle", "user.rgw.lc", (bytes) => lifecycleAttribute(new BinaryReader(bytes))],
  ["cors", "user.rgw.cors", (bytes) => cors(new BinaryReader(bytes))],
  ["tags", "user.rgw.x-amz-tagging", (bytes) => tags(new BinaryReader(bytes))],
  ["public_access_block", "user.rgw.public-access", (bytes) => publicAccessBlock(new BinaryReader(bytes))],
  ["encryption", "user.rgw.sse-s3.policy", (bytes) => encryption(new BinaryReader(bytes))],
  ["logging", "user.rgw.logging", (bytes) => logging(new BinaryReader(bytes))],
  ["acl", ACL_ATTRIBUTE, (bytes) => aclAttribute(new BinaryReader(bytes))]
]

export const attributeValues = (
  stored: ReadonlyArray<{ readonly key: string; readonly val: string }>
): ReadonlyMap<FeatureName, unknown> => {
  const values = new Map(stored.map(({ key, val }) => [key, val]))
  if (!values.has(ACL_ATTRIBUTE)) return new Map()
  return new Map(
    attributes.flatMap(([name, key, decode]): ReadonlyArray<readonly [FeatureName, unknown]> => {
      const value = values.get(key)
      if (value === undefined) return [[name, null]]
      const decoded = Result.try(() => decode(Buffer.from(value, "base64")))
      return Result.isSuccess(decoded) ? [[name, decoded.success]] : []
    })
  )
}
