export interface ServerEvent {
  readonly event: string
  readonly id: string
  readonly data: string
}

export class SseParser {
  private buffer = ""
  private event = ""
  private data: Array<string> = []
  private lastId = ""
  retry: number | null = null

  get lastEventId(): string {
    return this.lastId
  }

  push(chunk: string): Array<ServerEvent> {
    this.buffer += chunk
    const events: Array<ServerEvent> = []
    for (;;) {
      const end = this.buffer.search(/\r\n|\n|\r(?!$)/)
      if (end < 0) return events
      const line = this.buffer.slice(0, end)
      this.buffer = this.buffer.slice(end + (this.buffer.startsWith("\r\n", end) ? 2 : 1))
      const event = this.line(line)
      if (event) events.push(event)
    }
  }

  private line(line: string): ServerEvent | null {
    if (line === "") return this.dispatch()
    const colon = line.indexOf(":")
    if (colon === 0) return null
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "")
    if (field === "data") this.data.push(value)
    else if (field === "event") this.event = value
    else if (field === "id" && !value.includes("\0")) this.lastId = value
    else if (field === "retry" && /^\d+$/.test(value)) this.retry = Number(value)
    return null
  }

  private dispatch(): ServerEvent | null {
    const event = this.data.length
      ? { event: this.event || "message", id: this.lastId, data: this.data.join("\n") }
      : null
    this.event = ""
    this.data = []
    return event
  }
}
