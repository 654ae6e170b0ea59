import type { Body } from "~/client/contract"

type Start = Body<"POST /api/browser/buckets/:bucket_name/uploads">

/** What objects are told to be beside their bytes, all of one upload alike. */
export interface Told {
  readonly attributes: Pick<Start, "cache_control" | "content_type" | "metadata" | "storage_class" | "tags">
  /** Of SSE-C, in base64; "" for none. It is in no row and no address. */
  readonly customerKey: string
}

export const NOTHING_TOLD: Told = { attributes: {}, customerKey: "" }
