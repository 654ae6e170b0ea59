import { randomBytes } from "node:crypto"
import type { AccessPrincipal } from "#domain/buckets/policies/AccessRequest.ts"
import type { RealGateway } from "../../support/RealGateway.ts"
import { ask, iam, type Keys } from "./askGateway.ts"

export interface Caller {
  readonly name: string
  readonly principal: AccessPrincipal
  readonly keys: Keys
  readonly identity: ((document: string | null) => Promise<void>) | null
}

export const makeCallers = async ({
  accounts: [own, other],
  admin,
  url,
  user
}: RealGateway): Promise<ReadonlyArray<Caller>> => {
  const tag = randomBytes(4).toString("hex")
  const identityOf =
    (by: Keys, name: string): Caller["identity"] =>
    async (document) => {
      const user = { UserName: name, PolicyName: "generated" }
      if (document === null) {
        await ask(url, by, {
          method: "POST",
          path: "/",
          service: "iam",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams({ Version: "2010-05-08", Action: "DeleteUserPolicy", ...user }).toString()
        })
      } else await iam(url, by, { Action: "PutUserPolicy", ...user, PolicyDocument: document })
    }
  const iamUser = async (account: typeof own, name: string, path: string): Promise<Caller> => {
    const text = await iam(url, account.root, { Action: "CreateUser", UserName: name, Path: path })
    const key = await iam(url, account.root, { Action: "CreateAccessKey", UserName: name })
    const of = (tag: string, xml: string) => new RegExp(`<${tag}>(.*?)</${tag}>`).exec(xml)?.[1] ?? ""
    return {
      name,
      principal: { kind: "iam_user", account: account.id, name: `${path.slice(1)}${name}`, uid: of("UserId", text) },
      keys: { accessKey: of("AccessKeyId", key), secretKey: of("SecretAccessKey", key) },
      identity: identityOf(account.root, name)
    }
  }
  const root = (account: typeof own): Caller => ({
    name: account.root.uid,
    principal: { kind: "account_root", account: account.id, uid: account.root.uid },
    keys: account.root,
    identity: null
  })
  return [
    root(own),
    await iamUser(own, `alice-${tag}`, "/"),
    await iamUser(own, `carol-${tag}`, "/team/x/"),
    root(other),
    await iamUser(other, `bob-${tag}`, "/"),
    {
      name: user.uid,
      principal: { kind: "plain_user", uid: user.uid },
      keys: user,
      identity: identityOf(admin, user.uid)
    },
    { name: admin.uid, principal: { kind: "plain_user", uid: admin.uid }, keys: admin, identity: null },
    { name: "anybody", principal: { kind: "anonymous" }, keys: undefined, identity: null }
  ]
}
