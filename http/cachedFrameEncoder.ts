import { Schema } from "effect"

interface Wire {
  readonly id: string
  readonly event: string
  readonly data: string
}

const encoder = new TextEncoder()

const cached = <A extends object>(make: (value: A) => Uint8Array) => {
  const cache = new WeakMap<A, Uint8Array>()
  return (value: A): Uint8Array => {
    const bytes = cache.get(value) ?? make(value)
    cache.set(value, bytes)
    return bytes
  }
}

const concatBytes = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const joinedBytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joinedBytes.set(part, at)
    at += part.length
  }
  return joinedBytes
}

export const cachedFrameEncoder = <Message extends object>(frame: Schema.Codec<Message, Wire>) => {
  const encode = Schema.encodeSync(frame)
  const bytesOf = cached((message: Message) => {
    const { data, event, id } = encode(message)
    // JSON contains no line breaks
    return encoder.encode(`id: ${id}\nevent: ${event}\ndata: ${data}\n\n`)
  })
  return cached((news: ReadonlyArray<Message>) => {
    const [only] = news
    return news.length === 1 && only !== undefined ? bytesOf(only) : concatBytes(news.map(bytesOf))
  })
}

export const cachedTextFrames = cached(
  (news: ReadonlyArray<{ readonly id: string; readonly event: string; readonly text: string }>) =>
    encoder.encode(news.map(({ event, id, text }) => `id: ${id}\nevent: ${event}\ndata: ${text}\n\n`).join(""))
)
