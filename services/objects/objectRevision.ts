import { Effect } from "effect"
import type { ObjectHead } from "#domain/objects/ObjectDetails.ts"

const encoder = new TextEncoder()

/** For optimistic concurrency: covers bytes, version and metadata. */
export const objectRevision = (head: ObjectHead): Effect.Effect<string> => {
  const { etag, headers, metadata, modified_at, storage_class, version_id } = head
  const sorted = (record: Readonly<Record<string, string | null>>) =>
    Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1))
  const content = JSON.stringify([version_id, etag, modified_at, storage_class, sorted(headers), sorted(metadata)])
  return Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", encoder.encode(content))),
    (bytes) => Array.from(new Uint8Array(bytes).subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("")
  )
}
