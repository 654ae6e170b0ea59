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
  /** Decides on every request. `form`: what IAM, STS and SNS are asked; of other requests it is empty. */
  readonly set: (passage: (method: string, path: string, form: URLSearchParams) => Passage) => void
  /** Requests that were held, as `METHOD /path`, with the form's action behind it; of held answers once the gateway has given them. */
  readonly held: ReadonlyArray<string>
  /** The caller's port of each of them. */
  readonly heldFrom: ReadonlyArray<number>
  /** Every connection that callers have now is broken. */
  readonly disconnect: () => void
}

/** Stands before a gateway, whose signatures it leaves alone, and stalls what a test wants stalled. */
export const gatewayProxy = (target: string): Effect.Effect<GatewayProxy, never, Scope.Scope> =>
  Effect.gen(function*() {
    const held: Array<string> = []
    const heldFrom: Array<number> = []
    let decide: (method: string, path: string, form: URLSearchParams) => Passage = () => "pass"
    const { hostname, port } = new URL(target)
    const server = http.createServer((request, response) => {
      const { headers, method = "GET", url: path = "/" } = request
      // read before it is decided on, since it says what is asked
      if (!(headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded")) return answered(null)
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => { chunks.push(chunk) }).on("end", () => answered(Buffer.concat(chunks)))

      function answered(body: Buffer | null) {
        const form = new URLSearchParams(body?.toString() ?? "")
        const name = `${method} ${path} ${form.get("Action") ?? ""}`.trim()
        const passage = decide(method, path, form)
        const hold = () => { heldFrom.push(request.socket.remotePort ?? 0); held.push(name) }
        const say = (status: number, type: string, text: string) => {
          const end = () => void response.writeHead(status, { "content-type": type }).end(text)
          if (body === null) request.resume().on("end", end)
          else end()
        }
        if (passage === "hold the request") hold()
        else if (passage === "cut") request.socket.destroy()
        else if (passage === "refuse") say(500, "application/json", '{"Code":"InternalError"}')
        else if (typeof passage === "string") forward(passage, name, body)
        else if ("until" in passage) {
          hold()
          void passage.until.then(() => passage.next === "cut" ? request.socket.destroy() : forward("pass", name, body))
        } else say(passage.status, passage.type, passage.text)
      }

      function forward(how: "pass" | "hold the answer", name: string, body: Buffer | null) {
        const onward = http.request({ hostname, port, method, path, headers, setHost: false }, (answer) => {
          if (how === "hold the answer") {
            answer.resume().on("end", () => { heldFrom.push(request.socket.remotePort ?? 0); held.push(name) })
            return
          }
          response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
          answer.pipe(response)
        })
        onward.on("error", () => response.destroy())
        if (body === null) request.pipe(onward)
        else onward.end(body)
      }
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => { server.listen(0, "127.0.0.1", () => resume(Effect.void)) }),
      () => Effect.callback<void>((resume) => { server.close(() => resume(Effect.void)); server.closeAllConnections() })
    )
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, set: (passage) => { decide = passage }, held, heldFrom, disconnect: () => { server.closeAllConnections() } }
  })
