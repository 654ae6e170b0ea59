import { once } from "node:events"
import { Agent, type ClientRequest, type IncomingMessage, request as ask } from "node:http"
import { Agent as TlsAgent, request as askByTls } from "node:https"

export interface ReceivedFrame {
  readonly id: string
  readonly event: string
  readonly data: unknown
}

const agent = new Agent({ keepAlive: false, maxSockets: Infinity })
const tlsAgent = new TlsAgent({ keepAlive: false, maxSockets: Infinity })

const frameOf = (text: string): ReceivedFrame | null => {
  const fields = new Map(
    text
      .split("\n")
      .filter((line) => !line.startsWith(":"))
      .map((line) => {
        const colon = line.indexOf(": ")
        return [line.slice(0, colon), line.slice(colon + 2)]
      })
  )
  const data = fields.get("data")
  return data === undefined
    ? null
    : { id: fields.get("id") ?? "", event: fields.get("event") ?? "", data: JSON.parse(data) }
}

/** Server-sent events over an own connection, read as bytes, so that a test can stop reading. */
export class EventConnection {
  readonly frames: Array<ReceivedFrame> = []
  readonly response: IncomingMessage
  readonly request: ClientRequest
  readonly over: Promise<"ended" | "cut">
  closed = false
  #rest = ""

  private constructor(request: ClientRequest, response: IncomingMessage) {
    this.request = request
    this.response = response
    response.setEncoding("utf8")
    response.on("data", (chunk: string) => {
      const parts = (this.#rest + chunk).split("\n\n")
      this.#rest = parts.pop() ?? ""
      for (const part of parts) {
        const frame = frameOf(part)
        if (frame !== null) this.frames.push(frame)
      }
    })
    this.over = new Promise((resolve) => {
      const settle = (how: "ended" | "cut") => () => {
        this.closed = true
        resolve(how)
      }
      response.once("end", settle("ended"))
      response.once("error", settle("cut"))
      response.once("close", settle("cut"))
    })
  }

  static async open(url: string, headers: Record<string, string> = {}, body?: unknown): Promise<EventConnection> {
    const posted = body === undefined ? {} : { "content-type": "application/json" }
    const options = {
      method: body === undefined ? "GET" : "POST",
      headers: { accept: "text/event-stream", ...posted, ...headers }
    }
    const request = url.startsWith("https:")
      ? askByTls(url, { ...options, agent: tlsAgent })
      : ask(url, { ...options, agent })
    request.end(body === undefined ? undefined : JSON.stringify(body))
    const [response] = (await once(request, "response")) as [IncomingMessage]
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`)
    return new EventConnection(request, response)
  }

  get lastId(): string {
    return this.frames.at(-1)?.id ?? ""
  }

  stopReading() {
    this.response.pause()
    this.response.socket.pause()
  }

  startReading() {
    this.response.socket.resume()
    this.response.resume()
  }

  async received(wanted: (frame: ReceivedFrame) => boolean, milliseconds = 10_000): Promise<ReceivedFrame> {
    const until = performance.now() + milliseconds
    for (;;) {
      const match = this.frames.find(wanted)
      if (match !== undefined) return match
      if (performance.now() > until)
        throw new Error(`not received: ${JSON.stringify(this.frames.map(({ event, id }) => `${id} ${event}`))}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  close() {
    this.request.destroy()
  }
}
