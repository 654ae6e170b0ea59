import { Exit } from "effect"
import type { IncomingHttpHeaders } from "node:http"
import type { Conflict, GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { aclGrantsOf } from "#domain/buckets/features/acl.ts"
import type { CopyProperties } from "#domain/objects/CopyProperties.ts"
import { nameOf, textAt } from "#domain/platform/xml/Element.ts"
import { parseXml } from "#domain/platform/xml/parseXml.ts"
import type { CopyFrom } from "#services/objects/ObjectDetailStore.ts"
import { needsCustomerKey, redirectFault } from "#services/objects/copyProperties.ts"
import { failureOfNodeError } from "../gateway/failures.ts"
import { LruCache } from "../memory/LruCache.ts"
import type { OpenAnswer, OpenObject } from "../rgw/GatewayHttp.ts"
import { caught } from "./caught.ts"
import { staleObject } from "./copyOnto.ts"
import { objectRefusal, readShort, versionQuery } from "./objectAnswers.ts"
import { encryptionOf, lockOf } from "./objectHead.ts"
import { unreadable } from "./s3Failure.ts"

type Failure = Conflict | NotFound | GatewayFailure

export const headerText = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === "string" && value !== "" ? value : undefined
}

export const propertiesFrom = (headers: IncomingHttpHeaders, storageClass: string): Omit<CopyProperties, "acl"> => {
  const until = Date.parse(headerText(headers, "x-amz-object-lock-retain-until-date") ?? "")
  return {
    encryption: encryptionOf({
      SSECustomerAlgorithm: headerText(headers, "x-amz-server-side-encryption-customer-algorithm"),
      SSEKMSKeyId: headerText(headers, "x-amz-server-side-encryption-aws-kms-key-id"),
      ServerSideEncryption: headerText(headers, "x-amz-server-side-encryption") as "aws:kms" | undefined,
      BucketKeyEnabled: headerText(headers, "x-amz-server-side-encryption-bucket-key-enabled") === "true"
    }),
    lock: lockOf({
      ObjectLockMode: headerText(headers, "x-amz-object-lock-mode") as "COMPLIANCE" | undefined,
      ObjectLockRetainUntilDate: Number.isNaN(until) ? undefined : new Date(until),
      ObjectLockLegalHoldStatus: headerText(headers, "x-amz-object-lock-legal-hold") as "ON" | undefined
    }),
    storageClass,
    websiteRedirect: headerText(headers, "x-amz-website-redirect-location") ?? null
  }
}

/** Most objects of a bucket have one ACL: reading it costs as much as its request. */
const knownAcls = new LruCache<CopyProperties["acl"]>(64)
const MAX_KNOWN_LENGTH = 4_096

/** A refused ACL is `unreadable`; null where the gateway has none. */
export const aclFrom = (about: string, answer: OpenAnswer, body: string): Exit.Exit<CopyProperties["acl"], Failure> => {
  if (answer.status === 403) return Exit.succeed("unreadable")
  if (answer.status === 405 || answer.status === 501) return Exit.succeed(null)
  if (answer.status !== 200) return Exit.fail(objectRefusal("s3.GetObjectAcl", about, answer, body))
  const cachedAcl = knownAcls.get(body)
  if (cachedAcl !== undefined) return Exit.succeed(cachedAcl)
  const root = parseXml(body) ?? undefined
  if (root === undefined || nameOf(root) !== "AccessControlPolicy")
    return Exit.fail(unreadable("s3.GetObjectAcl", answer.status))
  const acl = {
    owner: { id: textAt(root, "Owner", "ID") ?? "", name: textAt(root, "Owner", "DisplayName") || null },
    grants: aclGrantsOf(root)
  }
  if (body.length <= MAX_KNOWN_LENGTH) knownAcls.set(body, acl)
  return Exit.succeed(acl)
}

/** Returns a cancel function, after which `done` is not called. A changed object fails with `stale_plan`. */
export const readProperties = (
  send: OpenObject,
  path: string,
  { bucket, etag, key, storageClass, versionId }: CopyFrom,
  done: (exit: Exit.Exit<CopyProperties, Failure>) => void
): (() => void) => {
  const about = `${bucket}/${key}`
  const version = versionQuery(versionId)
  let cancel = (): void => undefined
  const read = (
    operation: string,
    method: "GET" | "HEAD",
    query: string,
    then: (answer: OpenAnswer, body: string) => void
  ) => {
    cancel = send(operation, { method, path, query }, (exit) => {
      if (Exit.isFailure(exit)) done(Exit.failCause(exit.cause))
      else
        readShort(exit.value.body, (body) =>
          body === null ? done(Exit.fail(failureOfNodeError(operation, new Error("broken")))) : then(exit.value, body)
        )
    })
  }
  read("s3.HeadObject", "HEAD", version, (head) => {
    const { headers, status } = head
    if (status !== 200)
      return done(Exit.fail(status === 400 ? needsCustomerKey() : objectRefusal("s3.HeadObject", about, head, "")))
    const fault = redirectFault(headerText(headers, "x-amz-website-redirect-location") ?? null)
    if (fault !== null) return done(Exit.fail(fault))
    if (etag !== null && headers.etag?.replaceAll('"', "") !== etag.replaceAll('"', ""))
      return done(Exit.fail(staleObject()))
    read("s3.GetObjectAcl", "GET", version === "" ? "acl=" : `acl=&${version}`, (answer, body) =>
      done(
        caught(() =>
          Exit.map(
            aclFrom(about, answer, body),
            (acl): CopyProperties => ({ ...propertiesFrom(headers, storageClass), acl })
          )
        )
      )
    )
  })
  return () => cancel()
}
