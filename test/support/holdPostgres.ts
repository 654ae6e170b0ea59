import * as EmbeddedPostgres from "#layers/postgres/EmbeddedPostgres.ts"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect } from "effect"

const [dataDir = ""] = process.argv.slice(2)

EmbeddedPostgres.EmbeddedPostgres.pipe(
  Effect.flatMap(({ origin }) => Console.log(origin)),
  Effect.andThen(Effect.never),
  Effect.provide(EmbeddedPostgres.layer({ dataDir })),
  NodeRuntime.runMain
)
