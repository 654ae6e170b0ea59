import { Console, Effect, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { createReadStream } from "node:fs"
import * as path from "node:path"
import { Caller } from "#domain/platform/access/Caller.ts"
import { ApplyReport, onErrorChoices } from "#domain/fleet/apply/ApplyPlan.ts"
import type { InvalidInput } from "#domain/platform/errors/Errors.ts"
import { CurrentStepUp } from "#domain/identity/CurrentStepUp.ts"
import { Apply } from "#services/fleet/apply/Apply.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import { applyText } from "./applyText.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { typedPath } from "./invokedFolder.ts"
import { OperatorLayer } from "./operatorLayer.ts"
import { secretsOf } from "./secretsOf.ts"

const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024

const readLimited = async (stream: AsyncIterable<Uint8Array>) => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > MAX_DOCUMENT_BYTES) throw new Error(`it has more than ${MAX_DOCUMENT_BYTES} bytes`)
    chunks.push(chunk)
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks))
}

const textOf = (file: string) =>
  Effect.tryPromise({
    try: () => readLimited(file === "-" ? process.stdin : createReadStream(file)),
    catch: (error) =>
      new CommandFailed({
        message:
          `${file === "-" ? "standard input" : file} cannot be read: ` +
          `${error instanceof Error ? error.message : String(error)}`
      })
  })

const faults = ({ issues }: InvalidInput) =>
  new CommandFailed({
    message: issues
      .map(
        ({ message, path: at }) =>
          `${at.filter((part) => part !== "source" && part !== "payload").join(".") || "the document"}: ${message}`
      )
      .join("\n")
  })

const encode = Schema.encodeEffect(Schema.fromJsonString(ApplyReport))

export const apply = Command.make(
  "apply",
  {
    file: Flag.String("file").pipe(
      Flag.withAlias("f"),
      Flag.withDescription("A YAML or JSON document; - reads standard input")
    ),
    dryRun: Flag.Boolean("dry-run").pipe(
      Flag.withDefault(false),
      Flag.withDescription("Show what would change, and change nothing")
    ),
    onError: Flag.Literals("on-error", onErrorChoices).pipe(
      Flag.withDefault("stop" as const),
      Flag.withDescription("After something failed: stop, or continue with what does not need it")
    ),
    planHash: Flag.String("plan-hash").pipe(
      Flag.optional,
      Flag.withDescription("The plan of a dry run: do just that, or nothing")
    ),
    json: Flag.Boolean("json").pipe(Flag.withDefault(false), Flag.withDescription("Print the report as JSON"))
  },
  Effect.fn(function* ({ dryRun, file, json, onError, planHash }) {
    yield* Migrations.requireUsableSchema()
    const where = file === "-" ? file : yield* typedPath(file)
    const service = yield* Apply
    const { document, located } = yield* service.read(yield* textOf(where)).pipe(Effect.mapError(faults))
    const secrets = yield* secretsOf(document, file === "-" ? yield* typedPath(".") : path.dirname(where))
    const report = yield* service
      .apply(Caller.cases.Operator.make({}), {
        document,
        secrets,
        dryRun,
        onError,
        planHash: Option.getOrUndefined(planHash),
        mostChanges: null,
        located
      })
      .pipe(
        Effect.provideService(CurrentStepUp, Effect.void),
        Effect.catchTag("InvalidInput", (error) => faults(error))
      )
    yield* Console.log(json ? yield* Effect.orDie(encode(report)) : applyText(report))
    if (report.counts.failed + report.counts.skipped > 0) return yield* new CommandFailed({ message: "" })
  }, Effect.provide(OperatorLayer))
).pipe(
  Command.withDescription(
    "Make accounts, people, groups, connections, endpoints, providers, links and settings as a document says"
  ),
  Command.withExamples([
    { command: "stowage apply -f stowage.yaml --dry-run", description: "Show the difference" },
    { command: "stowage apply -f stowage.yaml --on-error continue", description: "Apply what can be applied" }
  ])
)
