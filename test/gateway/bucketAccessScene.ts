import { assert } from "@effect/vitest"
import { Effect, Schedule, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { fitsPattern } from "#domain/buckets/policies/matchPattern.ts"
import { type AccessEntry, BucketAccessList } from "#domain/iam/bucketaccess/AccessEntry.ts"
import type { Answer } from "../support/ConsoleBrowser.ts"
import type { Pair } from "./contract/adminGateway.ts"
import { ask, iam, must } from "./policies/askGateway.ts"

export interface Requester {
  readonly entry: string
  readonly keys: Pair | undefined
  readonly token?: string
}

type Json = Readonly<Record<string, unknown>>
export const documentOf = (statements: ReadonlyArray<Json>): string =>
  JSON.stringify({ Version: "2012-10-17", Statement: statements })

const textOf = (tag: string, xml: string): string => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? ""

export const identities = async (url: string, root: Pair, account: string) => {
  const tag = randomBytes(4).toString("hex")
  const user = async (name: string): Promise<Requester & { readonly name: string; readonly arn: string }> => {
    const made = await iam(url, root, { Action: "CreateUser", UserName: name, Path: "/" })
    const key = await iam(url, root, { Action: "CreateAccessKey", UserName: name })
    return {
      name,
      arn: textOf("Arn", made),
      entry: `users:${name}`,
      keys: { accessKey: textOf("AccessKeyId", key), secretKey: textOf("SecretAccessKey", key) }
    }
  }
  const users = [await user(`ada-${tag}`), await user(`ben+${tag}`), await user(`cleo@${tag}`)]
  const group = `team-${tag}`
  await iam(url, root, { Action: "CreateGroup", GroupName: group })
  await iam(url, root, { Action: "AddUserToGroup", GroupName: group, UserName: users[1]!.name })
  const roleName = `reader-${tag}`
  const made = await iam(url, root, {
    Action: "CreateRole",
    RoleName: roleName,
    AssumeRolePolicyDocument: documentOf([
      { Effect: "Allow", Principal: { AWS: `arn:aws:iam::${account}:root` }, Action: "sts:AssumeRole" }
    ])
  })
  const arn = textOf("Arn", made)
  const session = await iam(url, root, { Action: "AssumeRole", RoleArn: arn, RoleSessionName: "probe" })
  const role = {
    name: roleName,
    arn,
    entry: `roles:${roleName}`,
    keys: { accessKey: textOf("AccessKeyId", session), secretKey: textOf("SecretAccessKey", session) },
    token: textOf("SessionToken", session)
  }
  return { users, group, role }
}

export const RIGHTS = ["list", "read", "write", "delete"] as const
export type Right = (typeof RIGHTS)[number]

export const isAllowed = async (
  url: string,
  { keys, token }: Requester,
  bucket: string,
  right: Right,
  folder: string
): Promise<boolean> => {
  const headers = token === undefined ? {} : { "x-amz-security-token": token }
  const request = {
    list: {
      method: "GET",
      path: `/${bucket}`,
      query: { "list-type": "2", ...(folder === "" ? {} : { prefix: folder }) }
    },
    read: { method: "GET", path: `/${bucket}/${folder}k` },
    write: { method: "PUT", path: `/${bucket}/${folder}new`, body: "x" },
    delete: { method: "DELETE", path: `/${bucket}/${folder}gone` }
  }[right]
  const { status, text } = await ask(url, keys, { ...request, headers })
  if (status !== 403 && status >= 300) throw new Error(`${right} ${folder}: ${status} ${text}`)
  return status < 300
}

export const putObjects = async (url: string, root: Pair, bucket: string, folders: ReadonlyArray<string>) => {
  for (const folder of folders) await must(url, root, { method: "PUT", path: `/${bucket}/${folder}k`, body: "x" })
}

/** On a busy machine an evaluation may end without a result: ask again. */
export const isUnevaluated = (text: string): boolean => text.includes("It names too much to be evaluated")

const untilEvaluated = {
  while: (list: BucketAccessList) => isUnevaluated(JSON.stringify(list)),
  schedule: Schedule.spaced("1 second")
}

export const listAccess = (ask: (method: string, path: string) => Effect.Effect<Answer>, bucket: string) =>
  Effect.map(ask("GET", `/buckets/${bucket}/access`), (answer) => {
    assert.strictEqual(answer.status, 200, answer.text)
    return Schema.decodeUnknownSync(BucketAccessList)(answer.body)
  }).pipe(Effect.repeat(untilEvaluated))

export const claim = (entry: AccessEntry, right: Right, folder: string): boolean | null => {
  const { except, only, state } = entry.rights[right]
  const key = right === "list" ? folder : `${folder}${right === "read" ? "k" : right === "write" ? "new" : "gone"}`
  const fits = (pattern: string) => fitsPattern(pattern, key, "rgw")
  if (state === "no") return false
  const outside = entry.unknown.length > 0 ? null : false
  if (except.some(fits)) return outside
  if (only.length > 0 && !only.some(fits)) return outside
  return state === "yes" ? true : null
}

export const recipients = (made: Awaited<ReturnType<typeof identities>>, otherAccount: string) =>
  [
    { recipient: { kind: "iam_user", name: made.users[0]!.name }, by: made.users[0]! },
    { recipient: { kind: "iam_group", name: made.group }, by: made.users[1]! },
    { recipient: { kind: "iam_role", name: made.role.name }, by: made.role },
    { recipient: { kind: "account", name: otherAccount }, by: null }
  ] as const
