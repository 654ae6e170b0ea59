import * as http from "node:http"

export interface SlowAnswers {
  /** Requests like `POST /api/auth/refresh` whose answers are held back, once the service has given them, and for how long. Milliseconds. */
  readonly hold: (request: string, wait: number) => void
  readonly close: () => Promise<void>
}

/** Stands between browsers and a service, as a line on which an answer takes its time. What a browser gives up is done all the same. */
export const slowAnswers = async (port: number, servicePort: number): Promise<SlowAnswers> => {
  const waits = new Map<string, number>()
  const server = http.createServer((request, response) => {
    const { headers, method = "GET", url: path = "/" } = request
    const onward = http.request({ hostname: "127.0.0.1", port: servicePort, method, path, headers, setHost: false }, (answer) => {
      setTimeout(() => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        answer.pipe(response)
      }, waits.get(`${method} ${path}`) ?? 0)
    })
    onward.on("error", () => response.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => { server.listen(port, resolve) })
  return {
    hold: (request, wait) => { waits.set(request, wait) },
    close: () => new Promise((resolve) => {
      server.close(() => { resolve() })
      server.closeAllConnections()
    })
  }
}
