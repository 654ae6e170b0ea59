import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { uncoveredHosts } from "#domain/platform/uncoveredHosts.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { OperatorLayer } from "./operatorLayer.ts"
import { outboundSources } from "./outboundSources.ts"

export const preflight = Command.make(
  "preflight",
  {},
  Effect.fn(function* () {
    yield* Migrations.requireUsableSchema()
    const { sources, unread } = yield* outboundSources
    const hosts = uncoveredHosts(sources)
    if (hosts.length > 0) yield* Console.log(hosts.join("\n"))
    if (hosts.length > 0 || unread.length > 0) return yield* new CommandFailed({ message: unread.join("\n") })
  }, Effect.provide(OperatorLayer))
).pipe(
  Command.withDescription(
    "Print hosts that this service would contact and no allowlist covers; exit code 1 if there are any"
  )
)
