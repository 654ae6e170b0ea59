import { CHAIN_START, endText, nextLink } from "#domain/platform/audit/AuditChain.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { Tokens } from "#services/platform/Tokens.ts"
import { Context, DateTime, Effect, Layer } from "effect"
import { AuditChain, type SignedEnd } from "./AuditChain.ts"

/** Short enough not to block writers, large enough for a day's backlog. */
const ENTRIES_PER_TRANSACTION = 500

/** docs/decisions/audit.md says why sealing is deferred. */
export class AuditSealing extends Context.Service<
  AuditSealing,
  {
    readonly seal: Effect.Effect<number>
    readonly isOurs: (end: SignedEnd) => boolean
  }
>()("stowage/services/platform/audit/AuditSealing") {
  static readonly layer = Layer.effect(
    AuditSealing,
    Effect.gen(function* () {
      const chain = yield* AuditChain
      const { digest } = yield* Secrets
      const tokens = yield* Tokens

      const isOurs = (end: SignedEnd): boolean =>
        end.seq === 0
          ? end.hash === CHAIN_START.hash
          : end.signature !== null && tokens.signatureHolds(endText(end), end.signature)

      const sealSome = Effect.gen(function* () {
        const now = DateTime.formatIso(yield* DateTime.now)
        return yield* chain.seal(
          ENTRIES_PER_TRANSACTION,
          (before, entry) => nextLink(before, now, entry, digest),
          // extend an end with a foreign signature, but do not sign it: verify-audit continues to report it
          (old, end) => (isOurs(old) ? tokens.signature(endText(end)) : null)
        )
      })

      const seal = Effect.gen(function* () {
        let sealed = 0
        for (;;) {
          const some = yield* sealSome
          sealed += some
          if (some < ENTRIES_PER_TRANSACTION) return sealed
        }
      })

      return AuditSealing.of({ seal: Effect.withSpan(seal, "AuditSealing.seal"), isOurs })
    })
  )
}
