// Runs in its own process, controlled by messages.
import { connect, type Socket } from "node:net"

export interface OpenStreams {
  readonly _tag: "Open"
  readonly port: number
  readonly path: string
  readonly cookies: ReadonlyArray<string>
  readonly count: number
  readonly atOnce: number
}
/** Answers when each reader has the text, or after some seconds. */
export interface AwaitText {
  readonly _tag: "Await"
  readonly text: string
  readonly seconds: number
}
export interface CloseStreams {
  readonly _tag: "Close"
}
export type Order = OpenStreams | AwaitText | CloseStreams

export interface Opened {
  readonly opened: number
  readonly refused: ReadonlyArray<string>
  readonly seconds: number
}
export interface ReceivedEvents {
  readonly at: ReadonlyArray<number>
  readonly open: number
}

const epoch = () => performance.timeOrigin + performance.now()

let sockets: Array<Socket> = []
let wanted: { readonly text: string; readonly at: Map<Socket, number> } | null = null

const openOne = ({ cookies, path, port }: OpenStreams, index: number) =>
  new Promise<string | null>((resolve) => {
    const socket = connect(port, "127.0.0.1")
    let head = ""
    let tail = ""
    socket.setEncoding("latin1")
    socket.on("connect", () => {
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept: text/event-stream\r\ncookie: ` +
          `${cookies[index % cookies.length]}\r\n\r\n`
      )
    })
    socket.on("data", (chunk: string) => {
      if (head !== "open") {
        head += chunk
        if (!head.startsWith("HTTP/1.1 200") && head.includes("\r\n\r\n")) {
          resolve(head.slice(0, head.indexOf("\r\n")))
          socket.destroy()
          return
        }
        if (!head.includes("event: result")) return
        head = "open"
        sockets.push(socket)
        resolve(null)
      }
      if (wanted === null || wanted.at.has(socket)) return
      tail = (tail + chunk).slice(-4_096)
      if (!tail.includes(wanted.text)) return
      wanted.at.set(socket, epoch())
      tail = ""
    })
    socket.on("error", (error) => resolve(error.message))
    socket.on("close", () => {
      sockets = sockets.filter((one) => one !== socket)
      resolve("closed")
    })
  })

const orders = {
  Open: async (order: OpenStreams): Promise<Opened> => {
    const began = performance.now()
    const refused: Array<string> = []
    let next = 0
    let opened = 0
    await Promise.all(
      Array.from({ length: order.atOnce }, async () => {
        while (next < order.count) {
          const why = await openOne(order, next++)
          if (why === null) opened += 1
          else refused.push(why)
        }
      })
    )
    return { opened, refused, seconds: (performance.now() - began) / 1000 }
  },
  Await: async ({ seconds, text }: AwaitText): Promise<ReceivedEvents> => {
    const open = sockets.length
    const at = new Map<Socket, number>()
    wanted = { text, at }
    process.send?.({ _tag: "Waiting" })
    const until = performance.now() + seconds * 1000
    while (at.size < open && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
    wanted = null
    return { at: [...at.values()], open }
  },
  Close: async () => {
    for (const socket of sockets) socket.destroy()
    sockets = []
    return {}
  }
}

process.on("message", async (order: Order) => {
  const answer =
    order._tag === "Open"
      ? await orders.Open(order)
      : order._tag === "Await"
        ? await orders.Await(order)
        : await orders.Close()
  process.send?.({ _tag: "Answer", answer })
})
