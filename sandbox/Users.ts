import { randomInt } from "node:crypto"
import type { Principal } from "./Call.ts"
import type { Database } from "./Database.ts"
import { noQuota, type Quota } from "./Quota.ts"

export interface Capability {
  readonly type: string
  readonly perm: string
}
export interface UserDoc {
  readonly display_name: string
  readonly suspended: boolean
  readonly max_buckets: number
  readonly caps: ReadonlyArray<Capability>
  readonly bucket_quota: Quota
  readonly user_quota: Quota
  readonly root: boolean
  readonly path: string
  readonly created: number
  readonly ratelimit?: RateLimit
  readonly op_mask?: ReadonlyArray<string>
  readonly default_placement?: string
}
export interface RateLimit {
  readonly max_read_ops: number
  readonly max_write_ops: number
  readonly max_read_bytes: number
  readonly max_write_bytes: number
  readonly enabled: boolean
}
export interface User extends UserDoc {
  readonly uid: string
  readonly account: string
  readonly email: string
  readonly mtime: number
}
export interface AccessKey {
  readonly access_key: string
  readonly uid: string
  readonly secret: string
  readonly active: boolean
  readonly created: number
}
interface UserRow {
  readonly uid: string
  readonly account: string
  readonly email: string
  readonly mtime: number
  readonly doc: string
}
interface KeyRow extends Omit<AccessKey, "active"> {
  readonly active: number
}

const fromRow = (row: UserRow): User => {
  const { doc, ...rest } = row
  return { ...rest, ...(JSON.parse(doc) as UserDoc) }
}
const fromKeyRow = (row: KeyRow): AccessKey => ({ ...row, active: row.active === 1 })

export const defaultUser: Omit<UserDoc, "display_name" | "created"> = {
  suspended: false,
  max_buckets: 1000,
  caps: [],
  bucket_quota: noQuota,
  user_quota: noQuota,
  root: false,
  path: "/"
}

export const OPERATION_TYPES: ReadonlyArray<string> = ["read", "write", "delete"]

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
const pick = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("")
export const newAccessKey = (): string => pick(`${letters}0123456789`, 20)
export const newSecret = (): string => pick(`${letters}${letters.toLowerCase()}0123456789`, 40)

export const splitUid = (uid: string): { readonly tenant: string; readonly name: string } => {
  const at = uid.indexOf("$")
  return at < 0 ? { tenant: "", name: uid } : { tenant: uid.slice(0, at), name: uid.slice(at + 1) }
}

export class Users {
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }
  byUid(uid: string): User | undefined {
    const row = this.#db.get<UserRow>("SELECT * FROM users WHERE uid = ?", uid)
    return row === undefined ? undefined : fromRow(row)
  }
  byEmail(email: string): User | undefined {
    const row = this.#db.get<UserRow>("SELECT * FROM users WHERE email = ?", email)
    return row === undefined ? undefined : fromRow(row)
  }
  ofAccount(account: string): ReadonlyArray<User> {
    return this.#db.all<UserRow>("SELECT * FROM users WHERE account = ? ORDER BY uid", account).map(fromRow)
  }
  named(account: string, name: string): User | undefined {
    const row = this.#db.get<UserRow>(
      "SELECT * FROM users WHERE account = ? AND json_extract(doc, '$.display_name') = ? COLLATE NOCASE",
      account,
      name
    )
    return row === undefined ? undefined : fromRow(row)
  }
  behind(account: string, name: string, limit: number): ReadonlyArray<User> {
    return this.#db
      .all<UserRow>(
        "SELECT * FROM users WHERE account = ? AND json_extract(doc, '$.display_name') > ? COLLATE NOCASE " +
          "ORDER BY json_extract(doc, '$.display_name') COLLATE NOCASE LIMIT ?",
        account,
        name,
        limit
      )
      .map(fromRow)
  }
  countOf(account: string): number {
    return this.#db.get<{ count: number }>("SELECT count(*) AS count FROM users WHERE account = ?", account)?.count ?? 0
  }
  uids(): ReadonlyArray<string> {
    return this.#db.all<{ uid: string }>("SELECT uid FROM users").map((row) => row.uid)
  }
  save(user: Omit<User, "mtime">): User {
    const { uid, account, email, ...doc } = user
    const mtime = Date.now()
    this.#db.run(
      "INSERT OR REPLACE INTO users (uid, account, email, mtime, doc) VALUES (?, ?, ?, ?, ?)",
      uid,
      account,
      email,
      mtime,
      JSON.stringify(doc)
    )
    return { ...user, mtime }
  }
  remove(uid: string): void {
    this.#db.transaction(() => {
      this.#db.run("DELETE FROM access_keys WHERE uid = ?", uid)
      this.#db.run("DELETE FROM iam_members WHERE uid = ?", uid)
      this.#db.run("DELETE FROM iam_policies WHERE holder = ?", `users:${uid}`)
      this.#db.run("DELETE FROM users WHERE uid = ?", uid)
    })
  }
  key(accessKey: string): AccessKey | undefined {
    const row = this.#db.get<KeyRow>("SELECT * FROM access_keys WHERE access_key = ?", accessKey)
    return row === undefined ? undefined : fromKeyRow(row)
  }
  keysOf(uid: string): ReadonlyArray<AccessKey> {
    return this.#db.all<KeyRow>("SELECT * FROM access_keys WHERE uid = ? ORDER BY access_key", uid).map(fromKeyRow)
  }
  saveKey(key: Omit<AccessKey, "created">): void {
    this.#db.run(
      "INSERT OR REPLACE INTO access_keys (access_key, uid, secret, active, created) VALUES (?, ?, ?, ?, ?)",
      key.access_key,
      key.uid,
      key.secret,
      key.active ? 1 : 0,
      Date.now()
    )
  }
  removeKey(accessKey: string): void {
    this.#db.run("DELETE FROM access_keys WHERE access_key = ?", accessKey)
  }
}

export const principalOf = (user: User, accountTenant: string): Principal => ({
  uid: user.uid,
  tenant: user.account === "" ? splitUid(user.uid).tenant : accountTenant,
  accountId: user.account,
  displayName: user.display_name,
  owner: user.account === "" ? user.uid : user.account,
  caps: user.caps,
  opMask: user.op_mask ?? OPERATION_TYPES
})
