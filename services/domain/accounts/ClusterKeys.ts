import { Schema } from "effect"
import { UserKey } from "./UserKeys.ts"

export const ClusterKeyList = Schema.Struct({
  items: Schema.Array(UserKey),
  principal: Schema.String
}).annotate({ identifier: "ClusterKeyList" })
export type ClusterKeyList = typeof ClusterKeyList.Type

/** Rotates the console's own key. The old key is deleted, or disabled so that the rotation can be undone. */
export const RotateClusterKey = Schema.Struct({ deactivate_only: Schema.optionalKey(Schema.Boolean) }).annotate({
  identifier: "RotateClusterKey"
})
export type RotateClusterKey = typeof RotateClusterKey.Type
