import { archivedEnd, archivesFault, type SignedArchive } from "#domain/platform/audit/AuditArchive.ts"
import {
  type ChainEnd,
  type ChainFault,
  chainEndFault,
  endText,
  checkLink,
  type StoredLink,
  isFault
} from "#domain/platform/audit/AuditChain.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { Tokens } from "#services/platform/Tokens.ts"
import { Context, Effect, Layer } from "effect"
import { AuditArchives } from "./AuditArchives.ts"
import { AuditArchiveSigning } from "./AuditArchiveSigning.ts"
import { AuditChain } from "./AuditChain.ts"
import { AuditSealing } from "./AuditSealing.ts"

const LINKS_PER_READ = 1_000

export interface ChainReport {
  readonly end: ChainEnd
  readonly waiting: number
  readonly fault: ChainFault | null
  readonly signed: boolean
  readonly archives: ReadonlyArray<SignedArchive>
  readonly unsigned: ReadonlyArray<SignedArchive>
  readonly undeleted: number
  readonly knownIn: SignedArchive | null
}

export type KnownEnd = ChainEnd

export class AuditVerification extends Context.Service<
  AuditVerification,
  {
    /** `known`: a recorded end that the chain must still contain. */
    readonly verify: (
      known: KnownEnd | null,
      onProgress: (links: number) => Effect.Effect<void>
    ) => Effect.Effect<ChainReport>
    readonly accept: (report: ChainReport) => Effect.Effect<boolean>
  }
>()("stowage/services/platform/audit/AuditVerification") {
  static readonly layer = Layer.effect(
    AuditVerification,
    Effect.gen(function* () {
      const chain = yield* AuditChain
      const sealing = yield* AuditSealing
      const stored = yield* AuditArchives
      const signing = yield* AuditArchiveSigning
      const { digest } = yield* Secrets
      const tokens = yield* Tokens

      /** Ignores links sealed during the run; links after an unmoved end were inserted. */
      const behindHead = Effect.fnUntraced(function* ({ entryId, seq }: StoredLink, head: number) {
        if ((yield* chain.end).seq > head) return null
        const fault: ChainFault = {
          kind: "inserted",
          seq,
          entry: entryId,
          text: `entry ${entryId} was put behind the end of the chain at link ${head}`
        }
        return fault
      })

      const readAll = Effect.fnUntraced(function* (
        begin: ChainEnd,
        recordedEnd: KnownEnd | null,
        until: number,
        onProgress: (links: number) => Effect.Effect<void>
      ) {
        let end: ChainEnd = begin
        for (;;) {
          const links = yield* chain.read(end.seq, LINKS_PER_READ)
          for (const link of links) {
            if (link.seq > until && end.seq === until) return { end, fault: yield* behindHead(link, until) }
            const next = checkLink(end, link, digest)
            if (isFault(next)) return { end, fault: next }
            end = next
            if (recordedEnd?.seq === end.seq && recordedEnd.hash !== end.hash) {
              const fault: ChainFault = {
                kind: "head",
                seq: end.seq,
                entry: link.entryId,
                text: `the chain was written anew: link ${end.seq} once had the hash ${recordedEnd.hash}`
              }
              return { end, fault }
            }
          }
          yield* onProgress(end.seq)
          if (links.length < LINKS_PER_READ) return { end, fault: null }
        }
      })

      const knownFault = (recordedEnd: KnownEnd | null, archives: ReadonlyArray<SignedArchive>): ChainFault | null => {
        const archive = archives.find(({ last_seq }) => last_seq === recordedEnd?.seq)
        return recordedEnd === null || archive === undefined || archive.last_hash === recordedEnd.hash
          ? null
          : {
              kind: "head",
              seq: recordedEnd.seq,
              entry: null,
              text: `the chain was written anew: link ${recordedEnd.seq} once had the hash ${recordedEnd.hash}`
            }
      }

      const verifyOnce = Effect.fnUntraced(function* (
        archives: ReadonlyArray<SignedArchive>,
        recordedEnd: KnownEnd | null,
        onProgress: (links: number) => Effect.Effect<void>
      ) {
        const begin = archivedEnd(archives)
        const head = yield* chain.end
        const { end, fault } = yield* readAll(begin, recordedEnd, head.seq, onProgress)
        const { foreign, lost: lostEntry, waiting } = yield* chain.strays
        const atEnd = archivesFault(archives) ?? knownFault(recordedEnd, archives) ?? fault ?? chainEndFault(end, head)
        const truncation: ChainFault | null =
          recordedEnd === null || recordedEnd.seq <= end.seq
            ? null
            : {
                kind: "deleted",
                seq: end.seq + 1,
                entry: null,
                text: `the chain ends at link ${end.seq}, and once reached ${recordedEnd.seq}`
              }
        const stray: ChainFault | null =
          lostEntry !== null
            ? {
                kind: "deleted",
                seq: end.seq,
                entry: lostEntry,
                text: `entry ${lostEntry} was deleted before it was sealed`
              }
            : foreign !== null
              ? {
                  kind: "inserted",
                  seq: end.seq,
                  entry: foreign,
                  text: `entry ${foreign} is no link of the chain: it was inserted past it`
                }
              : null
        const first = yield* stored.firstLink
        const report: ChainReport = {
          end,
          waiting,
          fault: atEnd ?? truncation ?? stray,
          signed: sealing.isOurs(head),
          archives,
          unsigned: archives.filter((archive) => !signing.isOurs(archive)),
          undeleted: first === null ? 0 : Math.max(0, begin.seq - first + 1),
          knownIn:
            recordedEnd === null
              ? null
              : (archives.find(
                  ({ first_seq, last_seq }) => first_seq <= recordedEnd.seq && recordedEnd.seq < last_seq
                ) ?? null)
        }
        return report
      })

      const verify = Effect.fn("AuditVerification.verify")(function* (
        recordedEnd: KnownEnd | null,
        onProgress: (links: number) => Effect.Effect<void>
      ) {
        for (;;) {
          const archives = yield* stored.all
          const report = yield* verifyOnce(archives, recordedEnd, onProgress)
          // entries archived during the run disappear without a fault
          if (report.fault === null || (yield* stored.all).length === archives.length) return report
        }
      })

      const accept = Effect.fn("AuditVerification.accept")(function* ({ end, unsigned }: ChainReport) {
        if (!(yield* chain.sign(end, tokens.signature(endText(end))))) return false
        yield* signing.accept(unsigned)
        return true
      })

      return AuditVerification.of({ verify, accept })
    })
  )
}
