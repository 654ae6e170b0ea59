import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { featureNames } from "#domain/buckets/features/FeatureName.ts"
import { featureOf } from "#domain/buckets/features/features.ts"
import recorded from "./recorded.json" with { type: "json" }
import { strewn } from "./strewn.ts"

// any: a value of any feature
type Edit = (value: any) => any

interface Scene {
  readonly stored: string
  readonly edits: Readonly<Record<string, Edit>>
  readonly items?: readonly [element: string, field: string]
}

const last = (bodies: ReadonlyArray<string>): string => bodies.at(-1)!
const inItem =
  (field: string, at: number, more: object): Edit =>
  (value) => ({
    ...value,
    [field]: value[field].map((item: object, index: number) => (index === at ? { ...item, ...more } : item))
  })
const added =
  (field: string, item: object): Edit =>
  (value) => ({ ...value, [field]: [...value[field], item] })
const set =
  (more: object): Edit =>
  (value) => ({ ...value, ...more })

const twoRules = (root: string, name: string, one: string, other: string) =>
  `<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><${name}>${one}</${name}><${name}>${other}</${name}></${root}>`

const scenes: Readonly<Partial<Record<FeatureName, Scene>>> = {
  versioning: {
    stored: `<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>`,
    edits: { suspended: set({ status: "suspended" }) }
  },
  object_lock: {
    stored: last(recorded.object_lock),
    edits: {
      mode: (value) => ({ default_retention: { ...value.default_retention, mode: "GOVERNANCE" } }),
      length: (value) => ({ default_retention: { ...value.default_retention, length: 7 } })
    }
  },
  encryption: {
    stored: recorded.encryption[0]!.replace("</Rule>", "<BucketKeyEnabled>False</BucketKeyEnabled></Rule>"),
    edits: { key: set({ kms_key_id: "testkey-2" }), algorithm: set({ algorithm: "aws:kms:dsse" }) }
  },
  tags: {
    stored: last(recorded.tags),
    items: ["Tag", "tags"],
    edits: {
      value: inItem("tags", 1, { value: "<other>" }),
      key: inItem("tags", 1, { key: "renamed" }),
      added: added("tags", { key: "z", value: "" })
    }
  },
  public_access_block: {
    stored: last(recorded.public_access_block),
    edits: {
      one: set({ block_public_acls: false }),
      all: set({ restrict_public_buckets: true, ignore_public_acls: false })
    }
  },
  acl: {
    stored: last(recorded.acl).replace(
      "</AccessControlList>",
      `<Grant><Grantee><Zebra/></Grantee><Permission>READ</Permission></Grant></AccessControlList>`
    ),
    items: ["Grant", "grants"],
    edits: {
      permission: inItem("grants", 0, { permission: "WRITE" }),
      added: added("grants", { type: "user", grantee: "RGW33333333333333333", display_name: null, permission: "READ" })
    }
  },
  cors: {
    stored: twoRules(
      "CORSConfiguration",
      "CORSRule",
      "<ID>a</ID><AllowedMethod>GET</AllowedMethod><AllowedOrigin>https://a.test</AllowedOrigin><MaxAgeSeconds>1</MaxAgeSeconds>",
      "<ID>b</ID><AllowedMethod>PUT</AllowedMethod><AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin><ExposeHeader>ETag</ExposeHeader>"
    ),
    items: ["CORSRule", "rules"],
    edits: {
      age: inItem("rules", 0, { max_age_seconds: 300 }),
      origins: inItem("rules", 0, { allowed_origins: ["https://a.test", "https://b.test"] }),
      id: inItem("rules", 1, { id: "renamed" }),
      headers: inItem("rules", 1, { allowed_headers: ["*"] }),
      added: added("rules", {
        id: null,
        allowed_origins: ["*"],
        allowed_methods: ["GET"],
        allowed_headers: [],
        expose_headers: [],
        max_age_seconds: null
      })
    }
  },
  website: {
    stored: recorded.website[1]!,
    items: ["RoutingRule", "routing_rules"],
    edits: {
      index: set({ index_document: "home.html" }),
      error: set({ error_document: "oops.html" }),
      prefix: inItem("routing_rules", 0, { replace_key_prefix_with: "d/" }),
      code: inItem("routing_rules", 1, { http_redirect_code: "307" })
    }
  },
  lifecycle: {
    stored: recorded.lifecycle[0]!,
    items: ["Rule", "rules"],
    edits: {
      days: inItem("rules", 0, { abort_multipart: { days: 9 } }),
      off: inItem("rules", 0, { enabled: false }),
      id: inItem("rules", 0, { id: "other" })
    }
  },
  logging: {
    stored: last(recorded.logging),
    edits: {
      prefix: set({ target_prefix: "other/" }),
      time: set({ object_roll_time_seconds: 600 }),
      type: set({ logging_type: "Standard" })
    }
  },
  notifications: {
    stored: recorded.notifications
      .find((body) => body.includes("n2"))!
      .replace("<Name>suffix", "<Name>Suffix")
      .replace("</NotificationConfiguration>", "<EventBridgeConfiguration/></NotificationConfiguration>"),
    items: ["TopicConfiguration", "notifications"],
    edits: {
      prefix: inItem("notifications", 1, { prefix: "pictures/" }),
      suffix: inItem("notifications", 1, { suffix: ".png" }),
      target: inItem("notifications", 0, { target: "arn:aws:sns:default:x:other" }),
      tags: inItem("notifications", 1, { tags: [{ name: "a", value: "b" }] }),
      added: added("notifications", {
        id: "n3",
        type: "topic",
        target: "arn:aws:sns:default:x:t",
        events: ["s3:ObjectCreated:*"],
        prefix: null,
        suffix: null,
        regex: null,
        metadata: [],
        tags: []
      })
    }
  },
  replication: {
    stored: `<ReplicationConfiguration><Role>arn:aws:iam::1:role/r</Role><Rule><ID>a</ID><Priority>1</Priority><Filter><Prefix>x/</Prefix></Filter><Status>Enabled</Status><SourceSelectionCriteria/><Destination><Bucket>arn:aws:s3:::c</Bucket><Metrics><Status>Enabled</Status></Metrics></Destination><DeleteMarkerReplication><Status>Disabled</Status></DeleteMarkerReplication></Rule><Rule><ID>b</ID><Prefix>y/</Prefix><Status>Disabled</Status><Destination><Bucket>arn:aws:s3:::d</Bucket></Destination></Rule></ReplicationConfiguration>`,
    items: ["Rule", "rules"],
    edits: {
      status: inItem("rules", 0, { status: "disabled" }),
      prefix: inItem("rules", 0, { prefix: "z/" }),
      old: inItem("rules", 1, { prefix: "z/" }),
      target: inItem("rules", 1, { target_bucket: "arn:aws:s3:::e" }),
      markers: inItem("rules", 0, { delete_marker_replication: true })
    }
  }
}

const seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 31 - 1 }))
const valueOf = (name: FeatureName, stored: string) => {
  const understood = featureOf(name).understand(stored)
  assert.isNotNull(understood, stored)
  assert.isNotNull(understood.value, stored)
  return understood.value
}

describe("a partial update", () => {
  it("is tried for every feature that is an XML document", () => {
    assert.deepStrictEqual(
      featureNames.filter((name) => !(name in scenes)),
      ["quota", "policy"]
    )
  })

  for (const [name, { edits, items, stored }] of Object.entries(scenes) as ReadonlyArray<[FeatureName, Scene]>) {
    const feature = featureOf(name)
    it.prop(
      `${name}: what was not sent is byte for byte as before`,
      { seed },
      ({ seed }) => {
        const { marks, text } = strewn(stored, seed)
        const value = valueOf(name, text)
        assert.deepStrictEqual(value, valueOf(name, stored), "what nobody knows says nothing")
        assert.strictEqual(feature.express(value, text), text)
        for (const [what, edit] of Object.entries(edits)) {
          const edited = feature.express(edit(value), text)
          assert.isNotNull(edited)
          assert.notStrictEqual(edited, text, what)
          assert.deepStrictEqual(valueOf(name, edited), edit(value), what)
          for (const mark of marks)
            assert.strictEqual(edited.split(mark.text).length, 2, `${what}: ${mark.text} in ${edited}`)
          assert.strictEqual(feature.express(value, edited), text, `${what}, taken back`)
        }
        if (items === undefined) return
        const [element, field] = items
        const all: ReadonlyArray<unknown> = value[field]
        const at = seed % all.length
        const left = all.filter((_, index) => index !== at)
        if (left.length === 0) return
        const fewer = feature.express({ ...value, [field]: left }, text)
        assert.isNotNull(fewer)
        assert.deepStrictEqual(valueOf(name, fewer)[field], left)
        for (const { text: mark, within } of marks) {
          assert.strictEqual(
            fewer.split(mark).length,
            within.includes(`${element}#${at}`) ? 1 : 2,
            `without ${at}: ${mark} in ${fewer}`
          )
        }
      },
      { arbitrary: { runs: 60 } }
    )
  }

  it("of a policy or a quota has nothing that is not sent", () => {
    const text = `{ "Version":"2012-10-17",\n"Statement": [] , "Zz": 1.0 }`
    assert.strictEqual(featureOf("policy").express({ text }, "{}"), text)
    assert.deepStrictEqual(featureOf("policy").understand(text), { value: { text } })
    const quota = { max_size_bytes: Number.MAX_SAFE_INTEGER, max_objects: null, enabled: true }
    assert.deepStrictEqual(featureOf("quota").understand(featureOf("quota").express(quota, null)), { value: quota })
    assert.strictEqual(
      featureOf("quota").express({ max_size_bytes: null, max_objects: null, enabled: false }, null),
      null
    )
  })
})
