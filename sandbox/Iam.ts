import { randomUUID } from "node:crypto"
import type { Database } from "./Database.ts"

export interface IamGroup {
  readonly id: string
  readonly name: string
  readonly path: string
}
export interface IamRole extends IamGroup {
  readonly created: number
  readonly description: string
  readonly max_session: number
  readonly trust: string
}
interface Row {
  readonly name: string
  readonly id: string
  readonly doc: string
}
type Table = "iam_groups" | "iam_roles"
export type Holder = string
type Kind = "inline" | "attached"

/** IAM compares names without case. */
export class IamTable<Entity extends IamGroup> {
  readonly #db: Database
  readonly #table: Table
  constructor(db: Database, table: Table) {
    this.#db = db
    this.#table = table
  }
  #read({ doc, id, name }: Row): Entity {
    return { ...(JSON.parse(doc) as Entity), id, name }
  }
  get(account: string, name: string): Entity | undefined {
    const row = this.#db.get<Row>(`SELECT * FROM ${this.#table} WHERE account = ? AND name = ?`, account, name)
    return row === undefined ? undefined : this.#read(row)
  }
  behind(account: string, name: string, limit: number): ReadonlyArray<Entity> {
    return this.#db
      .all<Row>(
        `SELECT * FROM ${this.#table} WHERE account = ? AND name > ? ORDER BY name LIMIT ?`,
        account,
        name,
        limit
      )
      .map((row) => this.#read(row))
  }
  count(account: string): number {
    return (
      this.#db.get<{ count: number }>(`SELECT count(*) AS count FROM ${this.#table} WHERE account = ?`, account)
        ?.count ?? 0
    )
  }
  save(account: string, { id, name, ...doc }: Entity, formerly = name): void {
    this.#db.transaction(() => {
      this.#db.run(`DELETE FROM ${this.#table} WHERE account = ? AND name = ?`, account, formerly)
      this.#db.run(
        `INSERT INTO ${this.#table} (account, name, id, doc) VALUES (?, ?, ?, ?)`,
        account,
        name,
        id,
        JSON.stringify(doc)
      )
    })
  }
  remove(account: string, name: string): void {
    this.#db.run(`DELETE FROM ${this.#table} WHERE account = ? AND name = ?`, account, name)
  }
}

export class Iam {
  readonly #db: Database
  readonly groups: IamTable<IamGroup>
  readonly roles: IamTable<IamRole>
  constructor(db: Database) {
    this.#db = db
    this.groups = new IamTable(db, "iam_groups")
    this.roles = new IamTable(db, "iam_roles")
  }
  newId(): string {
    return randomUUID()
  }
  join(group: string, uid: string): void {
    this.#db.run("INSERT OR IGNORE INTO iam_members (grp, uid) VALUES (?, ?)", group, uid)
  }
  leave(group: string, uid: string): void {
    this.#db.run("DELETE FROM iam_members WHERE grp = ? AND uid = ?", group, uid)
  }
  members(group: string): ReadonlyArray<string> {
    return this.#db.all<{ uid: string }>("SELECT uid FROM iam_members WHERE grp = ?", group).map(({ uid }) => uid)
  }
  groupsOf(account: string, uid: string): ReadonlyArray<IamGroup> {
    const found = this.#db.all<{ name: string }>(
      "SELECT g.name FROM iam_members m JOIN iam_groups g ON g.id = m.grp WHERE m.uid = ? AND g.account = ? " +
        "ORDER BY g.name",
      uid,
      account
    )
    return found.flatMap(({ name }) => this.groups.get(account, name) ?? [])
  }
  policies(holder: Holder, kind: Kind): ReadonlyArray<string> {
    return this.#db
      .all<{ name: string }>("SELECT name FROM iam_policies WHERE holder = ? AND kind = ? ORDER BY name", holder, kind)
      .map(({ name }) => name)
  }
  policy(holder: Holder, kind: Kind, name: string): string | undefined {
    return this.#db.get<{ document: string }>(
      "SELECT document FROM iam_policies WHERE holder = ? AND kind = ? AND name = ?",
      holder,
      kind,
      name
    )?.document
  }
  putPolicy(holder: Holder, kind: Kind, name: string, document: string): void {
    this.#db.run(
      "INSERT OR REPLACE INTO iam_policies (holder, kind, name, document) VALUES (?, ?, ?, ?)",
      holder,
      kind,
      name,
      document
    )
  }
  removePolicy(holder: Holder, kind: Kind, name: string): boolean {
    return this.#db.run("DELETE FROM iam_policies WHERE holder = ? AND kind = ? AND name = ?", holder, kind, name) > 0
  }
}
