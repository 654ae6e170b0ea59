import { beginning, endText, linkOf } from "#domain/platform/audit/AuditChain.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { Tokens } from "#services/platform/Tokens.ts"
import { Context, DateTime, Effect, Layer } from "effect"
import { AuditChain, type SignedEnd } from "./AuditChain.ts"

/** Entries of one transaction: short enough to hold nobody up, long enough for a day's backlog. */
const batch = 500

/** Seals what was written down into the chain: see docs/decisions/audit.md for why not at once. */
export class AuditSealing extends Context.Service<AuditSealing, {
  /** Seals everything that waits; answers how many entries. */
  readonly seal: Effect.Effect<number>
  /** Whether we signed an end: an empty chain has nothing to sign. */
  readonly isOurs: (end: SignedEnd) => boolean
}>()("stowage/services/platform/audit/AuditSealing") {
  static readonly layer = Layer.effect(AuditSealing, Effect.gen(function*() {
    const chain = yield* AuditChain
    const { digest } = yield* Secrets
    const tokens = yield* Tokens

    const isOurs = (end: SignedEnd): boolean =>
      end.seq === 0 ? end.hash === beginning.hash : end.signature !== null && tokens.signatureHolds(endText(end), end.signature)

    const sealSome = Effect.gen(function*() {
      const now = DateTime.formatIso(yield* DateTime.now)
      return yield* chain.seal(
        batch,
        (before, entry) => linkOf(before, now, entry, digest),
        // an end that somebody else wrote is gone on from, but never signed: verify-audit goes on to say so
        (old, end) => isOurs(old) ? tokens.signature(endText(end)) : null
      )
    })

    const seal = Effect.gen(function*() {
      let sealed = 0
      for (;;) {
        const some = yield* sealSome
        sealed += some
        if (some < batch) return sealed
      }
    })

    return AuditSealing.of({ seal: Effect.withSpan(seal, "AuditSealing.seal"), isOurs })
  }))
}
