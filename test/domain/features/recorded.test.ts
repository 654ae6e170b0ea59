import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { featureOf, features } from "#domain/buckets/features/features.ts"
import recorded from "./recorded.json" with { type: "json" }

const bodies = Object.entries(recorded) as ReadonlyArray<[FeatureName, ReadonlyArray<string>]>

describe("what a real gateway answered", () => {
  for (const [name, texts] of bodies) {
    const feature = featureOf(name)
    it(`of ${name} is understood, fits its schema, and is expressed as it was`, () => {
      for (const text of texts) {
        const understood = feature.understand(text)
        assert.isNotNull(understood, text)
        const { value } = understood
        if (value === null) {
          assert.match(text, /></)
          continue
        }
        assert.deepStrictEqual(Schema.decodeUnknownSync(feature.schema)(value, { onExcessProperty: "error" }), value)
        assert.strictEqual(feature.express(value, text), text)
        assert.deepStrictEqual(feature.understand(feature.express(value, null)), { value }, "without what stood there")
        for (const dialect of ["rgw", "aws"] as const) assert.isArray(feature.warnings(value, { bucket: "b", dialect }))
      }
    })
  }

  it("says what is said of it", () => {
    const said = (name: FeatureName, at = 0) => {
      const value = featureOf(name).understand(recorded[name as keyof typeof recorded][at]!)?.value ?? null
      return [featureOf(name).state(value), featureOf(name).summary(value), featureOf(name).params(value)]
    }
    assert.deepStrictEqual(said("encryption"), [
      "enabled",
      "aws:kms testkey-1",
      [{ algorithm: "aws:kms", kms_key_id: "testkey-1", bucket_key_enabled: null }]
    ])
    assert.deepStrictEqual(said("object_lock", 1), [
      "enabled",
      "GOVERNANCE 1 day",
      [{ mode: "GOVERNANCE", retention_days: 1 }]
    ])
    assert.deepStrictEqual(said("object_lock", 2), [
      "enabled",
      "COMPLIANCE 1 year",
      [{ mode: "COMPLIANCE", retention_days: 365 }]
    ])
    assert.deepStrictEqual(said("acl"), [
      "not_set",
      "Private",
      [{ grantee_type: "user", grantee: "RGW11111111111111111", permission: "FULL_CONTROL" }]
    ])
    assert.deepStrictEqual(said("acl", 1).slice(0, 2), ["configured", "AllUsers READ, AuthenticatedUsers READ_ACP"])
    assert.deepStrictEqual(said("website", 1).slice(0, 2), ["enabled", "index.html, 2 rules"])
    assert.deepStrictEqual(said("website", 2).slice(0, 2), ["enabled", "To a.example"])
    assert.strictEqual(said("cors")[1], "https://app.test may send GET, PUT")
    assert.strictEqual(said("notifications")[1], "Topic t-sync gets s3:ObjectCreated:*, s3:ObjectRemoved:*")
    assert.deepStrictEqual(said("replication"), ["not_set", "", []])
    assert.deepStrictEqual(said("logging", 3), [
      "enabled",
      "logs/p/",
      [{ target_bucket: "logs", target_prefix: "p/", logging_type: "Journal", key_format: "simple" }]
    ])
  })

  it("that is no answer to this question is understood by none of the features in XML", () => {
    const listing =
      `<?xml version="1.0"?><ListBucketResult ` +
      `xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name></ListBucketResult>`
    for (const feature of features.filter(
      ({ wire }) => wire._tag === "SubResource" && wire.type === "application/xml"
    )) {
      for (const text of [listing, "", "<", "{}", "<html><body>Bad gateway</body></html>", "\u0000"])
        assert.isNull(feature.understand(text), `${feature.name}: ${text}`)
      assert.deepStrictEqual(feature.understand(null), { value: null })
      assert.isNull(feature.express(null, listing))
    }
  })
})
