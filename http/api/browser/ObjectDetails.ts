import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ExistingBucketName } from "#domain/buckets/BucketName.ts"
import {
  BadRequest,
  Conflict,
  InvalidInput,
  NotFound,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { SetObjectAcl } from "#domain/objects/objectAcl.ts"
import { ObjectDetails } from "#domain/objects/ObjectDetails.ts"
import { EditObject, EditTags, ObjectTags } from "#domain/objects/objectEdit.ts"
import { ObjectKey } from "#domain/objects/ObjectListing.ts"
import {
  VersionReference,
  RecallObject,
  RemoveVersion,
  SetLegalHold,
  SetRetention
} from "#domain/objects/ObjectLocks.ts"
import { Text } from "#domain/platform/Text.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { customerKey } from "../customerKey.ts"
import { Destructive, destructive } from "../Destructive.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"

const params = { bucket_name: ExistingBucketName }
const query = contextQuery
const failures = [BadRequest, InvalidInput, NotFound, StorageError, StorageTimeout, Unavailable] as const
const changing = [...failures, Conflict] as const
const done = HttpApiSchema.NoContent
const reads = access.scoped("browser.read")
const writes = access.scoped("browser.write")

export class BrowserObjectDetailsGroup extends HttpApiGroup.make("browserObjectDetails")
  .add(
    HttpApiEndpoint.get("read", "/buckets/:bucket_name/objects/details", {
      params,
      query: { ...query, key: ObjectKey, version_id: Schema.optionalKey(Text(1_024)) },
      headers: customerKey,
      success: ObjectDetails,
      error: failures
    }).annotate(RequiredAccess, reads),
    HttpApiEndpoint.patch("edit", "/buckets/:bucket_name/objects/details", {
      params,
      query,
      headers: customerKey,
      payload: EditObject,
      success: ObjectDetails,
      error: changing
    })
      .annotate(RequiredAccess, writes)
      .annotate(
        OpenApi.Description,
        "Changes headers, metadata and storage class by copying the object onto itself; in a bucket with " +
          "versioning that is a new version. Everything else stays: tags, access control list, lock, " +
          "encryption. 409 `stale_plan`: the object is no longer that of `revision`."
      ),
    HttpApiEndpoint.patch("editTags", "/buckets/:bucket_name/objects/tags", {
      params,
      query,
      payload: EditTags,
      success: ObjectTags,
      error: changing
    }).annotate(RequiredAccess, writes),
    HttpApiEndpoint.put("setAcl", "/buckets/:bucket_name/objects/acl", {
      params,
      query,
      payload: SetObjectAcl,
      success: done,
      error: changing
    }).annotate(RequiredAccess, writes),
    HttpApiEndpoint.put("setLegalHold", "/buckets/:bucket_name/objects/legal-hold", {
      params,
      query,
      payload: SetLegalHold,
      success: done,
      error: changing
    }).annotate(RequiredAccess, writes),
    HttpApiEndpoint.put("setRetention", "/buckets/:bucket_name/objects/retention", {
      params,
      query,
      payload: SetRetention,
      success: done,
      error: changing
    }).annotate(RequiredAccess, writes),
    HttpApiEndpoint.post("recall", "/buckets/:bucket_name/objects/recall", {
      params,
      query,
      payload: RecallObject,
      success: done,
      error: changing
    })
      .annotate(RequiredAccess, writes)
      .annotate(
        OpenApi.Description,
        "Asks the gateway to restore an archived object for some days. 409 `state_conflict`: it is not " +
          "archived, or is being restored already."
      ),
    HttpApiEndpoint.post("restoreVersion", "/buckets/:bucket_name/objects/restore-version", {
      params,
      query,
      headers: customerKey,
      payload: VersionReference,
      success: ObjectDetails,
      error: changing
    })
      .annotate(RequiredAccess, writes)
      .annotate(
        OpenApi.Description,
        "Copies an earlier version over the current object, with headers, metadata, tags, access control " +
          "list and storage class; its lock is not copied."
      ),
    HttpApiEndpoint.post("undelete", "/buckets/:bucket_name/objects/undelete", {
      params,
      query,
      payload: VersionReference,
      success: done,
      error: changing
    })
      .annotate(RequiredAccess, writes)
      .annotate(
        OpenApi.Description,
        "Deletes a delete marker. 409 `stale_plan`: it is no longer the latest version of its key."
      ),
    HttpApiEndpoint.delete("removeVersion", "/buckets/:bucket_name/objects/version", {
      params,
      query,
      payload: RemoveVersion,
      success: done,
      error: changing
    })
      .annotate(RequiredAccess, writes)
      .annotate(
        Destructive,
        destructive.itself("its body names the version by the gateway's own id, which no other version ever has")
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("browser"))
  .prefix("/api/browser") {}
