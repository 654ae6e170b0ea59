import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Provider } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import { access, RequiredAccess } from "../Access.ts"

export const ClusterEndpoint = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  url: Schema.String,
  provider: Provider,
  is_default: Schema.Boolean,
  is_sandbox: Schema.Boolean,
  /** False without a technical key or with Admin Ops off: Cluster Admin cannot read it. */
  has_admin_ops: Schema.Boolean
}).annotate({ identifier: "ClusterEndpoint" })

const ClusterEndpointList = Schema.Struct({ items: Schema.Array(ClusterEndpoint) }).annotate({
  identifier: "ClusterEndpointList"
})

export class ClusterEndpointsGroup extends HttpApiGroup.make("clusterEndpoints")
  .add(
    HttpApiEndpoint.get("list", "/endpoints", { success: ClusterEndpointList })
      .annotate(RequiredAccess, access.scoped("cluster-admin.read"))
      .annotate(OpenApi.Description, "Storage endpoints ordered by name.")
  )
  .prefix("/api/cluster-admin") {}
