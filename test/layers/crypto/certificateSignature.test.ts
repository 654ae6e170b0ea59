import { assert, describe, it } from "@effect/vitest"
import { exportJWK, generateKeyPair, type JWK } from "jose"
import { createHash } from "node:crypto"
import { noCounts } from "#domain/objects/comparison/BucketComparison.ts"
import type { ComparedPair } from "#domain/objects/comparison/compareEntries.ts"
import { certifiedObjects, certificateLine } from "#domain/objects/migrations/certificate.ts"
import { signCertificate, keyThumbprint, verifyCertificate } from "#layers/crypto/certificateSignature.ts"

const ODD_KEYS = ["a//b", ".", "..", "line\nfeed\u0000\u0085\u2028", "ü€😀", '"quoted\\', "x".repeat(1_024)]

const newKey = async () => {
  const { privateKey } = await generateKeyPair("Ed25519", { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { jwk, key: { kty: "OKP", crv: "Ed25519", x: jwk.x ?? "" } as const }
}
type Key = Awaited<ReturnType<typeof newKey>>

const pairOf = (key: string, verdict: ComparedPair["verdict"] = "same"): ComparedPair => {
  const entry = { key, index: 0, versionId: null, isMarker: false, size: 3, etag: '"e"', modifiedAt: null }
  return {
    key,
    source: verdict === "extra" ? null : entry,
    target: verdict === "missing" ? null : entry,
    verdict,
    proof: verdict === "same" ? "etag" : null,
    checksum: null
  }
}

const header = ({ key }: Key) =>
  certificateLine({
    type: "certificate",
    format: "stowage-migration-certificate",
    version: 1,
    issued_at: "2026-11-27T10:00:00.000Z",
    key,
    migration: {
      id: 7,
      state: "completed_with_errors",
      mode: "one_shot",
      strategy: "current_only",
      strong_integrity_check: true,
      accepted_losses: [],
      source_context_id: "1",
      target_context_id: "2",
      started_at: null,
      ended_at: null,
      versions: "current"
    }
  })

const bucket = (pairs: ReadonlyArray<ComparedPair> | null) => {
  const counts = { ...noCounts }
  for (const { verdict } of pairs ?? []) counts[verdict] += 1
  const verified_at = pairs === null ? null : "2026-11-27T09:00:00.000Z"
  return (
    certificateLine({
      type: "bucket",
      source: "logs",
      target: "moved",
      state: "failed",
      problem: null,
      verified_at,
      counts: pairs === null ? null : counts,
      report: {}
    }) + certifiedObjects(pairs ?? [])
  )
}

/** Signs a text, also an invalid one. `linesAdded`: error of the count. */
const signed = async (text: string, { jwk, key }: { readonly jwk: JWK; readonly key: Key["key"] }, linesAdded = 0) => {
  const sha256 = createHash("sha256").update(text).digest("hex")
  const lines = text.split("\n").length - 1 + linesAdded
  return (
    text +
    certificateLine({ type: "signature", jws: await signCertificate(jwk, await keyThumbprint(key), sha256, lines) })
  )
}

const verified = (text: string | Buffer, pinned: string | null = null, size = 7) =>
  verifyCertificate(
    (async function* () {
      const bytes = Buffer.from(text as string)
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    })(),
    pinned
  )

const faultOf = async (...args: Parameters<typeof verified>) => {
  const result = await verified(...args)
  return typeof result === "string" ? result : "valid"
}

describe("the certificate of a migration", async () => {
  const own = await newKey()
  const text = header(own) + bucket(ODD_KEYS.map((key) => pairOf(key))) + bucket([pairOf("a"), pairOf("b")])
  const whole = await signed(text, own)

  it("is valid with odd keys, whatever pieces its bytes arrive in, and for its own key alone", async () => {
    const thumbprint = await keyThumbprint(own.key)
    for (const size of [1, 7, 1_000_000]) {
      const result = await verified(whole, thumbprint, size)
      assert.isObject(result)
      if (typeof result === "string") return
      assert.deepInclude(result.summary, { buckets: 2, byEtag: ODD_KEYS.length + 2, byChecksum: 0, unverified: [] })
      assert.strictEqual(result.thumbprint, thumbprint)
    }
    const other = await newKey()
    assert.match(await faultOf(whole, await keyThumbprint(other.key)), /signed with another key/)
    assert.match(await faultOf(await signed(header(other) + bucket([]), own)), /does not match its key/)
    const foreign = await signed(header(other) + bucket([]), other)
    assert.strictEqual(await faultOf(foreign), "valid")
    assert.match(await faultOf(foreign, thumbprint), /signed with another key/)
  })

  it("is not valid after any one byte was changed", async () => {
    const bytes = Buffer.from(whole)
    // the key of 1,024 letters is sampled
    for (let at = 0; at < bytes.length; at += bytes[at] === 120 ? 97 : 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      assert.notStrictEqual(await faultOf(changed, null, 1_000_000), "valid", `byte ${at}`)
    }
  })

  it("is not valid in another order, cut anywhere, or with something behind its signature", async () => {
    const lines = whole.split("\n").slice(0, -1)
    const joined = (of: ReadonlyArray<string>) => of.map((line) => `${line}\n`).join("")
    const swapped = [...lines]
    ;[swapped[2], swapped[3]] = [lines[3] ?? "", lines[2] ?? ""]
    assert.match(await faultOf(joined(swapped)), /changed after it was signed/)
    for (let length = 0; length < lines.length; length += 1)
      assert.match(await faultOf(joined(lines.slice(0, length))), /cut off/, `${length} lines`)
    assert.match(await faultOf(whole.slice(0, -1)), /cut off/)
    assert.match(await faultOf(`${whole}{}\n`), /something follows/)
    assert.match(await faultOf(whole + whole), /something follows/)
    for (const left of [1, 2, lines.length - 2])
      assert.notStrictEqual(await faultOf(joined(lines.filter((_, index) => index !== left))), "valid", `line ${left}`)
  })

  it("names exceptions and buckets that were not verified", async () => {
    const pairs = [
      pairOf("a"),
      pairOf("b", "different"),
      pairOf("c", "missing"),
      pairOf("d", "extra"),
      pairOf("e", "unknown")
    ]
    const result = await verified(await signed(header(own) + bucket(pairs) + bucket(null), own))
    assert.isObject(result)
    if (typeof result === "string") return
    assert.deepInclude(result.summary, {
      buckets: 2,
      unverified: ["logs (failed)"],
      objects: { same: 1, different: 1, missing: 1, extra: 1, unknown: 1 }
    })
  })

  it("is not valid when it claims more than was verified, even with a valid signature", async () => {
    const [unproved, absent] = [{ ...pairOf("a"), proof: null }, pairOf("b")]
    assert.match(await faultOf(await signed(header(own) + bucket([unproved]), own)), /claims more than was verified/)
    const short = header(own) + bucket([pairOf("a"), absent]).replace(certifiedObjects([absent]), "")
    assert.match(await faultOf(await signed(short, own)), /objects of a bucket are absent/)
    assert.match(await faultOf(await signed(short + bucket([]), own)), /objects of a bucket are absent/)
    const more = header(own) + bucket(null) + certifiedObjects([pairOf("a")])
    assert.match(await faultOf(await signed(more, own)), /other objects than its comparison counted/)
    assert.match(await faultOf(await signed(bucket([]), own)), /not the header/)
    assert.match(await faultOf(await signed(text, own, 1)), /changed after it was signed/)
  })
})
