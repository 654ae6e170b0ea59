import * as http from "node:http"

export interface RawAnswer {
  readonly status: number
  readonly code: string
  readonly text: string
  readonly paths: ReadonlyArray<ReadonlyArray<string>>
}

/** Sends path and body unchanged: `fetch` would resolve `%2e%2e`, and `JSON.stringify` writes no duplicate keys. */
export const rawRequest = (
  origin: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string
) =>
  new Promise<RawAnswer>((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const request = http.request(
      {
        hostname,
        port,
        method,
        path,
        headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) }
      },
      (response) => {
        let text = ""
        response.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk
        })
        response.on("end", () => {
          const answer = (text.startsWith("{") ? JSON.parse(text) : {}) as {
            readonly code?: string
            readonly errors?: ReadonlyArray<{ readonly path: ReadonlyArray<string> }>
          }
          resolve({
            status: response.statusCode ?? 0,
            code: answer.code ?? "",
            text,
            paths: (answer.errors ?? []).map((error) => error.path)
          })
        })
      }
    )
    request.on("error", reject)
    request.end(body)
  })
