import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectAclCommand,
  HeadObjectCommand,
  PutObjectAclCommand,
  PutObjectCommand,
  UploadPartCommand
} from "@aws-sdk/client-s3"
import { Effect, Schedule } from "effect"
import { randomBytes } from "node:crypto"
import { ok } from "../managerScene.ts"
import type { BrowserScene } from "./browserScene.ts"
import { besideOn } from "./objectWork.ts"

const mebibyte = 1024 ** 2
export const kms = { ServerSideEncryption: "aws:kms", SSEKMSKeyId: "testkey-1" }
export const everything = {
  ...kms,
  ACL: "public-read",
  WebsiteRedirectLocation: "/elsewhere",
  CacheControl: "no-store",
  Metadata: { colour: "green" },
  Tagging: "team=climate"
}

export type BucketClient = Pick<BrowserScene, "bucketName" | "sdk">

export const withExpires = <Command extends PutObjectCommand | CreateMultipartUploadCommand>(
  command: Command,
  text: string
): Command => {
  const { middlewareStack } = command as PutObjectCommand
  middlewareStack.add(
    (next) => (args) => {
      Object.assign((args.request as { readonly headers: object }).headers, { expires: text })
      return next(args)
    },
    { step: "build" }
  )
  return command
}

export const properties = Effect.fnUntraced(function* ({ bucketName: Bucket, sdk }: BucketClient, Key: string) {
  const head = yield* sdk<any>(new HeadObjectCommand({ Bucket, Key }))
  const { Grants, Owner } = yield* sdk<any>(new GetObjectAclCommand({ Bucket, Key }))
  const grants: ReadonlyArray<string> = Grants.map(
    ({ Grantee, Permission }: any) =>
      `${Grantee.URI?.split("/").at(-1) ?? (Grantee.ID === Owner.ID ? "owner" : Grantee.ID)} ${Permission}`
  ).sort()
  return {
    encryption: head.ServerSideEncryption ?? null,
    kmsKey: head.SSEKMSKeyId ?? null,
    redirect: head.WebsiteRedirectLocation ?? null,
    cache: head.CacheControl ?? null,
    expires: head.ExpiresString ?? null,
    colour: head.Metadata.colour,
    tags: head.TagCount ?? 0,
    mode: head.ObjectLockMode ?? null,
    until: head.ObjectLockRetainUntilDate?.toISOString() ?? null,
    hold: head.ObjectLockLegalHoldStatus ?? null,
    grants
  }
})

export const checksum = Effect.fnUntraced(function* ({ bucketName: Bucket, sdk }: BucketClient, Key: string) {
  const head = yield* sdk<any>(new HeadObjectCommand({ Bucket, Key, ChecksumMode: "ENABLED" }))
  const [name] = Object.keys(head).filter((field) => /^Checksum(CRC|SHA)/.test(field))
  return name === undefined ? null : `${name.slice("Checksum".length)} ${head[name]}`
})

export const plantWhole = ({ bucketName: Bucket, sdk }: BucketClient, Key: string, more: object = {}) =>
  sdk<{ VersionId?: string }>(
    withExpires(new PutObjectCommand({ Bucket, Key, Body: "hello", ...everything, ...more } as never), "5d")
  )

export const plantInParts = Effect.fnUntraced(function* ({ bucketName: Bucket, sdk }: BucketClient, Key: string) {
  const place = { Bucket, Key }
  const begin = withExpires(new CreateMultipartUploadCommand({ ...place, ...everything } as never), "5d")
  const { UploadId } = yield* sdk<any>(begin)
  const parts = [randomBytes(5 * mebibyte), randomBytes(2 * mebibyte)]
  const Parts = yield* Effect.forEach(parts, (Body, index) =>
    Effect.map(sdk<any>(new UploadPartCommand({ ...place, UploadId, PartNumber: index + 1, Body })), ({ ETag }) => ({
      ETag,
      PartNumber: index + 1
    }))
  )
  yield* sdk(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts } }))
})

/** A grant without canned name; `grantee`: default is the group of all signed-in users. */
export const grantCustom = Effect.fnUntraced(function* (
  { bucketName: Bucket, sdk }: BucketClient,
  Key: string,
  Permission: "READ" | "READ_ACP" = "READ_ACP",
  grantee: object = { Type: "Group", URI: "http://acs.amazonaws.com/groups/global/AuthenticatedUsers" }
) {
  const {
    Owner: { ID }
  } = yield* sdk<any>(new GetObjectAclCommand({ Bucket, Key }))
  const Grants = [
    { Grantee: { Type: "CanonicalUser", ID }, Permission: "FULL_CONTROL" },
    { Grantee: grantee, Permission }
  ]
  yield* sdk(new PutObjectAclCommand({ Bucket, Key, AccessControlPolicy: { Owner: { ID }, Grants } } as never))
})

export const managerOn = ({ admin, contextId }: Pick<BrowserScene, "admin" | "contextId">) => {
  const ask = (method: string, path: string, body?: unknown) =>
    Effect.map(admin(method, `/manager${path}?context_id=${contextId}`, body), ok)
  const ended = (path: string) =>
    ask("GET", path).pipe(
      Effect.repeat({
        schedule: Schedule.spaced("100 millis"),
        until: ({ state }) => /^(completed|failed|canceled)/.test(state)
      }),
      Effect.timeout("90 seconds"),
      Effect.orDie
    )
  return { ask, ended }
}

/** A bucket with object lock: `kept` has every property, `locked` a lock. `target`: one without, of another account. */
export const lockedSource = Effect.fnUntraced(function* (scene: BrowserScene) {
  const source: BucketClient = { sdk: scene.sdk, bucketName: yield* scene.bucket({ object_lock: true }) }
  yield* plantWhole(source, "kept")
  yield* grantCustom(source, "kept")
  yield* source.sdk(
    new PutObjectCommand({ Bucket: source.bucketName, Key: "locked", Body: "x", ObjectLockLegalHoldStatus: "ON" })
  )
  return { source, target: yield* besideOn(scene), before: yield* properties(source, "kept") }
})
