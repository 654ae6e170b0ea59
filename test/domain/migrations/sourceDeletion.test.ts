import { assert, describe, it } from "@effect/vitest"
import type { MigrationDraft } from "#domain/objects/migrations/BucketMigration.ts"
import type { CertifiedObject } from "#domain/objects/migrations/certificate.ts"
import { decideSourceDeletion, sourceDeletionFault } from "#domain/objects/migrations/sourceDeletion.ts"

const draft: MigrationDraft = {
  source_context_id: "1",
  target_context_id: "2",
  buckets: [{ source: "logs", target: "moved" }],
  mode: "pre_sync",
  strategy: "current_only",
  copy_bucket_settings: true,
  strong_integrity_check: true,
  delete_source: true
}
const source = { key: "a", index: 0, versionId: null, isMarker: false, size: 3, etag: '"e"', modifiedAt: "then" }
const side = { size_bytes: 3, etag: '"e"', modified_at: "then" }
const certified: CertifiedObject = {
  type: "object",
  key: "a",
  verdict: "same",
  verified_by: "etag",
  checksum: null,
  source: side,
  target: side
}

describe("the deletion of a source", () => {
  it("needs a cutover, every object at the target, and proof of everything", () => {
    assert.isNull(sourceDeletionFault(draft))
    for (const change of [
      { mode: "one_shot" },
      { strategy: "skip_existing" },
      { strong_integrity_check: false },
      { accept_losses: ["acl"] },
      { buckets: [...draft.buckets, { source: "moved", target: "again" }] }
    ] as ReadonlyArray<Partial<MigrationDraft>>) {
      assert.isString(sourceDeletionFault({ ...draft, ...change }), JSON.stringify(change))
      assert.isNull(sourceDeletionFault({ ...draft, ...change, delete_source: false }))
    }
  })

  it("deletes the very object that was proved, while the target has it", () =>
    assert.strictEqual(decideSourceDeletion({ source, verdict: "same" }, certified), "delete"))
  it("passes over what it deleted before", () =>
    assert.strictEqual(decideSourceDeletion({ source: null, verdict: "extra" }, certified), "gone"))
  it("stops at an object that is not at the target, or differs there", () => {
    for (const verdict of ["missing", "different", "unknown"] as const)
      assert.strictEqual(decideSourceDeletion({ source, verdict }, certified), "stop")
  })
  it("stops at an object that was never compared, was not proved, or was written since with equal content", () => {
    assert.strictEqual(decideSourceDeletion({ source, verdict: "same" }, null), "stop")
    assert.strictEqual(decideSourceDeletion({ source, verdict: "same" }, { ...certified, verdict: "unknown" }), "stop")
    for (const change of [{ size_bytes: 4 }, { etag: '"f"' }, { modified_at: "later" }])
      assert.strictEqual(
        decideSourceDeletion({ source, verdict: "same" }, { ...certified, source: { ...side, ...change } }),
        "stop"
      )
  })
})
