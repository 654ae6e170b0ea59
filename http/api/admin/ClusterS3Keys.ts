import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { RowId } from "#domain/platform/RowId.ts"
import { InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { ClusterS3KeyState, SetClusterS3Key } from "#domain/gateways/endpoints/ClusterS3Key.ts"
import { access, RequiredAccess } from "../Access.ts"
import { Destructive, destructive } from "../Destructive.ts"

const oneKey = { params: { id: RowId }, success: ClusterS3KeyState, error: NotFound }

export class ClusterS3KeysGroup extends HttpApiGroup.make("adminClusterS3Keys")
  .add(
    HttpApiEndpoint.get("get", "/storage-endpoints/:id/s3-key", oneKey).annotate(
      RequiredAccess,
      access.admin("admin.read")
    ),
    HttpApiEndpoint.put("set", "/storage-endpoints/:id/s3-key", {
      ...oneKey,
      payload: SetClusterS3Key,
      error: [InvalidInput, NotFound]
    }).annotate(RequiredAccess, access.admin("admin.write")),
    HttpApiEndpoint.post("check", "/storage-endpoints/:id/s3-key/check", oneKey).annotate(
      RequiredAccess,
      access.admin("admin.write")
    ),
    HttpApiEndpoint.delete("remove", "/storage-endpoints/:id/s3-key", oneKey)
      .annotate(RequiredAccess, access.admin("admin.write"))
      .annotate(
        Destructive,
        destructive.itself(
          "only the stored copy of the key is deleted: it stays valid on the gateway, and can be set again"
        )
      )
  )
  .prefix("/api/admin") {}
