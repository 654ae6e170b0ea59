import { type AuditArchive, archiveText, type SignedArchive } from "#domain/platform/audit/AuditArchive.ts"
import { Tokens } from "#services/platform/Tokens.ts"
import { Context, Effect, Layer } from "effect"
import { AuditArchives } from "./AuditArchives.ts"

export class AuditArchiveSigning extends Context.Service<
  AuditArchiveSigning,
  {
    readonly signed: (archive: AuditArchive) => SignedArchive
    readonly isOurs: (archive: SignedArchive) => boolean
    /** Replaces signatures of the ring's other keys, so that these can be removed. Returns the count. */
    readonly renew: Effect.Effect<number>
    readonly accept: (archives: ReadonlyArray<SignedArchive>) => Effect.Effect<void>
  }
>()("stowage/services/platform/audit/AuditArchiveSigning") {
  static readonly layer = Layer.effect(
    AuditArchiveSigning,
    Effect.gen(function* () {
      const archives = yield* AuditArchives
      const tokens = yield* Tokens

      const isOurs = (archive: SignedArchive) => tokens.signatureHolds(archiveText(archive), archive.signature)
      const accept = Effect.fn("AuditArchiveSigning.accept")((some: ReadonlyArray<SignedArchive>) =>
        Effect.forEach(some, (archive) => archives.sign(archive, tokens.signature(archiveText(archive))), {
          discard: true
        })
      )

      const renew = Effect.gen(function* () {
        const older = (yield* archives.all).filter(
          (archive) => isOurs(archive) && archive.signature !== tokens.signature(archiveText(archive))
        )
        yield* accept(older)
        return older.length
      })

      return AuditArchiveSigning.of({
        signed: (archive) => ({ ...archive, signature: tokens.signature(archiveText(archive)) }),
        isOurs,
        renew: Effect.withSpan(renew, "AuditArchiveSigning.renew"),
        accept
      })
    })
  )
}
