import { Effect } from "effect"
import { isGranted, type ObjectRequest } from "#domain/gateways/endpoints/objectGrants.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { StorageError } from "#domain/platform/errors/Errors.ts"

type Limited = Pick<S3Target, "grants">

export const isGrantedRequest = ({ grants }: Limited, request: ObjectRequest): boolean =>
  grants === undefined || isGranted(grants, request)

export const refusal = (operation: string) =>
  new StorageError({
    operation: `s3.${operation}`,
    storage_code: "AccessDenied",
    storage_status: 403,
    storage_request_id: null,
    detail: "This is outside of your storage spaces, or needs a higher right in them"
  })

export const requireGrant = (target: Limited, request: ObjectRequest): Effect.Effect<void, StorageError> =>
  isGrantedRequest(target, request) ? Effect.void : Effect.fail(refusal(request.operation))

interface CommandInput {
  readonly Bucket?: string
  readonly Key?: string
  readonly Prefix?: string
  readonly VersionId?: string
  readonly CopySource?: string
  readonly Delete?: { readonly Objects?: ReadonlyArray<{ readonly Key?: string; readonly VersionId?: string }> }
}

const sourceOf = (text: string): ObjectRequest => {
  const [path = "", version] = text.split("?versionId=")
  const plain = decodeURIComponent(path.replace(/^\//u, ""))
  const slash = plain.indexOf("/")
  return {
    operation: "GetObject",
    bucket: slash < 0 ? plain : plain.slice(0, slash),
    key: slash < 0 ? "" : plain.slice(slash + 1),
    versioned: version !== undefined
  }
}

const requestsOf = (operation: string, input: CommandInput): ReadonlyArray<ObjectRequest> => {
  const { Bucket: bucket, CopySource, Delete, Key, Prefix, VersionId } = input
  if (bucket === undefined) return []
  const source = CopySource === undefined ? [] : [sourceOf(CopySource)]
  if (Delete !== undefined)
    return (Delete.Objects ?? []).map(({ Key: key = "", VersionId: version }) => ({
      operation,
      bucket,
      key,
      versioned: version !== undefined
    }))
  return [{ operation, bucket, key: Key, prefix: Prefix, versioned: VersionId !== undefined }, ...source]
}

export const requireCommandGrant = (target: Limited, command: object): Effect.Effect<void, StorageError> => {
  if (target.grants === undefined) return Effect.void
  const operation = command.constructor.name.replace(/Command$/u, "")
  const { input } = command as { readonly input: CommandInput }
  return Effect.forEach(requestsOf(operation, input), (request) => requireGrant(target, request), { discard: true })
}
