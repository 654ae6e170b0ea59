import { Effect, type Scope } from "effect"
import * as http from "node:http"
import type { AddressInfo } from "node:net"

export type Passage =
  | "pass"
  | "hold the request"
  | "hold the answer"
  | "refuse"
  | "cut"
  /** Forwarded; the connection breaks after the first half of the answer's body. */
  | "break off"
  /** Forwarded; the answer names another ETag. */
  | "lie about the ETag"
  | { readonly until: Promise<unknown>; readonly next?: "pass" | "cut" }
  | { readonly status: number; readonly type: string; readonly text: string }

type Decision = (method: string, path: string, form: URLSearchParams, headers: http.IncomingHttpHeaders) => Passage

export interface GatewayProxy {
  readonly url: string
  /** Sets the handling of requests. `form`: parameters of IAM, STS and SNS; empty for other requests. */
  readonly set: (passage: Decision) => void
  /** Held requests as `METHOD /path` and the form's action; held answers are added when the gateway has answered. */
  readonly held: ReadonlyArray<string>
  readonly heldFrom: ReadonlyArray<number>
  readonly disconnect: () => void
}

/** A proxy before a gateway that leaves signatures valid and can stall requests. */
export const gatewayProxy = (target: string): Effect.Effect<GatewayProxy, never, Scope.Scope> =>
  Effect.gen(function* () {
    const heldRequests: Array<string> = []
    const heldPorts: Array<number> = []
    let decide: Decision = () => "pass"
    const { hostname, port } = new URL(target)
    const server = http.createServer((request, response) => {
      const { headers, method = "GET", url: path = "/" } = request
      if (!(headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded")) return answered(null)
      const chunks: Array<Buffer> = []
      request
        .on("data", (chunk: Buffer) => {
          chunks.push(chunk)
        })
        .on("end", () => answered(Buffer.concat(chunks)))

      function answered(body: Buffer | null) {
        const form = new URLSearchParams(body?.toString() ?? "")
        const name = `${method} ${path} ${form.get("Action") ?? ""}`.trim()
        const passage = decide(method, path, form, headers)
        const hold = () => {
          heldPorts.push(request.socket.remotePort ?? 0)
          heldRequests.push(name)
        }
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
          void passage.until.then(() =>
            passage.next === "cut" ? request.socket.destroy() : forward("pass", name, body)
          )
        } else say(passage.status, passage.type, passage.text)
      }

      function forward(how: Exclude<Passage, object>, name: string, body: Buffer | null) {
        const onward = http.request({ hostname, port, method, path, headers, setHost: false }, (answer) => {
          if (how === "hold the answer") {
            answer.resume().on("end", () => {
              heldPorts.push(request.socket.remotePort ?? 0)
              heldRequests.push(name)
            })
            return
          }
          const { rawHeaders } = answer
          if (how === "lie about the ETag")
            rawHeaders.splice(rawHeaders.findIndex((header) => /^etag$/i.test(header)) + 1, 1, `"${"0".repeat(32)}"`)
          response.writeHead(answer.statusCode ?? 502, rawHeaders)
          if (how !== "break off") return void answer.pipe(response)
          let left = Number(answer.headers["content-length"] ?? 0) / 2
          answer.on("data", (chunk: Buffer) => {
            if (response.destroyed) return
            response.write(chunk.subarray(0, left))
            left -= chunk.length
            if (left <= 0) response.destroy()
          })
        })
        onward.on("error", () => response.destroy())
        if (body === null) request.pipe(onward)
        else onward.end(body)
      }
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => {
        server.listen(0, "127.0.0.1", () => resume(Effect.void))
      }),
      () =>
        Effect.callback<void>((resume) => {
          server.close(() => resume(Effect.void))
          server.closeAllConnections()
        })
    )
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      set: (passage) => {
        decide = passage
      },
      held: heldRequests,
      heldFrom: heldPorts,
      disconnect: () => {
        server.closeAllConnections()
      }
    }
  })
