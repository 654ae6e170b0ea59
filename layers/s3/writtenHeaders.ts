import type { CopyProperties } from "#domain/objects/CopyProperties.ts"
import type { ObjectHead, ObjectTag } from "#domain/objects/ObjectDetails.ts"
import { copyHeaders } from "./copyFields.ts"

export interface WrittenObject extends Pick<ObjectHead, "headers" | "metadata"> {
  readonly tags: ReadonlyArray<ObjectTag>
  readonly properties: CopyProperties
}

/** RGW reads a plus as a plus, not a space, and refuses an empty tagging header. */
const taggingHeader = (tags: ReadonlyArray<ObjectTag>): Record<string, string> =>
  tags.length === 0
    ? {}
    : {
        "x-amz-tagging": tags
          .map(({ key, value }) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
          .join("&")
      }

/** Headers of a PUT without the SDK, in lower case. */
export const writtenHeaders = ({ headers, metadata, properties, tags }: WrittenObject): Record<string, string> => {
  const written: Record<string, string> = { "content-type": headers.content_type ?? "application/octet-stream" }
  if (headers.cache_control !== null) written["cache-control"] = headers.cache_control
  if (headers.content_disposition !== null) written["content-disposition"] = headers.content_disposition
  if (headers.content_encoding !== null) written["content-encoding"] = headers.content_encoding
  if (headers.content_language !== null) written["content-language"] = headers.content_language
  if (headers.expires !== null) written["expires"] = headers.expires
  for (const name in metadata) written[`x-amz-meta-${name}`] = metadata[name] ?? ""
  return Object.assign(written, taggingHeader(tags), copyHeaders(properties))
}
