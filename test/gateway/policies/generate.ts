import { principalArn } from "#domain/buckets/policies/gatewayContext.ts"
import type { Caller } from "./callers.ts"

export const dice = (seed: number) => {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const one = <A>(of: ReadonlyArray<A>): A => of[Math.floor(next() * of.length)]!
  return {
    chance: (part: number) => next() < part,
    one,
    some: <A>(of: ReadonlyArray<A>, most: number) =>
      Array.from({ length: 1 + Math.floor(next() * most) }, () => one(of))
  }
}
export type Dice = ReturnType<typeof dice>

type Json = Readonly<Record<string, unknown>>

const actions = [
  "s3:GetObject",
  "s3:GetObject",
  "s3:*",
  "s3:Get*",
  "s3:List*",
  "s3:PutObject",
  "s3:DeleteObject",
  "s3:ListBucket",
  "s3:GetBucketLocation",
  "s3:GetObject*",
  "s3:getobject",
  "s3:*Object",
  "s3:GetBucket*",
  "*",
  "s3:ListBucketVersions",
  "s3:GetObjectTagging",
  "s3:ListBucketMultipartUploads",
  "s3:GetBucketPolicy",
  "s3:GetBucketVersioning",
  "s3:Get?bject"
]
const conditions: ReadonlyArray<Json> = [
  { IpAddress: { "aws:SourceIp": "127.0.0.0/8" } },
  { IpAddress: { "aws:SourceIp": ["10.0.0.0/8", "192.168.0.0/16"] } },
  { NotIpAddress: { "aws:SourceIp": "10.0.0.0/8" } },
  { NotIpAddress: { "aws:SourceIp": ["10.0.0.0/8", "127.0.0.1/32"] } },
  { Bool: { "aws:SecureTransport": "false" } },
  { Bool: { "aws:SecureTransport": "true" } },
  { BoolIfExists: { "aws:SecureTransport": "false" } },
  { Null: { "aws:SecureTransport": "true" } },
  { Null: { "aws:UserAgent": "true" } },
  { Null: { "aws:UserAgent": "false" } },
  { Null: { "aws:Referer": "true" } },
  { StringEquals: { "aws:UserAgent": "probe/1" } },
  { StringNotEquals: { "aws:UserAgent": "probe/1" } },
  { StringNotEquals: { "aws:UserAgent": ["probe/1", "probe/2"] } },
  { StringLike: { "aws:UserAgent": ["other", "prob?/*"] } },
  { StringNotLike: { "aws:UserAgent": "probe*" } },
  { StringEqualsIgnoreCase: { "aws:UserAgent": "PROBE/1" } },
  { StringNotEqualsIgnoreCase: { "aws:UserAgent": "PROBE/1" } },
  { StringLike: { "aws:Referer": "https://console/*" } },
  { StringNotLike: { "aws:Referer": "https://console/*" } },
  { StringLikeIfExists: { "aws:Referer": "https://console/*" } },
  { StringNotEqualsIfExists: { "aws:Referer": "https://console/x" } },
  { DateGreaterThan: { "aws:CurrentTime": "2020-01-01T00:00:00Z" } },
  { DateLessThan: { "aws:CurrentTime": "2020-01-01T00:00:00Z" } },
  { DateGreaterThan: { "aws:EpochTime": "1577836800" } },
  { StringLike: { "s3:prefix": "public/*" } },
  { StringEquals: { "s3:prefix": ["public/", ""] } },
  { StringNotEquals: { "s3:prefix": "public/" } },
  { NumericLessThanEquals: { "s3:max-keys": "10" } },
  { NumericGreaterThan: { "s3:max-keys": 10 } },
  { StringEquals: { "s3:delimiter": "/" } },
  { StringEquals: { "aws:PrincipalType": "User" } },
  { StringLike: { "aws:username": "plain*" } },
  { StringNotLike: { "aws:username": "anonymous" } },
  { StringLike: { "aws:userid": "*" } },
  { StringLike: { "aws:PrincipalArn": "*" } },
  { "ForAnyValue:StringLike": { "aws:UserAgent": ["probe*"] } },
  { "ForAllValues:StringEquals": { "aws:Referer": "https://console/x" } },
  { "ForAnyValue:StringEquals": { "aws:Referer": "https://console/x" } },
  { StringLike: { "aws:UserAgent": "*", "aws:Referer": "https://*" } },
  { StringEquals: { "aws:UserAgent": "probe/1" }, IpAddress: { "aws:SourceIp": "127.0.0.1" } },
  { StringEquals: { "aws:UserAgent": "${aws:UserAgent}" } },
  { StringEquals: { "aws:Nope": "1" } },
  { ArnLike: { "aws:UserAgent": "*" } },
  { StringEquals: { "AWS:UserAgent": "probe/1" } }
]

const statement = (d: Dice, bucket: string, callers: ReadonlyArray<Caller>): Json => {
  const resources = [
    `arn:aws:s3:::${bucket}/*`,
    `arn:aws:s3:::${bucket}/*`,
    `arn:aws:s3:::${bucket}`,
    `arn:aws:s3:::${bucket}*`,
    `arn:aws:s3:::${bucket}/public/*`,
    "*",
    "arn:aws:s3:::*",
    `arn:aws:s3:::${bucket}/private/?`,
    "arn:aws:s3:::other/*",
    `arn:aws:s3:::${bucket.slice(0, -1)}?/public/a`
  ]
  const effect = d.chance(0.7) ? "Allow" : "Deny"
  const names = callers.map(({ principal }) => principalArn(principal)).filter((arn) => arn !== "")
  const accounts = callers.flatMap(({ principal }) => (principal.kind === "account_root" ? [principal.account] : []))
  const who = [...names, ...names, ...accounts, "*", "*", "*", "arn:aws:iam:::root", "arn:aws:iam:::user/anonymous"]
  const principals = d.chance(0.3) ? "*" : { AWS: d.chance(0.5) ? d.one(who) : d.some(who, 3) }
  const named =
    effect === "Deny" && d.chance(0.2)
      ? { NotPrincipal: { AWS: d.some([...names, ...accounts], 3) } }
      : d.chance(0.03)
        ? {}
        : { Principal: principals }
  return {
    ...(d.chance(0.3) ? { Sid: `s${bucket.length}` } : {}),
    Effect: effect,
    ...named,
    ...(d.chance(0.08)
      ? { NotAction: d.some(actions, 2) }
      : { Action: d.chance(0.5) ? d.one(actions) : d.some(actions, 3) }),
    ...(d.chance(0.1)
      ? { NotResource: d.some(resources.slice(1), 2) }
      : { Resource: d.chance(0.5) ? d.one(resources) : d.some(resources, 3) }),
    ...(d.chance(0.45) ? { Condition: d.one(conditions) } : {})
  }
}

export interface Case {
  readonly ownedBy: "account" | "user"
  readonly policy: ReadonlyArray<Json> | null
  readonly identity: ReadonlyMap<string, ReadonlyArray<Json>>
  readonly bucketAcl: string
  readonly objectAcl: string
  readonly block: { readonly ignore: boolean; readonly restrict: boolean }
}

const acls = ["private", "private", "private", "public-read", "public-read-write", "authenticated-read"]

export const generateCase = (d: Dice, bucket: string, callers: ReadonlyArray<Caller>): Case => {
  const identity = new Map(
    callers.flatMap(({ identity, name }) => {
      if (identity === null || !d.chance(0.5)) return []
      const document = d.some([0], 2).map(() => {
        const { NotPrincipal: _, Principal: __, ...rest } = statement(d, bucket, callers)
        return rest
      })
      return [[name, d.chance(0.4) ? [{ Effect: "Allow", Action: "s3:*", Resource: "*" }] : document]]
    })
  )
  return {
    ownedBy: d.chance(0.7) ? "account" : "user",
    policy: d.chance(0.1) ? null : d.some([0], 3).map(() => statement(d, bucket, callers)),
    identity,
    bucketAcl: d.one(acls),
    objectAcl: d.one(acls),
    block: { ignore: d.chance(0.15), restrict: d.chance(0.15) }
  }
}

export interface Question {
  readonly action: string
  readonly key: string | null
  readonly method: string
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly context: Readonly<Record<string, ReadonlyArray<string>>>
}

export const generateQuestion = (d: Dice, bucket: string): Question => {
  const agent = d.one(["probe/1", "probe/1", "other/2"])
  const referer = d.one([undefined, undefined, "https://console/x", "http://elsewhere"])
  const headers = { "user-agent": agent, ...(referer === undefined ? {} : { referer }) }
  const said = {
    "aws:SourceIp": ["127.0.0.1"],
    "aws:UserAgent": [agent],
    "aws:CurrentTime": [new Date().toISOString()],
    "aws:EpochTime": [new Date().toISOString()],
    ...(referer === undefined ? {} : { "aws:Referer": [referer] })
  }
  const object = (
    action: string,
    method: string,
    key: string,
    query?: Readonly<Record<string, string>>,
    body?: string
  ): Question => ({
    action,
    key,
    method,
    path: `/${bucket}/${key}`,
    headers,
    context: said,
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { body })
  })
  const ofBucket = (action: string, query: Readonly<Record<string, string>>, more = {}): Question => ({
    action,
    key: null,
    method: "GET",
    path: `/${bucket}`,
    query,
    headers,
    context: { ...said, ...more }
  })
  const key = d.one(["public/a", "public/a", "private/b"])
  const listing: ReadonlyArray<readonly [string, string]> = [
    ["prefix", d.one(["public/", "private/", "public/a"])],
    ["delimiter", "/"],
    ["max-keys", d.one(["5", "50"])]
  ]
  const asked = Object.fromEntries(listing.filter(() => d.chance(0.5)))
  const inContext = Object.fromEntries(Object.entries(asked).map(([name, value]) => [`s3:${name}`, [value]]))
  return d.one<() => Question>([
    () => object("s3:GetObject", "GET", key),
    () => object("s3:GetObject", "GET", key),
    () => object("s3:GetObject", "HEAD", key),
    () => object("s3:PutObject", "PUT", `new/${d.one(["p", "q"])}`, undefined, "x"),
    () => object("s3:DeleteObject", "DELETE", "gone/x"),
    () => object("s3:GetObjectTagging", "GET", key, { tagging: "" }),
    () => object("s3:GetObjectAcl", "GET", key, { acl: "" }),
    () => ofBucket("s3:ListBucket", { "list-type": "2", ...asked }, inContext),
    () => ofBucket("s3:ListBucket", { "list-type": "2", ...asked }, inContext),
    () => ofBucket("s3:ListBucketVersions", { versions: "", ...asked }, inContext),
    () => ofBucket("s3:ListBucketMultipartUploads", { uploads: "" }),
    () => ofBucket("s3:GetBucketLocation", { location: "" }),
    () => ofBucket("s3:GetBucketVersioning", { versioning: "" }),
    () => ofBucket("s3:GetBucketPolicy", { policy: "" }),
    () => ofBucket("s3:GetBucketAcl", { acl: "" }),
    () => ofBucket("s3:GetBucketTagging", { tagging: "" }),
    () => ofBucket("s3:GetBucketCORS", { cors: "" }),
    () => ofBucket("s3:GetLifecycleConfiguration", { lifecycle: "" })
  ])()
}
