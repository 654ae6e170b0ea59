import { Effect, type Scope } from "effect"
import * as http from "node:http"
import type { AddressInfo } from "node:net"

/** What becomes of a request on its way. */
export type Passage =
  /** To the gateway and back. */
  | "pass"
  /** Never reaches the gateway; no answer. */
  | "hold the request"
  /** The gateway does it; its answer is never passed on. */
  | "hold the answer"
  /** Never reaches the gateway; answered with 500. */
  | "refuse"
  /** The connection breaks; never reaches the gateway. */
  | "cut"
  /** It waits until this is over, then what `next` says: `pass` where it says nothing. */
  | { readonly until: Promise<unknown>; readonly next?: "pass" | "cut" }
  /** Never reaches the gateway; answered with this. */
  | { readonly status: number; readonly type: string; readonly text: string }

export interface GatewayProxy {
  readonly url: string
  /** Decides on every request. */
  readonly set: (passage: (method: string, path: string) => Passage) => void
  /** Requests that were held, as `METHOD /path`; of held answers once the gateway has given them. */
  readonly held: ReadonlyArray<string>
}

/** Stands before a gateway, whose signatures it leaves alone, and stalls what a test wants stalled. */
export const gatewayProxy = (target: string): Effect.Effect<GatewayProxy, never, Scope.Scope> =>
  Effect.gen(function*() {
    const held: Array<string> = []
    let decide: (method: string, path: string) => Passage = () => "pass"
    const { hostname, port } = new URL(target)
    const server = http.createServer((request, response) => {
      const { headers, method = "GET", url: path = "/" } = request
      const passage = decide(method, path)
      if (passage === "hold the request") return void held.push(`${method} ${path}`)
      if (passage === "cut") return void request.socket.destroy()
      if (passage === "refuse") {
        request.resume().on("end", () => { response.writeHead(500, { "content-type": "application/json" }).end('{"Code":"InternalError"}') })
        return
      }
      if (typeof passage === "object" && "until" in passage) {
        held.push(`${method} ${path}`)
        return void passage.until.then(() => passage.next === "cut" ? request.socket.destroy() : forward("pass"))
      }
      if (typeof passage === "object") {
        request.resume().on("end", () => { response.writeHead(passage.status, { "content-type": passage.type }).end(passage.text) })
        return
      }
      forward(passage)

      function forward(how: "pass" | "hold the answer") {
        const onward = http.request({ hostname, port, method, path, headers, setHost: false }, (answer) => {
          if (how === "hold the answer") {
            answer.resume().on("end", () => { held.push(`${method} ${path}`) })
            return
          }
          response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
          answer.pipe(response)
        })
        onward.on("error", () => response.destroy())
        request.pipe(onward)
      }
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => { server.listen(0, "127.0.0.1", () => resume(Effect.void)) }),
      () => Effect.callback<void>((resume) => { server.close(() => resume(Effect.void)); server.closeAllConnections() })
    )
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, set: (passage) => { decide = passage }, held }
  })
