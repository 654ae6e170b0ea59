import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"

const schema = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS identity (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS accounts (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, tenant TEXT NOT NULL, mtime INTEGER NOT NULL,
    doc TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS users (
    uid TEXT PRIMARY KEY, account TEXT NOT NULL, email TEXT NOT NULL, mtime INTEGER NOT NULL, doc TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS access_keys (
    access_key TEXT PRIMARY KEY, uid TEXT NOT NULL, secret TEXT NOT NULL, active INTEGER NOT NULL,
    created INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS access_keys_of ON access_keys (uid);
  CREATE TABLE IF NOT EXISTS buckets (
    id INTEGER PRIMARY KEY AUTOINCREMENT, tenant TEXT NOT NULL, name TEXT NOT NULL, owner TEXT NOT NULL,
    created INTEGER NOT NULL,
    mtime INTEGER NOT NULL, versioning TEXT NOT NULL, lock INTEGER NOT NULL, quota TEXT NOT NULL,
    objects INTEGER NOT NULL, size INTEGER NOT NULL, size_actual INTEGER NOT NULL, UNIQUE (tenant, name)
  );
  CREATE TABLE IF NOT EXISTS bucket_changes (bucket INTEGER PRIMARY KEY, changes INTEGER NOT NULL);
  CREATE INDEX IF NOT EXISTS buckets_of ON buckets (owner, name);
  CREATE TABLE IF NOT EXISTS bucket_configs (
    bucket INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (bucket, kind)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS users_named ON users (account, json_extract(doc, '$.display_name') COLLATE NOCASE);
  CREATE TABLE IF NOT EXISTS iam_groups (
    account TEXT NOT NULL, name TEXT NOT NULL COLLATE NOCASE, id TEXT NOT NULL, doc TEXT NOT NULL,
    PRIMARY KEY (account, name)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS iam_roles (
    account TEXT NOT NULL, name TEXT NOT NULL COLLATE NOCASE, id TEXT NOT NULL, doc TEXT NOT NULL,
    PRIMARY KEY (account, name)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS iam_members (grp TEXT NOT NULL, uid TEXT NOT NULL, PRIMARY KEY (grp, uid)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS iam_members_of ON iam_members (uid);
  CREATE TABLE IF NOT EXISTS iam_policies (
    holder TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, document TEXT NOT NULL, PRIMARY KEY (holder, kind,
    name)
  ) WITHOUT ROWID;
  DROP TABLE IF EXISTS topics;
  CREATE TABLE IF NOT EXISTS topic_docs (arn TEXT PRIMARY KEY, owner TEXT NOT NULL, doc TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS objects (
    bucket INTEGER NOT NULL, key TEXT NOT NULL, seq INTEGER NOT NULL, version TEXT NOT NULL, latest INTEGER NOT NULL,
    marker INTEGER NOT NULL, size INTEGER NOT NULL, etag TEXT NOT NULL, mtime INTEGER NOT NULL, doc TEXT NOT NULL,
    parts TEXT NOT NULL,
    PRIMARY KEY (bucket, key, seq)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS uploads (
    id TEXT PRIMARY KEY, bucket INTEGER NOT NULL, key TEXT NOT NULL, created INTEGER NOT NULL, doc TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS uploads_of ON uploads (bucket, key, id);
  CREATE TABLE IF NOT EXISTS upload_parts (
    upload TEXT NOT NULL, number INTEGER NOT NULL, etag TEXT NOT NULL, size INTEGER NOT NULL, mtime INTEGER NOT NULL,
    checksum TEXT, parts TEXT NOT NULL, PRIMARY KEY (upload, number)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS usage_log (
    owner TEXT NOT NULL, bucket TEXT NOT NULL, hour INTEGER NOT NULL, category TEXT NOT NULL, sent INTEGER NOT NULL,
    received INTEGER NOT NULL, ops INTEGER NOT NULL, ok INTEGER NOT NULL, PRIMARY KEY (owner, bucket, hour, category)
  ) WITHOUT ROWID;
`

/** The write-ahead log survives a killed process; a power cut may lose the last moments. */
export class Database {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(file: string) {
    this.#db = new DatabaseSync(file)
    this.#db.exec(schema)
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#db.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  all<Row>(sql: string, ...values: ReadonlyArray<SQLInputValue>): ReadonlyArray<Row> {
    return this.#prepare(sql).all(...values) as unknown as ReadonlyArray<Row>
  }

  get<Row>(sql: string, ...values: ReadonlyArray<SQLInputValue>): Row | undefined {
    return this.#prepare(sql).get(...values) as unknown as Row | undefined
  }

  iterate<Row>(sql: string, ...values: ReadonlyArray<SQLInputValue>): Iterable<Row> {
    return this.#prepare(sql).iterate(...values) as unknown as Iterable<Row>
  }

  run(sql: string, ...values: ReadonlyArray<SQLInputValue>): number {
    return Number(this.#prepare(sql).run(...values).changes)
  }

  transaction<A>(work: () => A): A {
    this.#db.exec("BEGIN IMMEDIATE")
    try {
      const result = work()
      this.#db.exec("COMMIT")
      return result
    } catch (cause) {
      this.#db.exec("ROLLBACK")
      throw cause
    }
  }

  close(): void {
    this.#db.close()
  }
}
