import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { exportJWK, generateKeyPair } from "jose"
import { createHash } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { certificateLine } from "#domain/objects/migrations/certificate.ts"
import { signCertificate, keyThumbprint } from "#layers/crypto/certificateSignature.ts"
import { runStowage } from "../../support/cli.ts"

it.effect("verify-certificate verifies a file without settings, and exits with 1 for what is not valid", () =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.promise(() => mkdtemp(path.join(tmpdir(), "certificate-"))),
      (made) => Effect.promise(() => rm(made, { recursive: true }))
    )
    const { jwk, key } = yield* Effect.promise(async () => {
      const { privateKey } = await generateKeyPair("Ed25519", { extractable: true })
      const exported = await exportJWK(privateKey)
      return { jwk: exported, key: { kty: "OKP", crv: "Ed25519", x: exported.x ?? "" } as const }
    })
    const thumbprint = yield* Effect.promise(() => keyThumbprint(key))
    const migration = { id: 7, state: "completed", mode: "one_shot", strategy: "current_only" }
    const none = { strong_integrity_check: false, accepted_losses: ["acl"], started_at: null, ended_at: null }
    const line = certificateLine({
      type: "certificate",
      format: "stowage-migration-certificate",
      version: 1,
      issued_at: "2026-11-27T10:00:00.000Z",
      key,
      migration: { ...migration, ...none, source_context_id: "1", target_context_id: "2", versions: "current" }
    })
    const sha256 = createHash("sha256").update(line).digest("hex")
    const jws = yield* Effect.promise(() => signCertificate(jwk, thumbprint, sha256, 1))
    const text = line + certificateLine({ type: "signature", jws })
    const run = (content: string | null, ...flags: ReadonlyArray<string>) =>
      Effect.promise(async () => {
        const file = path.join(folder, content === null ? "absent" : "file.jsonl")
        if (content !== null) await writeFile(file, content)
        return await runStowage(["verify-certificate", file, ...flags], {})
      })
    const valid = yield* run(text, `--key=${thumbprint}`)
    assert.deepStrictEqual([valid.status, valid.stderr], [0, ""])
    assert.include(valid.stdout, "Migration 7: completed")
    assert.include(valid.stdout, "Accepted losses: acl")
    assert.notInclude(valid.stdout, "taken from the file")
    assert.include((yield* run(text)).stdout, "taken from the file")
    for (const [content, flags, reason] of [
      [text.replace('"id":7', '"id":8'), [], /changed after it was signed/],
      [text, [`--key=${"x".repeat(43)}`], /signed with another key/],
      [text, [`--key=-${"h".repeat(42)}`], /signed with another key/],
      ["", [], /cut off/],
      [null, [], /cannot be read/]
    ] as const) {
      const refused = yield* run(content, ...flags)
      assert.strictEqual(refused.status, 1)
      assert.match(refused.stderr, reason)
    }
  }).pipe(Effect.scoped)
)
