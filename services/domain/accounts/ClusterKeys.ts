import { Schema } from "effect"
import { UserKey } from "./UserKeys.ts"

export const ClusterKeyList = Schema.Struct({
  items: Schema.Array(UserKey),
  principal: Schema.String
}).annotate({ identifier: "ClusterKeyList" })
export type ClusterKeyList = typeof ClusterKeyList.Type

export const RotateClusterKey = Schema.Struct({ deactivate_only: Schema.optionalKey(Schema.Boolean) }).annotate({
  identifier: "RotateClusterKey"
})
export type RotateClusterKey = typeof RotateClusterKey.Type
