import { call } from "~/client/call"
import type { Answer, Row } from "~/client/contract"
import type { BucketPlace } from "~/lib/bucket-place"

export type Share = Row<"GET /api/browser/shares">
export type CreatedShare = Answer<"POST /api/browser/buckets/:bucket_name/shares">

/** Without selected rows: an upload request for the folder. */
export interface Sharing extends BucketPlace {
  readonly prefix: string
  readonly keys: ReadonlyArray<string>
}

export const shareKindText = ({ kind }: Pick<Share, "kind">): string =>
  kind === "object" ? "File" : kind === "archive" ? "Folder or selection" : "Upload request"

export const sharedPlaceText = ({
  bucket,
  keys,
  kind,
  objects,
  prefix
}: Pick<Share, "bucket" | "keys" | "kind" | "objects" | "prefix">): string => {
  const [only, ...more] = [...keys, ...objects]
  if (kind === "upload" || only === undefined) return `${bucket}/${prefix}`
  return more.length === 0 ? `${bucket}/${only}` : `${bucket}/${prefix} (${1 + more.length} entries)`
}

export const nameOfShare = (share: Share): string => (share.title === "" ? sharedPlaceText(share) : share.title)

export const revokeShare = (id: string) => call("DELETE /api/browser/shares/:share_id", { params: { share_id: id } })

export const addressOfShare = async (id: string): Promise<string> =>
  (await call("POST /api/browser/shares/:share_id/address", { params: { share_id: id } })).url
