import { type Call, header, type Principal } from "./Call.ts"
import type { Bucket } from "./Buckets.ts"
import { GatewayError } from "./GatewayError.ts"
import { allows, type PolicyRequest, readPolicy } from "./Policy.ts"
import { verifySignature } from "./SigV4.ts"
import type { Store } from "./Store.ts"
import { principalOf } from "./Users.ts"

export const authenticate = (store: Store, call: Call): void => {
  const verified = verifySignature(
    call,
    (accessKey) => {
      const key = store.users.key(accessKey)
      return key === undefined || !key.active ? undefined : key.secret
    },
    Date.now()
  )
  if (verified === undefined) {
    call.payloadHash = header(call, "x-amz-content-sha256") ?? "UNSIGNED-PAYLOAD"
    return
  }
  const key = store.users.key(verified.accessKey)
  const user = key === undefined ? undefined : store.users.byUid(key.uid)
  if (user === undefined) throw new GatewayError("AccessDenied")
  if (user.suspended) throw new GatewayError("UserSuspended")
  call.payloadHash = verified.payloadHash
  call.principal = principalOf(user, user.account === "" ? "" : (store.accounts.byId(user.account)?.tenant ?? ""))
}

const operationType = ({ key, method, query }: Call): string => {
  if (method === "GET" || method === "HEAD") return "read"
  const deletes =
    method === "DELETE" ? query.size === 0 || query.has("versionId") || query.has("uploadId") : query.has("delete")
  return deletes && (method === "DELETE" || key === "") ? "delete" : "write"
}

/** Checks S3 requests; Admin Ops and IAM do not know the mask. */
export const requireOpMask = (call: Call): void => {
  if (call.principal?.opMask.includes(operationType(call)) === false) throw new GatewayError("AccessDenied")
}

export const signedIn = (call: Call): Principal => {
  if (call.principal === undefined) throw new GatewayError("AccessDenied")
  return call.principal
}

export const findBucket = (store: Store, call: Call): Bucket => {
  const bucket = store.buckets.byName(call.tenant ?? call.principal?.tenant ?? "", call.bucket)
  if (bucket === undefined) throw new GatewayError("NoSuchBucket")
  return bucket
}

/** Actions that a bucket policy cannot deny to the owner: an account's root user, or a user without account. */
const ownPolicyActions: ReadonlySet<string> = new Set(["GetBucketPolicy", "PutBucketPolicy", "DeleteBucketPolicy"])
const isOwnerItself = (store: Store, { accountId, uid }: Principal): boolean =>
  accountId === "" || store.users.byUid(uid)?.root === true

export const authorize = (store: Store, call: Call, bucket: Bucket, action: string): void => {
  const document = store.buckets.config(bucket.id, "policy")
  const request: PolicyRequest = {
    principal: call.principal,
    action: `s3:${action}`,
    resource: `arn:aws:s3:::${bucket.name}${call.key === "" ? "" : `/${call.key}`}`
  }
  const verdict = document === undefined ? "none" : allows(readPolicy(document), request)
  if (ownPolicyActions.has(action) && call.principal?.owner === bucket.owner && isOwnerItself(store, call.principal))
    return
  if (verdict === "deny") throw new GatewayError("AccessDenied")
  if (verdict === "allow" || call.principal?.owner === bucket.owner) return
  const acl = store.buckets.config(bucket.id, "acl")
  const readable =
    acl === "public-read" ||
    acl === "public-read-write" ||
    (acl === "authenticated-read" && call.principal !== undefined)
  if (readable && action === "ListBucket") return
  throw new GatewayError("AccessDenied")
}

export const ownerName = (store: Store, owner: string): string =>
  store.accounts.byId(owner)?.name ?? store.users.byUid(owner)?.display_name ?? ""
