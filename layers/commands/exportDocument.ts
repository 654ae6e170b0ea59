import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { writeFile } from "node:fs/promises"
import { Apply } from "#services/fleet/apply/Apply.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { typedPath } from "./invokedFolder.ts"
import { OperatorLayer } from "./operatorLayer.ts"

export const exportDocument = Command.make(
  "export",
  {
    output: Flag.String("output").pipe(
      Flag.withAlias("o"),
      Flag.optional,
      Flag.withDescription("A file to write; standard output when left out")
    ),
    onGateway: Flag.Boolean("on-gateway").pipe(
      Flag.withDefault(false),
      Flag.withDescription("Ask the gateways for quotas, limits, rate limits and suspension too")
    )
  },
  Effect.fn(function* ({ onGateway, output }) {
    yield* Migrations.requireUsableSchema()
    const { source } = yield* (yield* Apply).exported(onGateway)
    if (Option.isNone(output)) return yield* Console.log(source.trimEnd())
    const file = yield* typedPath(output.value)
    yield* Effect.tryPromise({
      // the document has personal data
      try: () => writeFile(file, source, { mode: 0o600 }),
      catch: (error) =>
        new CommandFailed({
          message: `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`
        })
    })
    yield* Console.log(`Written to ${file}`)
  }, Effect.provide(OperatorLayer))
).pipe(Command.withDescription("Write what exists as a document that apply takes; it has no secrets"))
