import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { documentSchema } from "#domain/fleet/apply/documentSchema.ts"

export const schema = Command.make("schema", {}, () =>
  Effect.suspend(() => Console.log(JSON.stringify(documentSchema(), null, 2)))
).pipe(Command.withDescription("Print the JSON Schema of the documents that apply takes"))
