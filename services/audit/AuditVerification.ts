import { beginning, type ChainEnd, type ChainFault, endsAt, endText, follows, type FoundLink, isFault } from "#domain/audit/AuditChain.ts"
import { Secrets } from "#services/secrets/Secrets.ts"
import { Tokens } from "#services/secrets/Tokens.ts"
import { Context, Effect, Layer } from "effect"
import { AuditChain } from "./AuditChain.ts"
import { AuditSealing } from "./AuditSealing.ts"

/** Links in memory at a time. */
const window = 1_000

export interface ChainReport {
  /** The last link that holds. */
  readonly end: ChainEnd
  /** Entries that are not sealed yet. */
  readonly waiting: number
  readonly fault: ChainFault | null
  /** The end is signed with a key of JWT_KEYS. */
  readonly signed: boolean
}

/** What is known of the chain from outside: that it once ended so. */
export type KnownEnd = ChainEnd

/** Reads the whole chain again and tells what was changed behind its back. */
export class AuditVerification extends Context.Service<AuditVerification, {
  /** `known`: an end that was noted down earlier, which the chain must still pass through. `told` hears how many links are read. */
  readonly verify: (known: KnownEnd | null, told: (links: number) => Effect.Effect<void>) => Effect.Effect<ChainReport>
  /** Signs the end of a chain that holds; false when it is another one by now. */
  readonly accept: (end: ChainEnd) => Effect.Effect<boolean>
}>()("stowage/services/audit/AuditVerification") {
  static readonly layer = Layer.effect(AuditVerification, Effect.gen(function*() {
    const chain = yield* AuditChain
    const sealing = yield* AuditSealing
    const { digest } = yield* Secrets
    const tokens = yield* Tokens

    /** What is sealed while we read is not ours to judge; what stands behind an end that has not moved was put there. */
    const behindHead = Effect.fnUntraced(function*({ entryId, seq }: FoundLink, head: number) {
      if ((yield* chain.end).seq > head) return null
      const fault: ChainFault = { kind: "inserted", seq, entry: entryId, says: `entry ${entryId} was put behind the end of the chain at link ${head}` }
      return fault
    })

    /** The rows one after the other, a window at a time: where they end, or what is wrong first. */
    const readAll = Effect.fnUntraced(function*(known: KnownEnd | null, until: number, told: (links: number) => Effect.Effect<void>) {
      let end: ChainEnd = beginning
      for (;;) {
        const links = yield* chain.read(end.seq, window)
        for (const link of links) {
          if (link.seq > until && end.seq === until) return { end, fault: yield* behindHead(link, until) }
          const next = follows(end, link, digest)
          if (isFault(next)) return { end, fault: next }
          end = next
          if (known?.seq === end.seq && known.hash !== end.hash) {
            const fault: ChainFault = { kind: "head", seq: end.seq, entry: link.entryId, says: `the chain was written anew: link ${end.seq} once had the hash ${known.hash}` }
            return { end, fault }
          }
        }
        yield* told(end.seq)
        if (links.length < window) return { end, fault: null }
      }
    })

    const verify = Effect.fn("AuditVerification.verify")(function*(known: KnownEnd | null, told: (links: number) => Effect.Effect<void>) {
      const head = yield* chain.end
      const { end, fault } = yield* readAll(known, head.seq, told)
      const { foreign, lost, waiting } = yield* chain.strays
      const atEnd = fault ?? endsAt(end, head)
      const forgotten: ChainFault | null = known === null || known.seq <= end.seq ? null
        : { kind: "deleted", seq: end.seq + 1, entry: null, says: `the chain ends at link ${end.seq}, and once reached ${known.seq}` }
      const stray: ChainFault | null = lost !== null
        ? { kind: "deleted", seq: end.seq, entry: lost, says: `entry ${lost} was deleted before it was sealed` }
        : foreign !== null ? { kind: "inserted", seq: end.seq, entry: foreign, says: `entry ${foreign} is no link of the chain: it was inserted past it` } : null
      const report: ChainReport = { end, waiting, fault: atEnd ?? forgotten ?? stray, signed: sealing.isOurs(head) }
      return report
    })

    const accept = Effect.fn("AuditVerification.accept")((end: ChainEnd) => chain.sign(end, tokens.signature(endText(end))))

    return AuditVerification.of({ verify, accept })
  }))
}
