import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3"
import { getSignedUrl } from "@aws-sdk/s3-request-presigner"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { account, client, codeOf, freshSandbox, raw, run } from "./support.ts"

const prepared = Effect.gen(function* () {
  const gateway = yield* freshSandbox()
  const owner = account(gateway)
  yield* raw(gateway, owner, { method: "PUT", target: "/signed" })
  yield* raw(gateway, owner, { method: "PUT", target: "/signed/a", body: "hello" })
  return { gateway, owner, s3: yield* client(gateway, owner) }
})

describe("A request to the sandbox", () => {
  it.effect("with an unknown key, a wrong secret or a stale date is refused, and the first two look alike", () =>
    Effect.gen(function* () {
      const { gateway, owner } = yield* prepared
      const unknown = yield* raw(
        gateway,
        { accessKey: "NOBODY", secretKey: owner.secretKey },
        { method: "GET", target: "/" }
      )
      const wrong = yield* raw(
        gateway,
        { accessKey: owner.accessKey, secretKey: "guess" },
        { method: "GET", target: "/" }
      )
      assert.deepStrictEqual(
        [unknown.status, codeOf(unknown), wrong.status, codeOf(wrong)],
        [403, "AccessDenied", 403, "AccessDenied"]
      )
      const stale = yield* raw(gateway, owner, { method: "GET", target: "/", at: new Date(Date.now() - 3_600_000) })
      assert.strictEqual(codeOf(stale), "RequestTimeTooSkewed")
    })
  )

  it.effect("whose body is not the one that was signed is refused and stores nothing", () =>
    Effect.gen(function* () {
      const { gateway, owner } = yield* prepared
      const answer = yield* raw(gateway, owner, {
        method: "PUT",
        target: "/signed/forged",
        body: "hello",
        headers: { "x-amz-content-sha256": "0".repeat(64) }
      })
      assert.strictEqual(codeOf(answer), "XAmzContentSHA256Mismatch")
      assert.strictEqual((yield* raw(gateway, owner, { method: "HEAD", target: "/signed/forged" })).status, 404)
    })
  )

  it.effect("that carries a content type outside its signature is refused", () =>
    Effect.gen(function* () {
      const { gateway, owner } = yield* prepared
      const answer = yield* raw(gateway, owner, {
        method: "PUT",
        target: "/signed/b",
        body: "x",
        unsigned: { "content-type": "text/plain" }
      })
      assert.deepStrictEqual([answer.status, codeOf(answer)], [403, "AccessDenied"])
    })
  )

  it.effect("that carries no signature sees an empty list of buckets and nothing else", () =>
    Effect.gen(function* () {
      const { gateway } = yield* prepared
      const service = yield* raw(gateway, undefined, { method: "GET", target: "/" })
      assert.include(service.text, "<ID>anonymous</ID>")
      assert.strictEqual((yield* raw(gateway, undefined, { method: "GET", target: "/signed/a" })).status, 403)
    })
  )

  it.effect("of another account is refused, and a policy lets it in", () =>
    Effect.gen(function* () {
      const { gateway, owner } = yield* prepared
      const stranger = account(gateway, 1)
      assert.strictEqual((yield* raw(gateway, stranger, { method: "GET", target: "/signed/a" })).status, 403)
      const policy = {
        Version: "2012-10-17",
        Statement: [
          {
            Effect: "Allow",
            Principal: { AWS: [`arn:aws:iam::${stranger.id}:root`] },
            Action: ["s3:GetObject"],
            Resource: ["arn:aws:s3:::signed/*"]
          }
        ]
      }
      yield* raw(gateway, owner, { method: "PUT", target: "/signed?policy", body: JSON.stringify(policy) })
      assert.strictEqual((yield* raw(gateway, stranger, { method: "GET", target: "/signed/a" })).text, "hello")
      assert.strictEqual((yield* raw(gateway, stranger, { method: "PUT", target: "/signed/a", body: "x" })).status, 403)
    })
  )
})

describe("A presigned address", () => {
  it.effect("is served without further credentials, ranges included, until it expires or is altered", () =>
    Effect.gen(function* () {
      const { s3 } = yield* prepared
      const address = yield* run(() =>
        getSignedUrl(s3, new GetObjectCommand({ Bucket: "signed", Key: "a" }), { expiresIn: 60 })
      )
      assert.strictEqual(yield* run(() => fetch(address).then((answer) => answer.text())), "hello")
      const part = yield* run(() => fetch(address, { headers: { range: "bytes=1-2" } }))
      assert.deepStrictEqual([part.status, yield* run(() => part.text())], [206, "el"])
      assert.strictEqual((yield* run(() => fetch(address.replace("/signed/a", "/signed/b")))).status, 403)
      const past = yield* run(() =>
        getSignedUrl(s3, new GetObjectCommand({ Bucket: "signed", Key: "a" }), {
          expiresIn: 60,
          signingDate: new Date(Date.now() - 120_000)
        })
      )
      assert.strictEqual((yield* run(() => fetch(past))).status, 403)
    })
  )

  it.effect("for an upload refuses a content type that was not signed, as a browser would send it", () =>
    Effect.gen(function* () {
      const { s3 } = yield* prepared
      const bare = yield* run(() =>
        getSignedUrl(s3, new PutObjectCommand({ Bucket: "signed", Key: "up" }), { expiresIn: 60 })
      )
      const typed = yield* run(() =>
        fetch(bare, { method: "PUT", body: "x", headers: { "content-type": "text/plain" } })
      )
      assert.strictEqual(typed.status, 403)
      const signed = yield* run(() =>
        getSignedUrl(s3, new PutObjectCommand({ Bucket: "signed", Key: "up", ContentType: "text/plain" }), {
          expiresIn: 60,
          signableHeaders: new Set(["content-type"])
        })
      )
      const kept = yield* run(() =>
        fetch(signed, { method: "PUT", body: "x", headers: { "content-type": "text/plain" } })
      )
      assert.strictEqual(kept.status, 200)
    })
  )
})
