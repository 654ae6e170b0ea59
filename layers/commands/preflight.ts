import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { type OutboundSource, uncoveredHosts } from "#domain/outbound/uncoveredHosts.ts"
import { Providers } from "#services/federation/Providers.ts"
import { Settings } from "#services/settings/Settings.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { OperatorLayer } from "./operatorLayer.ts"

/** Everything configured that we would open connections to, with the list that must name its hosts. Disabled things too. */
const sources = Effect.gen(function*() {
  const { outbound } = yield* Settings
  const providers = yield* Providers
  const all: ReadonlyArray<OutboundSource> = [
    { allowed: outbound.oidcHosts, addresses: (yield* providers.oidc.list).map(({ config }) => config.issuer) },
    { allowed: outbound.ldapHosts, addresses: (yield* providers.ldap.list).map(({ config }) => config.url) }
  ]
  return all
})

/** Prints what the outbound allowlists lack, and nothing else: for scripts before a deployment. */
export const preflight = Command.make("preflight", {}, Effect.fn(function*() {
  yield* Migrations.requireUsableSchema()
  const hosts = uncoveredHosts(yield* sources)
  if (hosts.length === 0) return
  yield* Console.log(hosts.join("\n"))
  return yield* new CommandFailed({ message: "" })
}, Effect.provide(OperatorLayer))).pipe(
  Command.withDescription("Print hosts that configured things would contact and no allowlist covers; exit code 1 if there are any")
)
