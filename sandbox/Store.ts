import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs"
import { randomUUID } from "node:crypto"
import { join } from "node:path"
import { Accounts } from "./Accounts.ts"
import { Blobs } from "./Blobs.ts"
import { Buckets } from "./Buckets.ts"
import { Database } from "./Database.ts"
import { Iam } from "./Iam.ts"
import { Objects } from "./Objects.ts"
import { Topics } from "./Topics.ts"
import { Uploads } from "./Uploads.ts"
import { UsageLog } from "./UsageLog.ts"
import { Users } from "./Users.ts"

/** The directory is readable by its owner only: the index holds secret keys in clear. */
export class Store {
  readonly #db: Database
  readonly blobs: Blobs
  readonly accounts: Accounts
  readonly users: Users
  readonly buckets: Buckets
  readonly objects: Objects
  readonly uploads: Uploads
  readonly topics: Topics
  readonly iam: Iam
  readonly usage: UsageLog

  constructor(dir: string) {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    const file = join(dir, "index.sqlite")
    // Created before SQLite opens it, so that its log gets the same mode.
    closeSync(openSync(file, "a", 0o600))
    chmodSync(file, 0o600)
    this.#db = new Database(file)
    this.blobs = new Blobs(dir)
    this.accounts = new Accounts(this.#db)
    this.users = new Users(this.#db)
    this.buckets = new Buckets(this.#db)
    this.objects = new Objects(this.#db)
    this.uploads = new Uploads(this.#db)
    this.topics = new Topics(this.#db)
    this.iam = new Iam(this.#db)
    this.usage = new UsageLog(this.#db)
  }

  identity(name: string): string {
    const known = this.#db.get<{ value: string }>("SELECT value FROM identity WHERE name = ?", name)
    if (known !== undefined) return known.value
    const value = randomUUID()
    this.#db.run("INSERT INTO identity (name, value) VALUES (?, ?)", name, value)
    return value
  }

  close(): void {
    this.#db.close()
  }
}
