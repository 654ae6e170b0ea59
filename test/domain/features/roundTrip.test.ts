import { assert, describe, it } from "@effect/vitest"
import type { Schema } from "effect"
import type { Feature } from "#domain/buckets/features/Feature.ts"
import { acl } from "#domain/buckets/features/acl.ts"
import { cors } from "#domain/buckets/features/cors.ts"
import { encryption } from "#domain/buckets/features/encryption.ts"
import { logging } from "#domain/buckets/features/logging.ts"
import { notifications } from "#domain/buckets/features/notifications.ts"
import { objectLock } from "#domain/buckets/features/objectLock.ts"
import { publicAccessBlock } from "#domain/buckets/features/publicAccessBlock.ts"
import { replication } from "#domain/buckets/features/replication.ts"
import { tags } from "#domain/buckets/features/tags.ts"
import { versioning } from "#domain/buckets/features/versioning.ts"
import { website } from "#domain/buckets/features/website.ts"

const meaning = <Value>(feature: Feature<Value>, value: Value | null) =>
  value === null || feature.meaning === undefined ? value : feature.meaning(value)

const everyValue = <Value>(feature: Feature<Value>, same: (value: Value) => Value | null = (value) => value) =>
  it.prop(
    `of ${feature.name} is what was sent`,
    {
      value: feature.schema as unknown as Schema.Schema<Value>,
      other: feature.schema as unknown as Schema.Schema<Value>
    },
    ({ other, value }) => {
      for (const stored of [null, feature.express(other, null)]) {
        const read = feature.understand(feature.express(value, stored))
        assert.isNotNull(read)
        assert.deepStrictEqual(meaning(feature, read.value), meaning(feature, same(value)))
      }
    },
    { arbitrary: { runs: 100 } }
  )

const filled = <Item>(items: ReadonlyArray<Item>) => items.length > 0

describe("any value, written and read again,", () => {
  everyValue(versioning)
  everyValue(objectLock)
  everyValue(encryption)
  everyValue(publicAccessBlock)
  everyValue(tags, (value) => (filled(value.tags) ? value : null))
  everyValue(cors, (value) => (filled(value.rules) ? value : null))
  everyValue(acl)
  everyValue(website)
  everyValue(logging, (value) =>
    value.key_format === "partitioned" ? value : { ...value, partition_date_source: null }
  )
  everyValue(notifications, (value) => (filled(value.notifications) ? value : null))
  everyValue(replication, (value) => (filled(value.rules) ? value : null))
})
