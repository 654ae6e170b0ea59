import { assert, describe, it } from "@effect/vitest"
import { mergeCopiedDocument } from "#domain/buckets/features/copiedDocument.ts"
import { editFaults } from "#domain/buckets/features/editFaults.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { featureOf } from "#domain/buckets/features/features.ts"
import { readingOf } from "#domain/buckets/features/readingOf.ts"
import recorded from "./recorded.json" with { type: "json" }

const lifecycle = featureOf("lifecycle")
const rgw = { bucket: "b", dialect: "rgw" } as const
const rule = (id: string, filter: string, more = "<Expiration><Days>3</Days></Expiration>") =>
  `<Rule>${id === "" ? "" : `<ID>${id}</ID>`}<Filter>${filter}</Filter><Status>Enabled</Status>${more}</Rule>`
const rules = (...all: ReadonlyArray<string>) => `<LifecycleConfiguration>${all.join("")}</LifecycleConfiguration>`
const archive = "<ArchiveZone></ArchiveZone>"
const valueOf = (stored: string, name: FeatureName = "lifecycle") => featureOf(name).understand(stored)!.value
const paths = (name: FeatureName, stored: string) =>
  featureOf(name)
    .unknown(stored)
    .map(({ path }) => path)
const faults = (value: unknown, stored: string) =>
  editFaults(lifecycle, value, rgw, stored)
    .map(({ message }) => message)
    .join()

describe("parts of a configuration that no declaration knows", () => {
  it("are none in the documents that RGW answered, but the filter of a journal", () => {
    for (const [name, documents] of Object.entries(recorded)) {
      for (const document of documents) {
        assert.deepStrictEqual(
          paths(name as FeatureName, document),
          /<Filter>/.test(document) && name === "logging" ? ["LoggingEnabled/Filter"] : [],
          document
        )
      }
    }
  })

  it("are named by their places, with known elements whose text no field can hold", () => {
    assert.deepStrictEqual(paths("lifecycle", rules(rule("r", archive))), ["Rule/Filter/ArchiveZone"])
    assert.deepStrictEqual(
      paths("cors", `<CORSConfiguration><CORSRule><AllowedMethod>PATCH</AllowedMethod></CORSRule></CORSConfiguration>`),
      ["CORSRule/AllowedMethod"]
    )
    assert.deepStrictEqual(
      paths("notifications", `<NotificationConfiguration><EventBridgeConfiguration/></NotificationConfiguration>`),
      ["EventBridgeConfiguration"]
    )
    const reading = readingOf(lifecycle, rgw, rules(rule("r", archive)), "1", "")
    assert.deepStrictEqual(reading.unknown_parts, ["Rule/Filter/ArchiveZone"])
    assert.match(reading.warnings.join(), /ArchiveZone/)
  })

  it("stay when several fields of one rule change, with an id and without", () => {
    for (const id of ["r", ""]) {
      const stored = rules(rule(id, archive), rule("other", "<Prefix>x/</Prefix>"))
      const value = valueOf(stored)
      const [first, ...rest] = value.rules
      const edited = {
        rules: [
          { ...first, enabled: false, expiration: { days: 9 }, filter: { ...first.filter, prefix: "logs/" } },
          ...rest
        ]
      }
      assert.strictEqual(faults(edited, stored), "")
      assert.match(
        lifecycle.express(edited, stored) ?? "",
        /<And>(?=.*<Prefix>logs\/<\/Prefix>)(?=.*<ArchiveZone>).*<\/And>/,
        id
      )
    }
  })

  it("stay in a transition that changes", () => {
    const stored = rules(
      rule("r", "<Prefix/>", "<Transition><Days>3</Days><StorageClass>COLD</StorageClass><Zone>b</Zone></Transition>")
    )
    const [one] = valueOf(stored).rules
    assert.include(
      lifecycle.express({ rules: [{ ...one, transitions: [{ days: 9, storage_class: "COLD" }] }] }, stored),
      "<Days>9</Days><StorageClass>COLD</StorageClass><Zone>b</Zone>"
    )
  })

  it("stay in the filter of a notification whose metadata change", () => {
    const rest = "<FilterRule><Name>depth</Name><Value>2</Value></FilterRule>"
    const stored = `<NotificationConfiguration><TopicConfiguration><Id>n</Id><Topic>t</Topic><Event>s3:ObjectCreated:*</Event><Filter><S3Key>${rest}</S3Key></Filter></TopicConfiguration></NotificationConfiguration>`
    const {
      notifications: [one]
    } = valueOf(stored, "notifications")
    assert.include(
      featureOf("notifications").express(
        {
          notifications: [{ ...one, metadata: [{ name: "x-amz-meta-a", value: "b" }], events: ["s3:ObjectRemoved:*"] }]
        },
        stored
      ),
      rest
    )
  })

  it("stop an edit that might attach them to another rule, and no removal", () => {
    const stored = rules(rule("a", archive), rule("b", "<Prefix>x/</Prefix>"))
    const [first, second] = valueOf(stored).rules
    const other = { ...second, id: "c", expiration: { days: 30 } }
    assert.match(faults({ rules: [other, second] }, stored), /Rule\/Filter\/ArchiveZone/)
    assert.strictEqual(faults({ rules: [second] }, stored), "")
    assert.strictEqual(faults({ rules: [first, second, other] }, stored), "")
    assert.strictEqual(faults(null, stored), "")
  })

  it("stop an edit of an element that would have to drop what its field cannot hold", () => {
    const cors = featureOf("cors")
    const stored = `<CORSConfiguration><CORSRule><ID>a</ID><AllowedMethod>GET</AllowedMethod><AllowedMethod>PATCH</AllowedMethod><AllowedOrigin>*</AllowedOrigin></CORSRule></CORSConfiguration>`
    const {
      rules: [one]
    } = valueOf(stored, "cors")
    assert.match(
      editFaults(cors, { rules: [{ ...one, max_age_seconds: 5 }] }, rgw, stored)
        .map(({ message }) => message)
        .join(),
      /CORSRule\/AllowedMethod/
    )
  })

  it("travel with a copy, and stop one to a bucket that has some of its own", () => {
    const [with_, without] = [rules(rule("r", archive)), rules(rule("r", "<Prefix/>"))]
    assert.strictEqual(mergeCopiedDocument(lifecycle, with_, null), with_)
    assert.strictEqual(mergeCopiedDocument(lifecycle, with_, without), with_)
    assert.strictEqual(mergeCopiedDocument(lifecycle, without, null), null)
    assert.isObject(mergeCopiedDocument(lifecycle, without, with_))
    assert.isObject(mergeCopiedDocument(lifecycle, null, with_))
    const grant = `<AccessControlPolicy><Owner><ID>a</ID></Owner><AccessControlList><Grant><Grantee><ID>b</ID></Grantee><Permission>LIST</Permission></Grant></AccessControlList></AccessControlPolicy>`
    assert.isObject(mergeCopiedDocument(featureOf("acl"), grant, null), "an ACL names its bucket's owner")
  })
})
