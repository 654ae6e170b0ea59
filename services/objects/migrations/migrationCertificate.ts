import { DateTime, Effect, Stream } from "effect"
import { CERTIFICATE_FORMAT, certificateLine } from "#domain/objects/migrations/certificate.ts"
import type { MigrationState } from "#domain/objects/migrations/migrationState.ts"
import type { WorkItem, WorkRun } from "#domain/platform/work/WorkRun.ts"
import { CertificateSigner } from "./CertificateSigner.ts"
import { MigrationManifests, type StoredManifest } from "./MigrationManifests.ts"
import type { StoredMigration } from "./MigrationRecords.ts"

const textOf = (at: DateTime.Utc | null): string | null => (at === null ? null : DateTime.formatIso(at))

/** The stream dies when the migration restarts meanwhile. */
export const migrationCertificate = Effect.gen(function* () {
  const [manifests, signer] = yield* Effect.all([MigrationManifests, CertificateSigner])

  const headerOf = Effect.fnUntraced(function* ({ draft, id }: StoredMigration, state: MigrationState, run: WorkRun) {
    return certificateLine({
      type: "certificate",
      format: CERTIFICATE_FORMAT,
      version: 1,
      issued_at: DateTime.formatIso(yield* DateTime.now),
      key: (yield* signer.publicKey).key,
      migration: {
        id,
        state,
        mode: draft.mode,
        strategy: draft.strategy,
        strong_integrity_check: draft.strong_integrity_check,
        accepted_losses: draft.accept_losses ?? [],
        source_context_id: draft.source_context_id,
        target_context_id: draft.target_context_id,
        started_at: textOf(run.started_at),
        ended_at: textOf(run.ended_at),
        versions: draft.strategy === "version_aware" ? "all" : "current"
      }
    })
  })

  const bucketOf = ({ detail, label, problem, result, state }: WorkItem, manifest: StoredManifest | undefined) =>
    certificateLine({
      type: "bucket",
      source: label,
      target: detail,
      state,
      problem: problem?.detail ?? null,
      verified_at: manifest?.verified_at ?? null,
      counts: manifest?.counts ?? null,
      report: result
    })

  const objectsOf = (manifest: StoredManifest | undefined) =>
    manifest === undefined || manifest.pages === 0
      ? Stream.empty
      : Stream.range(0, manifest.pages - 1).pipe(Stream.mapEffect((page) => manifests.page(manifest.id, page)))

  return Effect.fnUntraced(function* (
    stored: StoredMigration,
    state: MigrationState,
    run: WorkRun,
    items: ReadonlyArray<WorkItem>
  ) {
    const header = yield* headerOf(stored, state, run)
    const manifestByPortion = new Map((yield* manifests.ofRun(run.id)).map((manifest) => [manifest.portion, manifest]))
    const buckets = Stream.fromIterable(items).pipe(
      Stream.flatMap((item) => {
        const manifest = manifestByPortion.get(item.label)
        return Stream.concat(Stream.succeed(bucketOf(item, manifest)), objectsOf(manifest))
      })
    )
    return signer.sign(Stream.concat(Stream.succeed(header), buckets))
  })
})
