import { HttpServerResponse } from "effect/http"
import { attachment } from "#domain/objects/attachment.ts"
import type { OpenObject } from "#services/objects/ObjectStore.ts"

/**
 * An object as a download. Whatever type it says it has, on our origin it is bytes to be saved: a stored page must not
 * run as ours.
 */
export const respondObject = (key: string, opened: OpenObject): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.stream(opened.body, {
    status: opened.content_range === null ? 200 : 206,
    contentType: "application/octet-stream",
    contentLength: opened.size_bytes,
    headers: {
      "content-disposition": attachment(key),
      "content-security-policy": "default-src 'none'; sandbox",
      "accept-ranges": "bytes",
      ...(opened.content_range === null ? {} : { "content-range": opened.content_range }),
      ...(opened.facts.modified_at === null ? {} : { "last-modified": new Date(opened.facts.modified_at).toUTCString() }),
      ...(opened.facts.etag === null ? {} : { etag: opened.facts.etag })
    }
  })
