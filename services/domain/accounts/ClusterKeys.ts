import { Schema } from "effect"
import { UserKey } from "./UserKeys.ts"

/** The keys of whoever a context acts as at its gateway: the root user of an RGW account, or an RGW user. */
export const ClusterKeyList = Schema.Struct({
  items: Schema.Array(UserKey),
  /** The uid at the gateway. */
  principal: Schema.String
}).annotate({ identifier: "ClusterKeyList" })
export type ClusterKeyList = typeof ClusterKeyList.Type

/** Rotates the key that the console itself uses. The old one is deleted, or stays at the gateway, switched off, so that the rotation can be undone. */
export const RotateClusterKey = Schema.Struct({ deactivate_only: Schema.optionalKey(Schema.Boolean) }).annotate({ identifier: "RotateClusterKey" })
export type RotateClusterKey = typeof RotateClusterKey.Type
