import { randomInt } from "node:crypto"
import type { Database } from "./Database.ts"
import { noQuota, type Quota } from "./Quota.ts"

export interface AccountDoc {
  readonly quota: Quota
  readonly bucket_quota: Quota
  readonly max_users: number
  readonly max_roles: number
  readonly max_groups: number
  readonly max_buckets: number
  readonly max_access_keys: number
}
export interface Account extends AccountDoc {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly tenant: string
  readonly mtime: number
}
interface Row {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly tenant: string
  readonly mtime: number
  readonly doc: string
}

const fromRow = (row: Row): Account => {
  const { doc, ...rest } = row
  return { ...rest, ...(JSON.parse(doc) as AccountDoc) }
}

export const defaultAccount: AccountDoc = {
  quota: noQuota,
  bucket_quota: noQuota,
  max_users: 1000,
  max_roles: 1000,
  max_groups: 1000,
  max_buckets: 1000,
  max_access_keys: 4
}

export const newAccountId = (): string => `RGW${Array.from({ length: 17 }, () => randomInt(10)).join("")}`

export class Accounts {
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }
  byId(id: string): Account | undefined {
    const row = this.#db.get<Row>("SELECT * FROM accounts WHERE id = ?", id)
    return row === undefined ? undefined : fromRow(row)
  }
  byName(name: string, tenant = ""): Account | undefined {
    const row = this.#db.get<Row>("SELECT * FROM accounts WHERE name = ? AND tenant = ?", name, tenant)
    return row === undefined ? undefined : fromRow(row)
  }
  byEmail(email: string): Account | undefined {
    const row = this.#db.get<Row>("SELECT * FROM accounts WHERE email = ?", email)
    return row === undefined ? undefined : fromRow(row)
  }
  ids(): ReadonlyArray<string> {
    return this.#db.all<{ id: string }>("SELECT id FROM accounts").map((row) => row.id)
  }
  save(account: Omit<Account, "mtime">): Account {
    const { id, name, email, tenant, ...doc } = account
    const mtime = Date.now()
    this.#db.run(
      "INSERT OR REPLACE INTO accounts (id, name, email, tenant, mtime, doc) VALUES (?, ?, ?, ?, ?, ?)",
      id,
      name,
      email,
      tenant,
      mtime,
      JSON.stringify(doc)
    )
    return { ...account, mtime }
  }
  remove(id: string): void {
    this.#db.run("DELETE FROM accounts WHERE id = ?", id)
  }
}
