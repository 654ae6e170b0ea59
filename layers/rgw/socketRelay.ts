import type { Agent, IncomingMessage } from "node:http"
import { ClientRequest, ServerResponse } from "node:http"
import type { OnReadOpts, Socket } from "node:net"

const BUFFER_BYTES = 128 * 1024
const shared = Buffer.allocUnsafeSlow(64 * 1024)
const free: Array<Buffer> = []
const MAX_FREE_BUFFERS = 64
const MAX_PENDING_WRITES = 2
/** A relayed connection cannot be reused: below this size, reuse is worth more. */
const MIN_RELAY_BYTES = 1024 * 1024

interface Reader {
  past: { readonly next: () => Buffer; readonly read: (bytes: Buffer, buffer: Buffer) => void } | null
}
const readers = new WeakMap<object, Reader>()

export const socketRelay = <Made extends Agent>(agent: Made): Made => {
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, done) => {
    const reader: Reader = { past: null }
    const onread: OnReadOpts = {
      buffer: () => reader.past?.next() ?? shared,
      callback(this: Socket, length: number, buffer: Uint8Array) {
        const bytes = Buffer.from(buffer.buffer, buffer.byteOffset, length)
        if (reader.past === null) return this.push(Buffer.from(bytes))
        // data from before the relay is in the shared buffer
        reader.past.read(buffer.buffer === shared.buffer ? Buffer.from(bytes) : bytes, buffer as Buffer)
        return true
      }
    }
    const socket = connect({ ...options, onread } as typeof options, done)
    if (socket !== null && socket !== undefined) readers.set(socket, reader)
    return socket
  }
  return agent
}

const relay = (body: IncomingMessage, to: ClientRequest | ServerResponse, reader: Reader, bytes: number): void => {
  const { socket } = body
  let bytesLeft = bytes
  let out = 0
  const end = () => {
    body.complete = true
    // the parser missed the relayed bytes: the connection cannot be reused
    socket.destroy()
    body.push(null)
    body.resume()
  }
  const past: Reader["past"] = {
    next: () => (bytesLeft > 0 ? (free.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES)) : shared),
    read: (read, buffer) => {
      const mine = read.subarray(0, bytesLeft)
      bytesLeft -= mine.length
      out += 1
      to.write(mine, (error) => {
        out -= 1
        if (buffer.length === BUFFER_BYTES && (error === null || error === undefined) && free.length < MAX_FREE_BUFFERS)
          free.push(buffer)
        if (bytesLeft > 0 && out < MAX_PENDING_WRITES) socket.resume()
      })
      if (bytesLeft === 0) end()
      else if (out >= MAX_PENDING_WRITES) socket.pause()
    }
  }
  reader.past = past
  socket.resume()
}

/** Past Node's parser and streams, which copy each chunk: a third of the CPU time. Call it before any bytes arrive. */
export const markRelayable = (body: IncomingMessage): void => {
  const all = Number(body.headers["content-length"] ?? Number.NaN)
  const reader = readers.get(body.socket)
  if (reader === undefined || !(all >= MIN_RELAY_BYTES) || body.headers["transfer-encoding"] !== undefined) return
  let seen = 0
  const push = body.push.bind(body)
  body.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (chunk !== null) seen += chunk.length
    return push(chunk, encoding)
  }
  const pipe = body.pipe.bind(body)
  body.pipe = <To extends NodeJS.WritableStream>(to: To, options?: { readonly end?: boolean | undefined }): To => {
    if (!(to instanceof ServerResponse || to instanceof ClientRequest) || options?.end !== false)
      return pipe(to, options)
    // the body may be piped while its head is parsed: bytes that came with it go first
    process.nextTick(() => {
      const { socket } = body
      while (socket.readableLength > 0 && socket.read() !== null);
      if (body.destroyed || socket.destroyed || seen === all) return pipe(to, options)
      for (let chunk: Buffer | null = body.read(); chunk !== null; chunk = body.read()) to.write(chunk)
      relay(body, to, reader, all - seen)
    })
    return to
  }
}
