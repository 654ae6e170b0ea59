import type { ProviderUnavailable } from "#services/identity/federation/providerFailures.ts"
import { Effect, Redacted, type Scope } from "effect"
import { Client, type Entry, FilterParser, ResultCodeError, type SearchOptions } from "ldapts"
import type { TLSSocket } from "node:tls"
import { connectionFault, NotLdap, resultText, unavailable } from "./ldapFaults.ts"

export interface Search {
  readonly base: string
  readonly scope: "base" | "sub"
  readonly filter: string
  readonly attributes: ReadonlyArray<string>
  readonly limit: number
}

export interface LdapSession {
  readonly bind: (name: string, password: Redacted.Redacted) => Effect.Effect<number, ProviderUnavailable>
  readonly search: (search: Search) => Effect.Effect<ReadonlyArray<Entry>, ProviderUnavailable>
}

const clientOn = (socket: TLSSocket, host: string) => {
  let given = false
  return new Client({
    url: `ldaps://${host}`,
    createSecureConnection: () => {
      if (given || socket.destroyed || !socket.authorized) throw new Error("closed")
      given = true
      return socket
    }
  })
}

const parsed = (filter: string) =>
  Effect.try({
    try: () => FilterParser.parseString(filter),
    // its message repeats the filter with the name
    catch: () => unavailable("user_filter is not a filter as RFC 4515 has them")
  })

export const openSession = Effect.fnUntraced(function* (
  socket: TLSSocket,
  host: string,
  seconds: number
): Effect.fn.Return<LdapSession, never, Scope.Scope> {
  const client = yield* Effect.acquireRelease(
    Effect.sync(() => clientOn(socket, host)),
    // not awaited: a hanging server would hang again
    (client) => Effect.sync(() => void client.unbind().catch(() => socket.destroy()))
  )
  const lostConnection = () => connectionFault(host, socket.destroyed ? socket.errored : new NotLdap("unreadable"))
  const lost = Effect.callback<never, ProviderUnavailable>((resume) => {
    const closed = () => resume(Effect.fail(lostConnection()))
    if (socket.destroyed) return closed()
    socket.once("close", closed)
    return Effect.sync(() => void socket.off("close", closed))
  })

  const send = <A>(question: () => Promise<A>): Effect.Effect<A | ResultCodeError, ProviderUnavailable> =>
    Effect.tryPromise({
      try: question,
      catch: (cause) => (cause instanceof ResultCodeError ? cause : lostConnection())
    }).pipe(
      Effect.catchIf((cause) => cause instanceof ResultCodeError, Effect.succeed),
      Effect.raceFirst(lost)
    )

  const bind = Effect.fnUntraced(function* (name: string, password: Redacted.Redacted) {
    if (name === "" || Redacted.value(password) === "") return yield* unavailable("A bind needs a name and a password")
    const answer = yield* send(() => client.bind(name, Redacted.value(password)))
    return answer instanceof ResultCodeError ? answer.code : 0
  })

  const search = Effect.fnUntraced(function* ({ attributes, base, filter, limit, scope }: Search) {
    const options: SearchOptions = {
      scope,
      filter: yield* parsed(filter),
      attributes: [...attributes],
      explicitBufferAttributes: [...attributes],
      sizeLimit: limit,
      timeLimit: seconds
    }
    const answer = yield* send(() => client.search(base, options))
    if (answer instanceof ResultCodeError)
      return yield* unavailable(
        `Reading ${scope === "base" ? "" : "below "}${JSON.stringify(base)}: ${resultText(answer.code)}`
      )
    return answer.searchEntries
  })

  return { bind, search }
})
