import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { OwnerActivity } from "#domain/accounts/OwnerActivity.ts"
import { AccessKeyName, NewUserKey, RemovedUserKey, UpdateUserKey, UserKey } from "#domain/accounts/UserKeys.ts"
import { Conflict, NotFound, StorageError, StorageTimeout, Unavailable } from "#domain/platform/errors/Errors.ts"
import { RowId } from "#domain/platform/RowId.ts"
import { access, RequiredAccess } from "../Access.ts"
import { Destructive, destructive } from "../Destructive.ts"
import { AnswersSecret } from "../AnswersSecret.ts"

const user = { user_id: RowId }
const key = { ...user, access_key: AccessKeyName }
const gatewayErrors = [StorageError, StorageTimeout, Unavailable] as const

export class S3UserKeysGroup extends HttpApiGroup.make("adminS3UserKeys")
  .add(
    HttpApiEndpoint.get("list", "/s3-users/:user_id/keys", {
      params: user,
      success: Schema.Array(UserKey),
      error: [NotFound, ...gatewayErrors]
    }).annotate(RequiredAccess, access.admin("admin.read")),
    HttpApiEndpoint.get("activity", "/s3-users/:user_id/activity", {
      params: user,
      success: OwnerActivity,
      error: [NotFound, ...gatewayErrors]
    })
      .annotate(RequiredAccess, access.admin("admin.read"))
      .annotate(
        OpenApi.Description,
        "When the RGW user was last active at its gateway, to the hour and with any of its keys, from the " +
          "gateway's usage log; or why that is unknown."
      ),
    HttpApiEndpoint.post("create", "/s3-users/:user_id/keys", {
      params: user,
      success: NewUserKey.annotate({ httpApiStatus: 201 }),
      error: [NotFound, Conflict, ...gatewayErrors]
    })
      .annotate(RequiredAccess, access.admin("admin.write"))
      .annotate(AnswersSecret, true),
    HttpApiEndpoint.put("update", "/s3-users/:user_id/keys/:access_key", {
      params: key,
      payload: UpdateUserKey,
      success: UserKey,
      error: [NotFound, Conflict, ...gatewayErrors]
    }).annotate(RequiredAccess, access.admin("admin.write")),
    HttpApiEndpoint.delete("remove", "/s3-users/:user_id/keys/:access_key", {
      params: key,
      success: RemovedUserKey,
      error: [NotFound, Conflict, ...gatewayErrors]
    })
      .annotate(RequiredAccess, access.admin("admin.write"))
      .annotate(Destructive, destructive.itself("the key is its own name, and stands in the address"))
  )
  .prefix("/api/admin") {}
