import type { Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { Readable } from "node:stream"
import { attachment } from "#domain/objects/attachment.ts"
import type { PlayableType } from "#domain/objects/playableTypes.ts"
import { nativeStreamOf } from "#services/objects/nativeBytes.ts"
import type { OpenObject } from "#services/objects/ObjectStore.ts"

/** Always a download on our origin, so that a stored page cannot run. `bytes`: replacement body of equal length. */
export const respondObject = (
  key: string,
  opened: OpenObject,
  {
    bytes = opened.body,
    heldBy,
    played
  }: {
    readonly bytes?: Stream.Stream<Uint8Array, unknown>
    readonly heldBy?: (lost: () => void) => () => void
    readonly played?: PlayableType | undefined
  } = {}
): HttpServerResponse.HttpServerResponse => {
  const nativeStream = nativeStreamOf(bytes)
  const options = {
    status: opened.content_range === null ? 200 : 206,
    contentType: played ?? "application/octet-stream",
    headers: {
      "content-disposition": played === undefined ? attachment(key) : "inline",
      "content-security-policy": "default-src 'none'; sandbox",
      "accept-ranges": "bytes",
      ...(opened.content_range === null ? {} : { "content-range": opened.content_range }),
      ...(opened.facts.modified_at === null
        ? {}
        : { "last-modified": new Date(opened.facts.modified_at).toUTCString() }),
      ...(opened.facts.etag === null ? {} : { etag: opened.facts.etag })
    }
  }
  if (nativeStream instanceof Readable && heldBy !== undefined)
    nativeStream.once(
      "close",
      heldBy(() => {
        nativeStream.destroy(new Error("The right to read this was lost meanwhile"))
      })
    )
  // piped by Node between sockets: either side's end closes the other
  return nativeStream instanceof Readable
    ? // a number is accepted by Node and skips a counting stream: Node's parser enforces the length already
      HttpServerResponse.raw(nativeStream, {
        ...options,
        headers: { ...options.headers, "content-length": opened.size_bytes as unknown as string }
      })
    : HttpServerResponse.stream(bytes, { ...options, contentLength: opened.size_bytes })
}
