import type { Agent, IncomingMessage } from "node:http"
import { ServerResponse } from "node:http"
import type { OnReadOpts, Socket } from "node:net"

/** Bytes that are read at once: where a gateway sends faster than we read, so many are there. */
const size = 128 * 1024
/** Into this, what Node's own parser gets a copy of. */
const shared = Buffer.allocUnsafeSlow(64 * 1024)
/** Buffers that nobody has in hand; as many are kept as eight downloads use. */
const free: Array<Buffer> = []
const kept = 16
/** Of one download, that are written and not yet gone: one is read while the other is sent. */
const atOnce = 2
/** Bytes of a body for which a connection is given up; below, to have it again is worth more. */
const worth = 1024 * 1024

/** Where the bytes of a connection go past the parser; null: they do not. */
interface Reader {
  past: { readonly next: () => Buffer; readonly read: (bytes: Buffer, buffer: Buffer) => void } | null
}
const readers = new WeakMap<object, Reader>()

/** An agent, whose connections read into buffers of ours. */
export const lending = <Made extends Agent>(agent: Made): Made => {
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, done) => {
    const reader: Reader = { past: null }
    const onread: OnReadOpts = {
      buffer: () => reader.past?.next() ?? shared,
      callback(this: Socket, length: number, buffer: Uint8Array) {
        const bytes = Buffer.from(buffer.buffer, buffer.byteOffset, length)
        if (reader.past === null) return this.push(Buffer.from(bytes))
        // what was read before it was known where to is not ours to keep
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

const lend = (body: IncomingMessage, to: ServerResponse, reader: Reader, bytes: number): void => {
  const { socket } = body
  let left = bytes
  let out = 0
  const end = () => {
    body.complete = true
    // its parser knows nothing of what went past it: the connection is not to be used again
    socket.destroy()
    body.push(null)
    body.resume()
  }
  const past: Reader["past"] = {
    next: () => left > 0 ? free.pop() ?? Buffer.allocUnsafeSlow(size) : shared,
    read: (read, buffer) => {
      const mine = read.subarray(0, left)
      left -= mine.length
      out += 1
      to.write(mine, (error) => {
        out -= 1
        if (buffer.length === size && (error === null || error === undefined) && free.length < kept) free.push(buffer)
        if (left > 0 && out < atOnce) socket.resume()
      })
      if (left === 0) end()
      else if (out >= atOnce) socket.pause()
    }
  }
  reader.past = past
  socket.resume()
}

/**
 * Makes the body of an answer lend its bytes where it is piped into an answer of ours: they go from socket to socket in buffers that are
 * used again, past Node's parser, which copies each piece, and past its streams. It takes a third of the processor time. Elsewhere the body is read as any.
 * To be called before any of its bytes came.
 */
export const lendable = (body: IncomingMessage): void => {
  const all = Number(body.headers["content-length"] ?? Number.NaN)
  const reader = readers.get(body.socket)
  if (reader === undefined || !(all >= worth) || body.headers["transfer-encoding"] !== undefined) return
  let seen = 0
  const push = body.push.bind(body)
  body.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (chunk !== null) seen += chunk.length
    return push(chunk, encoding)
  }
  const pipe = body.pipe.bind(body)
  body.pipe = <To extends NodeJS.WritableStream>(to: To, options?: { readonly end?: boolean | undefined }): To => {
    if (!(to instanceof ServerResponse) || options?.end !== false) return pipe(to, options)
    // it may be piped while its head is parsed: what of it came with its head comes before
    process.nextTick(() => {
      const { socket } = body
      // what waits on its way to the parser comes before as well
      while (socket.readableLength > 0 && socket.read() !== null);
      if (body.destroyed || socket.destroyed || seen === all) return pipe(to, options)
      for (let chunk: Buffer | null = body.read(); chunk !== null; chunk = body.read()) to.write(chunk)
      lend(body, to, reader, all - seen)
    })
    return to
  }
}
