import { Effect, Stdio, Terminal } from "effect"
import type { Prompt } from "effect/cli"
import { CommandFailed } from "./CommandFailed.ts"

export const answer = <A, E, R>(
  ask: Effect.Effect<A, E | Terminal.QuitError, R>,
  fromLine: (line: string) => A
): Effect.Effect<A, E | CommandFailed, R | Stdio.Stdio | Prompt.Environment> =>
  Effect.gen(function* () {
    if (yield* (yield* Stdio.Stdio).stdinIsTerminal) return yield* ask
    return fromLine(yield* (yield* Terminal.Terminal).readLine)
  }).pipe(
    Effect.catchIf(Terminal.isQuitError, () =>
      Effect.fail(new CommandFailed({ message: "no answer: nothing was changed" }))
    )
  )
