import { randomBytes, randomInt } from "node:crypto"
import { admin } from "./cluster.ts"

export interface GatewayUser {
  readonly uid: string
  readonly accessKey: string
  readonly secretKey: string
}
export interface GatewayAccount {
  readonly id: string
  readonly name: string
  readonly root: GatewayUser
}
export interface Seed {
  readonly admin: GatewayUser
  readonly accounts: readonly [GatewayAccount, GatewayAccount]
  readonly user: GatewayUser
}

const capabilities =
  "users=*;buckets=*;metadata=*;usage=*;info=*;accounts=*;roles=*;user-policy=*;oidc-provider=*;ratelimit=*;zone=*;bilog=*;datalog=*;mdlog=*;amz-cache=*"

const makeUser = (uid: string): GatewayUser => ({
  uid,
  accessKey: randomBytes(10).toString("hex").toUpperCase(),
  secretKey: randomBytes(20).toString("hex")
})
const makeAccount = (name: string): GatewayAccount => ({
  id: `RGW${randomInt(10 ** 8, 10 ** 9)}${randomInt(10 ** 7, 10 ** 8)}`,
  name,
  root: makeUser(`${name}-root`)
})

export const seed = (folder: string): Seed => {
  const seedData: Seed = {
    admin: makeUser("ops-admin"),
    accounts: [makeAccount("acme"), makeAccount("globex")],
    user: makeUser("plain-user")
  }
  const create = ({ uid, accessKey, secretKey }: GatewayUser, ...more: ReadonlyArray<string>) =>
    admin(
      folder,
      ...["user", "create", "--uid", uid, "--display-name", uid, "--access-key", accessKey, "--secret-key", secretKey],
      ...more
    )
  create(seedData.admin, "--caps", capabilities)
  for (const { id, name, root } of seedData.accounts) {
    admin(folder, "account", "create", "--account-id", id, "--account-name", name, "--email", `root@${name}.test`)
    create(root, "--account-id", id, "--account-root")
  }
  create(seedData.user)
  return seedData
}
