import { archivedEnd, archivesFault, type SignedArchive } from "#domain/platform/audit/AuditArchive.ts"
import { type ChainEnd, type ChainFault, endsAt, endText, follows, type FoundLink, isFault } from "#domain/platform/audit/AuditChain.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { Tokens } from "#services/platform/Tokens.ts"
import { Context, Effect, Layer } from "effect"
import { AuditArchives } from "./AuditArchives.ts"
import { AuditArchiveSigning } from "./AuditArchiveSigning.ts"
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
  /** What was taken out of the trail before the first link that was read, oldest first. */
  readonly archives: ReadonlyArray<SignedArchive>
  /** Of these, what no key of JWT_KEYS has signed. */
  readonly unsigned: ReadonlyArray<SignedArchive>
  /** Entries that are archived and not deleted yet. */
  readonly undeleted: number
  /** The archive that has the link of `known`, of which the database has nothing any more. */
  readonly knownIn: SignedArchive | null
}

/** What is known of the chain from outside: that it once ended so. */
export type KnownEnd = ChainEnd

/** Reads the whole chain again, from where it was archived on, and tells what was changed behind its back. */
export class AuditVerification extends Context.Service<AuditVerification, {
  /** `known`: an end that was noted down earlier, which the chain must still pass through. `told` hears how many links are read. */
  readonly verify: (known: KnownEnd | null, told: (links: number) => Effect.Effect<void>) => Effect.Effect<ChainReport>
  /** Signs the end of a chain that holds, and its archives that are not; false when it ends elsewhere by now. */
  readonly accept: (report: ChainReport) => Effect.Effect<boolean>
}>()("stowage/services/platform/audit/AuditVerification") {
  static readonly layer = Layer.effect(AuditVerification, Effect.gen(function*() {
    const chain = yield* AuditChain
    const sealing = yield* AuditSealing
    const stored = yield* AuditArchives
    const signing = yield* AuditArchiveSigning
    const { digest } = yield* Secrets
    const tokens = yield* Tokens

    /** What is sealed while we read is not ours to judge; what stands behind an end that has not moved was put there. */
    const behindHead = Effect.fnUntraced(function*({ entryId, seq }: FoundLink, head: number) {
      if ((yield* chain.end).seq > head) return null
      const fault: ChainFault = { kind: "inserted", seq, entry: entryId, says: `entry ${entryId} was put behind the end of the chain at link ${head}` }
      return fault
    })

    /** The rows one after the other, a window at a time: where they end, or what is wrong first. */
    const readAll = Effect.fnUntraced(function*(begin: ChainEnd, known: KnownEnd | null, until: number, told: (links: number) => Effect.Effect<void>) {
      let end: ChainEnd = begin
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

    /** The hash that an archive ends with, if that is the place. */
    const knownFault = (known: KnownEnd | null, archives: ReadonlyArray<SignedArchive>): ChainFault | null => {
      const archive = archives.find(({ last_seq }) => last_seq === known?.seq)
      return known === null || archive === undefined || archive.last_hash === known.hash ? null
        : { kind: "head", seq: known.seq, entry: null, says: `the chain was written anew: link ${known.seq} once had the hash ${known.hash}` }
    }

    const once = Effect.fnUntraced(function*(archives: ReadonlyArray<SignedArchive>, known: KnownEnd | null, told: (links: number) => Effect.Effect<void>) {
      const begin = archivedEnd(archives)
      const head = yield* chain.end
      const { end, fault } = yield* readAll(begin, known, head.seq, told)
      const { foreign, lost, waiting } = yield* chain.strays
      const atEnd = archivesFault(archives) ?? knownFault(known, archives) ?? fault ?? endsAt(end, head)
      const forgotten: ChainFault | null = known === null || known.seq <= end.seq ? null
        : { kind: "deleted", seq: end.seq + 1, entry: null, says: `the chain ends at link ${end.seq}, and once reached ${known.seq}` }
      const stray: ChainFault | null = lost !== null
        ? { kind: "deleted", seq: end.seq, entry: lost, says: `entry ${lost} was deleted before it was sealed` }
        : foreign !== null ? { kind: "inserted", seq: end.seq, entry: foreign, says: `entry ${foreign} is no link of the chain: it was inserted past it` } : null
      const first = yield* stored.firstLink
      const report: ChainReport = {
        end, waiting, fault: atEnd ?? forgotten ?? stray, signed: sealing.isOurs(head), archives, unsigned: archives.filter((archive) => !signing.isOurs(archive)),
        undeleted: first === null ? 0 : Math.max(0, begin.seq - first + 1),
        knownIn: known === null ? null : archives.find(({ first_seq, last_seq }) => first_seq <= known.seq && known.seq < last_seq) ?? null
      }
      return report
    })

    const verify = Effect.fn("AuditVerification.verify")(function*(known: KnownEnd | null, told: (links: number) => Effect.Effect<void>) {
      for (;;) {
        const archives = yield* stored.all
        const report = yield* once(archives, known, told)
        // what was archived while we read is gone under our hands, and no fault
        if (report.fault === null || (yield* stored.all).length === archives.length) return report
      }
    })

    const accept = Effect.fn("AuditVerification.accept")(function*({ end, unsigned }: ChainReport) {
      if (!(yield* chain.sign(end, tokens.signature(endText(end))))) return false
      yield* signing.accept(unsigned)
      return true
    })

    return AuditVerification.of({ verify, accept })
  }))
}
