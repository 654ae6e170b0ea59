import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { editFaults } from "#domain/buckets/features/editFaults.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { featureOf } from "#domain/buckets/features/features.ts"

const faults = (name: FeatureName, stored: string, edit: (value: any) => unknown) => {
  const feature = featureOf(name)
  const value = edit(feature.understand(stored)!.value)
  assert.isTrue(
    value === null || Result.isSuccess(Schema.decodeUnknownResult(feature.schema)(value)),
    "a request can carry it"
  )
  return editFaults(feature, value, { bucket: "b", dialect: "rgw" }, stored).map(({ path }) => path.join("."))
}
const tags = (...keys: ReadonlyArray<string>) =>
  `<Tagging><TagSet>${keys.map((key) => `<Tag><Key>${key}</Key><Value></Value></Tag>`).join("")}</TagSet></Tagging>`
const cors = (...ids: ReadonlyArray<string>) =>
  `<CORSConfiguration>${ids
    .map(
      (id) => `<CORSRule><ID>${id}</ID><AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin></CORSRule>`
    )
    .join("")}</CORSConfiguration>`
const policy = (action: string, sid: string, size = 0) =>
  JSON.stringify(
    {
      Id: "x".repeat(size),
      Statement: [{ Sid: sid, Effect: "Allow", Principal: "*", Action: action, Resource: "arn:aws:s3:::b/*" }]
    },
    null,
    1
  )

describe("a stored value that our checks refuse, as its gateway accepted it,", () => {
  it("blocks no other edit of tags: aws:, twice the same key, more than 50", () => {
    for (const stored of [
      tags("aws:a", "b"),
      tags("a", "a"),
      tags(...Array.from({ length: 52 }, (_, index) => `k${index}`))
    ]) {
      assert.deepStrictEqual(
        faults("tags", stored, ({ tags: [first, ...rest] }) => ({
          tags: [...rest, { key: "new", value: "" }, first].slice(-rest.length - 1)
        })),
        []
      )
      assert.deepStrictEqual(
        faults("tags", stored, ({ tags: all }) => ({ tags: all.slice(0, -1) })),
        [],
        "one is removed"
      )
      assert.deepStrictEqual(
        faults("tags", stored, () => null),
        []
      )
    }
    assert.deepStrictEqual(
      faults("tags", tags("aws:a"), ({ tags: all }) => ({ tags: [...all, { key: "aws:b", value: "" }] })),
      ["tags.1.key"],
      "what the edit adds is checked"
    )
    assert.deepStrictEqual(
      faults("tags", tags("a", "a"), ({ tags: all }) => ({ tags: [...all, all[0]] })),
      ["tags.2.key"]
    )
  })

  it("blocks no other edit of CORS: two rules with one id", () => {
    assert.deepStrictEqual(
      faults("cors", cors("a", "a", "b"), ({ rules }) => ({
        rules: rules.map((rule: object, at: number) => (at === 2 ? { ...rule, max_age_seconds: 5 } : rule))
      })),
      []
    )
    assert.deepStrictEqual(
      faults("cors", cors("a", "a", "b"), ({ rules: [one, , other] }) => ({ rules: [one, other] })),
      []
    )
    assert.deepStrictEqual(
      faults("cors", cors("a", "b"), ({ rules: [one, other] }) => ({ rules: [one, { ...other, id: "a" }] })),
      ["rules.1.id"]
    )
  })

  it("blocks no other edit of encryption: an algorithm of another name is read, kept, and can be replaced", () => {
    const stored =
      "<ServerSideEncryptionConfiguration><Rule><ApplyServerSideEncryptionByDefault><SSEAlgorithm>kyber</SSEAlgorithm></ApplyServerSideEncryptionByDefault></Rule></ServerSideEncryptionConfiguration>"
    assert.deepStrictEqual(
      faults("encryption", stored, (value) => ({ ...value, kms_key_id: "k" })),
      []
    )
    assert.deepStrictEqual(
      faults("encryption", stored, (value) => ({ ...value, algorithm: "AES256" })),
      []
    )
    assert.deepStrictEqual(
      faults("encryption", stored, () => null),
      []
    )
    assert.deepStrictEqual(
      faults("encryption", stored, (value) => ({ ...value, algorithm: "other" })),
      ["algorithm"]
    )
  })

  it("blocks no other edit of a policy: more than 20 KiB, an action that is none", () => {
    for (const [action, size] of [
      ["s3:GetObject", 30_000],
      ["s3:Nope", 0]
    ] as const) {
      assert.deepStrictEqual(
        faults("policy", policy(action, "a", size), () => ({ text: `\n${policy(action, "b", size)}` })),
        [],
        action
      )
      assert.deepStrictEqual(
        faults("policy", policy("s3:PutObject", "a"), () => ({ text: policy(action, "b", size) })),
        ["text"],
        action
      )
    }
  })

  it("blocks no other edit of notifications: one id for two topics, which RGW tells apart", () => {
    const topic = (arn: string) =>
      `<TopicConfiguration><Id>n</Id><Topic>${arn}</Topic><Event>s3:ObjectCreated:*</Event></TopicConfiguration>`
    const stored = `<NotificationConfiguration>${topic("arn:aws:sns:default::a")}${topic("arn:aws:sns:default::b")}</NotificationConfiguration>`
    assert.deepStrictEqual(
      faults("notifications", stored, ({ notifications: [one, other] }) => ({
        notifications: [one, { ...other, prefix: "x" }]
      })),
      []
    )
    assert.deepStrictEqual(
      faults("notifications", stored, ({ notifications: [one, other] }) => ({
        notifications: [one, { ...other, target: one.target }]
      })),
      ["notifications.1.id"]
    )
  })
})
