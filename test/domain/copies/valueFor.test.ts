import { assert, it } from "@effect/vitest"
import { valueFor } from "#domain/buckets/valueFor.ts"

const policy = (text: string) => valueFor({ text }, "photos", "archive")

it("the ARN of the bucket itself is said of the other one, and nobody else's", () => {
  const text = `{"Resource":["arn:aws:s3:::photos","arn:aws:s3:::photos/*","arn:aws:s3:::photos-old/*","arn:aws:s3:::my-photos"]}`
  const { rewritten, unclear, value } = policy(text)
  assert.deepStrictEqual(value, {
    text: `{"Resource":["arn:aws:s3:::archive","arn:aws:s3:::archive/*","arn:aws:s3:::photos-old/*","arn:aws:s3:::my-photos"]}`
  })
  assert.deepStrictEqual(rewritten, ["arn:aws:s3:::photos → arn:aws:s3:::archive"])
  assert.deepStrictEqual(unclear, [])
})

it("the host of its website and a step of a prefix are rewritten; whatever else names it is told", () => {
  const host = valueFor(
    { redirect_all: { host_name: "photos.s3-website.example.org", protocol: null } },
    "photos",
    "archive"
  )
  assert.deepStrictEqual(host.value, { redirect_all: { host_name: "archive.s3-website.example.org", protocol: null } })
  const logs = valueFor({ target_bucket: "logs", target_prefix: "all/photos/" }, "photos", "archive")
  assert.deepStrictEqual(logs.value, { target_bucket: "logs", target_prefix: "all/archive/" })
  const named = valueFor({ target_bucket: "photos", target_prefix: "photos-" }, "photos", "archive")
  assert.deepStrictEqual(named, {
    value: { target_bucket: "photos", target_prefix: "photos-" },
    rewritten: [],
    unclear: ["target_bucket"]
  })
})

it("names that are patterns elsewhere are names here", () => {
  assert.deepStrictEqual(valueFor({ text: "arn:aws:s3:::aXb arn:aws:s3:::a.b/x" }, "a.b", "c$&d").value, {
    text: "arn:aws:s3:::aXb arn:aws:s3:::c$&d/x"
  })
  assert.deepStrictEqual(valueFor([1, null, true, "x"], "photos", "archive").value, [1, null, true, "x"])
})
