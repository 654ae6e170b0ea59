import * as http from "node:http"

export interface SlowAnswers {
  readonly hold: (request: string, wait: number) => void
  readonly close: () => Promise<void>
}

/** A proxy that delays answers. The service completes a request that the browser aborts. */
export const slowAnswers = async (port: number, servicePort: number): Promise<SlowAnswers> => {
  const delayByRequest = new Map<string, number>()
  const server = http.createServer((request, response) => {
    const { headers, method = "GET", url: path = "/" } = request
    const onward = http.request(
      { hostname: "127.0.0.1", port: servicePort, method, path, headers, setHost: false },
      (answer) => {
        setTimeout(
          () => {
            response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
            answer.pipe(response)
          },
          delayByRequest.get(`${method} ${path}`) ?? 0
        )
      }
    )
    onward.on("error", () => response.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => {
    server.listen(port, resolve)
  })
  return {
    hold: (request, wait) => {
      delayByRequest.set(request, wait)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      })
  }
}
