import type { Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { Readable } from "node:stream"
import { attachment } from "#domain/objects/attachment.ts"
import type { PlayedType } from "#domain/objects/playedTypes.ts"
import { nativeOf } from "#services/objects/nativeBytes.ts"
import type { OpenObject } from "#services/objects/ObjectStore.ts"

/**
 * An object as a download. Whatever type it says it has, on our origin it is bytes to be saved: a stored page must not
 * run as ours. `played`: a film or a sound, as which it is answered to a player. `bytes`: what is sent in place of its body, of the same length. `heldBy`
 * calls what it is given when its reader may no longer have it: the connection breaks, so that nobody takes a part of it for the whole.
 */
export const respondObject = (
  key: string, opened: OpenObject, { bytes = opened.body, heldBy, played }: {
    readonly bytes?: Stream.Stream<Uint8Array, unknown>
    readonly heldBy?: (lost: () => void) => () => void
    readonly played?: PlayedType | undefined
  } = {}
): HttpServerResponse.HttpServerResponse => {
  const native = nativeOf(bytes)
  const said = {
    status: opened.content_range === null ? 200 : 206,
    contentType: played ?? "application/octet-stream",
    headers: {
      "content-disposition": played === undefined ? attachment(key) : "inline",
      "content-security-policy": "default-src 'none'; sandbox",
      "accept-ranges": "bytes",
      ...(opened.content_range === null ? {} : { "content-range": opened.content_range }),
      ...(opened.facts.modified_at === null ? {} : { "last-modified": new Date(opened.facts.modified_at).toUTCString() }),
      ...(opened.facts.etag === null ? {} : { etag: opened.facts.etag })
    }
  }
  if (native instanceof Readable && heldBy !== undefined) native.once("close", heldBy(() => { native.destroy(new Error("The right to read this was lost meanwhile")) }))
  // piped by Node from socket to socket: it ends the gateway's answer with its reader, and the reader's with the gateway
  return native instanceof Readable
    // as a number, which Node takes as well: of a text every piece would be counted once more, by a stream between, and Node's parser
    // has held the gateway to its length already
    ? HttpServerResponse.raw(native, { ...said, headers: { ...said.headers, "content-length": opened.size_bytes as unknown as string } })
    : HttpServerResponse.stream(bytes, { ...said, contentLength: opened.size_bytes })
}
