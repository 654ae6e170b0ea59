import { call, callIn } from "~/client/call"
import type { Row } from "~/client/contract"
import type { BucketPlace } from "~/lib/bucket-place"

export type ManagedShare = Row<"GET /api/admin/shares">

export const SHARE_DIRECTIONS: Readonly<Record<ManagedShare["kind"], string>> = {
  object: "Download of a file",
  archive: "Download of files",
  upload: "Upload"
}

export const sharedFolder = ({ bucket, prefix }: Pick<ManagedShare, "bucket" | "prefix">): string =>
  `${bucket}/${prefix}`

export const nameOfManaged = (share: ManagedShare): string => (share.title === "" ? sharedFolder(share) : share.title)

export const canBeRevoked = ({ state }: Pick<ManagedShare, "state">): boolean =>
  state !== "expired" && state !== "revoked"

export const linksOfBucket = (place: BucketPlace, signal: AbortSignal) =>
  callIn(place, "GET /api/manager/buckets/:bucket_name/shares", { signal })

export const revokeOfBucket = (place: BucketPlace, id: string) =>
  callIn(place, "DELETE /api/manager/buckets/:bucket_name/shares/:share_id", { params: { share_id: id } })

export const revokeAny = (id: string) => call("DELETE /api/admin/shares/:share_id", { params: { share_id: id } })
