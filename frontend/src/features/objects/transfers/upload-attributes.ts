import type { Body } from "~/client/contract"

type Start = Body<"POST /api/browser/buckets/:bucket_name/uploads">

export interface UploadAttributes {
  readonly attributes: Pick<Start, "cache_control" | "content_type" | "metadata" | "storage_class" | "tags">
  /** Base64; "" for none. It is neither stored nor part of a URL. */
  readonly customerKey: string
}

export const NO_ATTRIBUTES: UploadAttributes = { attributes: {}, customerKey: "" }
