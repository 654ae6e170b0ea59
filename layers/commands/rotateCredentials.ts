import { Console, Effect, Stdio, Terminal } from "effect"
import { Command } from "effect/cli"
import {
  CredentialRotation,
  type RotationProgress,
  type RotationReport
} from "#services/gateways/credentials/CredentialRotation.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { OperatorLayer } from "./operatorLayer.ts"

const barWidth = 30

const bar = ({ done, due, place }: RotationProgress) => {
  const filled = Math.min(barWidth, Math.round((done / Math.max(due, 1)) * barWidth))
  return `\r\x1b[2K[${"#".repeat(filled)}${".".repeat(barWidth - filled)}] ${done} of ${Math.max(done, due)}, ${place}`
}

const makeProgress = Effect.gen(function* () {
  const { display } = yield* Terminal.Terminal
  const onTerminal = yield* (yield* Stdio.Stdio).stdoutIsTerminal
  return {
    progress: (progress: RotationProgress) =>
      onTerminal
        ? Effect.orDie(display(bar(progress)))
        : Console.log(`${progress.done} of ${Math.max(progress.done, progress.due)}: ${progress.place}`),
    end: onTerminal ? Effect.orDie(display("\r\x1b[2K")) : Effect.void
  }
})

const summary = ({ rotated }: RotationReport) => {
  const all = Object.values(rotated).reduce((sum, count) => sum + count, 0)
  return all === 0
    ? "Nothing was re-encrypted"
    : `Re-encrypted ${all}: ${Object.entries(rotated)
        .filter(([, count]) => count > 0)
        .map(([table, count]) => `${count} in ${table}`)
        .join(", ")}`
}

const troubles = ({ left, unreadable }: RotationReport): ReadonlyArray<string> => [
  ...unreadable.map(
    ({ id, place }) => `${place} ${id}: no key of CREDENTIAL_KEYS opens this credential; it was left as it is`
  ),
  ...(left === 0
    ? []
    : [
        `${left} were written under another key meanwhile: restart every service with the new CREDENTIAL_KEYS, ` +
          "then run this again"
      ])
]

export const rotateCredentials = Command.make(
  "rotate-credentials",
  {},
  Effect.fn(function* () {
    yield* Migrations.requireUsableSchema()
    const { end, progress } = yield* makeProgress
    const report = yield* Effect.ensuring((yield* CredentialRotation).rotate(progress), end)
    yield* Console.log(summary(report))
    const lines = troubles(report)
    if (lines.length > 0) return yield* new CommandFailed({ message: lines.join("\n") })
    yield* Console.log(
      "Every stored credential is encrypted with the first key of CREDENTIAL_KEYS: the others may leave the ring"
    )
  }, Effect.provide(OperatorLayer))
).pipe(
  Command.withDescription(
    "Re-encrypt every stored credential with the first key of CREDENTIAL_KEYS; the service may run meanwhile"
  )
)
