import type { Answer, Row } from "~/client/contract"
import { fullName } from "~/lib/bucket-place"

export type ClusterBucket = Row<"GET /api/cluster-admin/endpoints/:endpoint_id/buckets"> & { readonly key: string }
export type OpsBucket = Row<"GET /api/storage-ops/buckets">
export type WorkbenchBucket = ClusterBucket | OpsBucket

export type WorkbenchPage =
  | Answer<"GET /api/cluster-admin/endpoints/:endpoint_id/buckets">
  | Answer<"GET /api/storage-ops/buckets">
export type UiTag = WorkbenchBucket["tags"][number]

export const withKey = (row: Row<"GET /api/cluster-admin/endpoints/:endpoint_id/buckets">): ClusterBucket => ({
  ...row,
  key: fullName(row)
})

export const isOpsBucket = (row: WorkbenchBucket): row is OpsBucket => "context_id" in row

export const tagLabels = ({ tags }: WorkbenchBucket): string => tags.map(({ label }) => label).join(", ")

/** Cluster Admin also accepts the name while the gateway's bucket id is unknown; "" stays. */
export const clusterRowId = (key: string): string => (key === "" || key.includes("/") ? key : `/${key}`)
