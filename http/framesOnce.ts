import { Schema } from "effect"

/** A frame of the contract, before and after its data is made JSON. */
interface Wire {
  readonly id: string
  readonly event: string
  readonly data: string
}

const encoder = new TextEncoder()

/** Bytes that are made once of something that many are given, and go with it. */
const once = <A extends object>(make: (value: A) => Uint8Array) => {
  const made = new WeakMap<A, Uint8Array>()
  return (value: A): Uint8Array => {
    const bytes = made.get(value) ?? make(value)
    made.set(value, bytes)
    return bytes
  }
}

const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** News as frames of the contract, each message encoded once for all who are given it, and each lot of them put together once. */
export const framesOnce = <Message extends object>(frame: Schema.Codec<Message, Wire>) => {
  const encode = Schema.encodeSync(frame)
  const bytesOf = once((message: Message) => {
    const { data, event, id } = encode(message)
    // JSON has no line breaks of its own
    return encoder.encode(`id: ${id}\nevent: ${event}\ndata: ${data}\n\n`)
  })
  return once((news: ReadonlyArray<Message>) => {
    const [only] = news
    return news.length === 1 && only !== undefined ? bytesOf(only) : joined(news.map(bytesOf))
  })
}

/** The same of messages whose data is JSON text already. */
export const textFramesOnce = once((news: ReadonlyArray<{ readonly id: string; readonly event: string; readonly text: string }>) =>
  encoder.encode(news.map(({ event, id, text }) => `id: ${id}\nevent: ${event}\ndata: ${text}\n\n`).join("")))
