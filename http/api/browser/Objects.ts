import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ExistingBucketName } from "#domain/buckets/BucketName.ts"
import {
  BadRequest,
  Conflict,
  InvalidInput,
  NotFound,
  PreconditionFailed,
  RangeNotSatisfiable,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import {
  DownloadLink,
  KeyOutcome,
  linkLimits,
  ObjectFacts,
  ObjectKey,
  ObjectPage,
  SharedLink
} from "#domain/objects/ObjectListing.ts"
import { VersionReference } from "#domain/objects/ObjectLocks.ts"
import { plannedAtField } from "#domain/objects/objectwork/Timestamp.ts"
import { playableTypes } from "#domain/objects/playableTypes.ts"
import { Text } from "#domain/platform/Text.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { Destructive, destructive } from "../Destructive.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope, workspaceQuery } from "../RequiredScope.ts"
import { customerKey } from "../customerKey.ts"
import { objectsQuery } from "../objectsQuery.ts"
import { AnswersSecret } from "../AnswersSecret.ts"

const params = { bucket_name: ExistingBucketName }
const versionQuery = { version_id: Schema.optionalKey(Text(1024)) }
const failures = [BadRequest, NotFound, StorageError, StorageTimeout, Unavailable] as const

export const deleteLimit = 1000

export const CreateFolder = Schema.Struct({ prefix: ObjectKey }).annotate({ identifier: "CreateFolder" })

export const StoredKey = Schema.Struct({ key: Schema.String }).annotate({ identifier: "StoredKey" })

/** At most a thousand in total. `bypass_governance`: also versions under governance retention. */
export const DeleteKeys = Schema.Struct({
  keys: Schema.optionalKey(Schema.Array(ObjectKey).check(Schema.isMaxLength(deleteLimit), Schema.isUnique())),
  versions: Schema.optionalKey(Schema.Array(VersionReference).check(Schema.isMaxLength(deleteLimit))),
  bypass_governance: Schema.optionalKey(Schema.Boolean),
  ...plannedAtField
})
  .check(
    Schema.makeFilter(({ keys = [], versions = [] }) => {
      const count = keys.length + versions.length
      return count === 0
        ? { path: ["keys"], issue: "Give keys, versions, or both" }
        : count <= deleteLimit || { path: ["versions"], issue: `Keys and versions are together at most ${deleteLimit}` }
    })
  )
  .annotate({ identifier: "DeleteKeys" })

export const KeyOutcomes = Schema.Struct({ results: Schema.Array(KeyOutcome) }).annotate({ identifier: "KeyOutcomes" })

/** Keys are in query or body, never in the path, so that any key is possible. */
export class BrowserObjectsGroup extends HttpApiGroup.make("browserObjects")
  .add(
    HttpApiEndpoint.get("list", "/buckets/:bucket_name/objects", {
      params,
      query: { ...contextQuery, ...objectsQuery },
      success: ObjectPage,
      error: failures
    }).annotate(RequiredAccess, access.scoped("browser.read")),
    HttpApiEndpoint.get("facts", "/buckets/:bucket_name/objects/facts", {
      params,
      query: { ...contextQuery, key: ObjectKey },
      success: ObjectFacts,
      error: failures
    }).annotate(RequiredAccess, access.scoped("browser.read")),
    HttpApiEndpoint.get("link", "/buckets/:bucket_name/objects/download-link", {
      params,
      query: { ...contextQuery, key: ObjectKey, ...versionQuery },
      success: DownloadLink,
      error: failures
    }).annotate(RequiredAccess, access.scoped("browser.read")),
    HttpApiEndpoint.get("share", "/buckets/:bucket_name/objects/shared-link", {
      params,
      query: {
        ...contextQuery,
        key: ObjectKey,
        ...versionQuery,
        expires_seconds: Schema.Int.check(Schema.isBetween(linkLimits))
      },
      success: SharedLink,
      error: [InvalidInput, ...failures]
    })
      .annotate(RequiredAccess, access.scoped("browser.read"))
      .annotate(AnswersSecret, true),
    HttpApiEndpoint.get("download", "/buckets/:bucket_name/objects/download", {
      params,
      query: {
        ...contextQuery,
        key: ObjectKey,
        ...versionQuery,
        ...workspaceQuery,
        as: Schema.optionalKey(Schema.Literals(playableTypes))
      },
      headers: customerKey,
      success: HttpApiSchema.StreamUint8Array({ contentType: "application/octet-stream" }),
      error: [...failures, InvalidInput, PreconditionFailed, RangeNotSatisfiable]
    })
      .annotate(RequiredAccess, access.scoped("browser.read"))
      .annotate(
        OpenApi.Description,
        "The bytes of an object, by `Range` if requested, and under the conditions If-Match and " +
          "If-None-Match (304 without bytes). With `as`, audio and video have their content type, for a player " +
          "on pages of this origin; everything else is sent as bytes to save."
      ),
    HttpApiEndpoint.post("createFolder", "/buckets/:bucket_name/folders", {
      params,
      query: contextQuery,
      payload: CreateFolder,
      success: StoredKey.annotate({ httpApiStatus: 201 }),
      error: [InvalidInput, Conflict, ...failures]
    }).annotate(RequiredAccess, access.scoped("browser.write")),
    HttpApiEndpoint.delete("removeMany", "/buckets/:bucket_name/objects", {
      params,
      query: contextQuery,
      payload: DeleteKeys,
      success: KeyOutcomes,
      error: failures
    })
      .annotate(RequiredAccess, access.scoped("browser.write"))
      .annotate(
        Destructive,
        destructive.itself("the keys in its body are the objects' names, and nothing renames an object")
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("browser"))
  .prefix("/api/browser") {}
