import { Console, Effect, Option, Stdio, Terminal } from "effect"
import { Command, Flag } from "effect/cli"
import type { ChainEnd } from "#domain/audit/AuditChain.ts"
import { Audited } from "#services/audit/Audited.ts"
import { byOperator } from "#services/audit/auditBy.ts"
import { AuditVerification, type ChainReport } from "#services/audit/AuditVerification.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { OperatorLayer } from "./operatorLayer.ts"

const written = ({ hash, seq }: ChainEnd) => `${seq}:${hash}`

/** An end as this command prints it. */
const endOf = (text: string) => {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text.trim()) ?? []
  return seq === undefined || hash === undefined
    ? Effect.fail(new CommandFailed({ message: "--known: expected what this command printed as the end of the chain, NUMBER:HASH" }))
    : Effect.succeed<ChainEnd>({ seq: Number(seq), hash })
}

/** On a terminal, one line that counts; nothing elsewhere. */
const counting = Effect.gen(function*() {
  const { display } = yield* Terminal.Terminal
  if (!(yield* (yield* Stdio.Stdio).stdoutIsTerminal)) return { told: () => Effect.void, end: Effect.void }
  return { told: (links: number) => Effect.orDie(display(`\r\x1b[2K${links} links read`)), end: Effect.orDie(display("\r\x1b[2K")) }
})

const summary = ({ end, waiting }: ChainReport) =>
  `The audit trail is whole: ${end.seq} ${end.seq === 1 ? "entry" : "entries"}, each with the hash of the one before it.\n` +
  (waiting === 0 ? "" : `${waiting} more ${waiting === 1 ? "waits" : "wait"} to be sealed, which the running service does within seconds.\n`) +
  `The chain ends at ${written(end)}\nNote this down elsewhere: --known checks later that the chain still passes through it.`

const unsigned = "the end of the chain is not signed with a key of JWT_KEYS: it was written by somebody else, or that key has left the ring. " +
  "The entries fit together; --accept signs their end with the first key"

/** Reads the hash chain of the audit trail again, from its first entry to its newest. */
export const verifyAudit = Command.make("verify-audit", {
  known: Flag.String("known").pipe(Flag.optional, Flag.withDescription("An end of the chain that was noted down before, NUMBER:HASH")),
  accept: Flag.Boolean("accept").pipe(Flag.withDefault(false), Flag.withDescription("Sign the end of a chain that fits together, after a key has left JWT_KEYS"))
}, Effect.fn(function*({ accept, known }) {
  yield* Migrations.requireUsableSchema()
  const verification = yield* AuditVerification
  const from = Option.isNone(known) ? null : yield* endOf(known.value)
  const { end, told } = yield* counting
  const report = yield* Effect.ensuring(verification.verify(from, told), end)
  const { fault, signed } = report
  if (fault !== null) {
    return yield* new CommandFailed({
      message: `the audit trail was changed (${fault.kind}): ${fault.says}\n` +
        `${fault.entry === null ? `the first bad link is ${fault.seq}` : `the first bad entry is ${fault.entry}`}; everything until link ${report.end.seq} holds`
    })
  }
  if (!signed && !accept) return yield* new CommandFailed({ message: unsigned })
  yield* Console.log(summary(report))
  if (signed) return
  const audited = yield* Audited
  const done = yield* verification.accept(report.end).pipe(
    audited.rows("audit_log.accept", (accepted) => accepted ? { type: "audit_log", id: null, label: null } : null, {
      by: byOperator("admin"), message: "The end of the audit trail was signed by an operator", metadata: { seq: report.end.seq, hash: report.end.hash }
    }))
  if (!done) return yield* new CommandFailed({ message: "the chain has grown meanwhile: run this again" })
  yield* Console.log("Its end is signed with the first key of JWT_KEYS")
}, Effect.provide(OperatorLayer))).pipe(
  Command.withDescription("Read the hash chain of the audit trail again, and name the first entry that was edited, deleted, inserted or moved")
)
