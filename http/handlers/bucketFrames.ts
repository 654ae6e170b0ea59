import { Schema } from "effect"
import { BucketFrame } from "#api/bucketFrame.ts"
import type { ListingMessage, ListingNews } from "#services/buckets/BucketListings.ts"

const encode = Schema.encodeSync(BucketFrame)
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

const bytesOfMessage = once((message: ListingMessage) => {
  const { data, event, id } = encode(message)
  // JSON has no line breaks of its own
  return encoder.encode(`id: ${id}\nevent: ${event}\ndata: ${data}\n\n`)
})

/** News as frames of the contract, encoded once for all readers of it. */
export const bucketFrames = once((news: ListingNews) => {
  const parts = news.map(bytesOfMessage)
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
})
