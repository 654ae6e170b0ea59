import { createHash } from "node:crypto"
import * as http from "node:http"
import { requestSigner } from "#layers/rgw/requestSigner.ts"

interface Key {
  readonly accessKey: string
  readonly secretKey: string
}

export interface BareRequest {
  readonly method: "GET" | "PUT"
  readonly path: string
  readonly query: string
  readonly body?: { readonly type: string; readonly text: string }
  /** Default: 200. */
  readonly accepted?: ReadonlyArray<number>
}

const headersOf = ({ text, type }: { readonly type: string; readonly text: string }) => ({
  "content-type": type,
  "content-md5": createHash("md5").update(text).digest("base64"),
  "x-amz-content-sha256": createHash("sha256").update(text).digest("hex")
})

/** Plain signed requests on kept connections, without an SDK: the fastest that a client can be. */
export const signedRequests = (url: string, { accessKey, secretKey }: Key, maxSockets: number) => {
  const sign = requestSigner({ accessKey, secretKey, sessionToken: null }, "default")
  const { host, hostname, port } = new URL(url)
  const agent = new http.Agent({ keepAlive: true, maxSockets })
  const send = ({ accepted = [200], body, method, path, query }: BareRequest) =>
    new Promise<string>((resolve, reject) => {
      const headers = body === undefined ? {} : headersOf(body)
      const request = http.request(
        {
          agent,
          hostname,
          port,
          method,
          path: `${path}?${query}`,
          headers: {
            ...sign({ method, host, path, query, headers }, Date.now()),
            ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body.text) })
          }
        },
        (answer) => {
          let text = ""
          answer.setEncoding("utf8").on("data", (chunk: string) => {
            text += chunk
          })
          answer.once("end", () =>
            accepted.includes(answer.statusCode ?? 0)
              ? resolve(text)
              : reject(new Error(`${method} ${path}?${query}: ${answer.statusCode} ${text}`))
          )
        }
      )
      request.once("error", reject)
      request.end(body?.text)
    })
  return { send, close: () => agent.destroy() }
}
