import { Context, Effect, Layer, type Scope } from "effect"
import type { Agent } from "node:http"

/** Connections of a silent gateway may stay silent, and each would cost a call. */
export class IdleConnections extends Context.Service<
  IdleConnections,
  {
    readonly track: (agents: ReadonlyArray<Agent>) => Effect.Effect<void, never, Scope.Scope>
    readonly drop: (url: string) => void
  }
>()("stowage/layers/gateway/IdleConnections") {
  static readonly layer = Layer.sync(IdleConnections, () => {
    const all = new Set<Agent>()
    return IdleConnections.of({
      track: (agents) =>
        Effect.acquireRelease(
          Effect.sync(() => agents.forEach((agent) => all.add(agent))),
          () => Effect.sync(() => agents.forEach((agent) => all.delete(agent)))
        ),
      drop: (url) => {
        const { hostname, port, protocol } = new URL(url)
        const place = `${hostname.replace(/^\[|\]$/g, "")}:${port === "" ? (protocol === "https:" ? 443 : 80) : port}:`
        for (const agent of all) {
          for (const [name, sockets] of Object.entries(agent.freeSockets)) {
            if (name.startsWith(place)) sockets?.forEach((socket) => socket.destroy())
          }
        }
      }
    })
  })
}
