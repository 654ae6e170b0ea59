import type { BlobPart } from "./Blobs.ts"
import type { Database } from "./Database.ts"
import { noQuota, type Quota } from "./Quota.ts"

export interface Bucket {
  readonly id: number
  readonly tenant: string
  readonly name: string
  readonly owner: string
  readonly created: number
  readonly mtime: number
  readonly versioning: "off" | "enabled" | "suspended"
  readonly lock: boolean
  readonly quota: Quota
  readonly objects: number
  readonly size: number
  readonly sizeActual: number
  /** Version of the configuration; each change raises it, also an equal one. */
  readonly tracker: number
}
interface Row extends Omit<Bucket, "lock" | "quota" | "sizeActual"> {
  readonly lock: number
  readonly quota: string
  readonly size_actual: number
}
export interface Usage {
  readonly objects: number
  readonly size: number
  readonly sizeActual: number
}

const fromRow = (row: Row): Bucket => {
  const { lock, quota, size_actual, ...rest } = row
  return { ...rest, lock: lock === 1, quota: JSON.parse(quota) as Quota, sizeActual: size_actual }
}

const selectBucket = `SELECT *,
    1 + coalesce((SELECT changes FROM bucket_changes WHERE bucket = buckets.id), 0) AS tracker
  FROM buckets`

export class Buckets {
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }
  byName(tenant: string, name: string): Bucket | undefined {
    const row = this.#db.get<Row>(`${selectBucket} WHERE tenant = ? AND name = ?`, tenant, name)
    return row === undefined ? undefined : fromRow(row)
  }
  all(): ReadonlyArray<Bucket> {
    return this.#db.all<Row>(selectBucket).map(fromRow)
  }
  ownedBy(owner: string, marker = "", limit = -1): ReadonlyArray<Bucket> {
    return this.#db
      .all<Row>(`${selectBucket} WHERE owner = ? AND name > ? ORDER BY name LIMIT ?`, owner, marker, limit)
      .map(fromRow)
  }
  countOf(owner: string): number {
    return this.#db.get<{ n: number }>("SELECT count(*) AS n FROM buckets WHERE owner = ?", owner)?.n ?? 0
  }
  usageOf(owner: string): Usage {
    return (
      this.#db.get<Usage>(
        `SELECT coalesce(sum(objects), 0) AS objects, coalesce(sum(size), 0) AS size,
          coalesce(sum(size_actual), 0) AS sizeActual
       FROM buckets WHERE owner = ?`,
        owner
      ) ?? { objects: 0, size: 0, sizeActual: 0 }
    )
  }
  create(bucket: {
    readonly tenant: string
    readonly name: string
    readonly owner: string
    readonly lock: boolean
  }): void {
    const now = Date.now()
    this.#db.run(
      `INSERT INTO buckets (tenant, name, owner, created, mtime, versioning, lock, quota, objects, size, size_actual)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0)`,
      bucket.tenant,
      bucket.name,
      bucket.owner,
      now,
      now,
      bucket.lock ? "enabled" : "off",
      bucket.lock ? 1 : 0,
      JSON.stringify(noQuota)
    )
  }
  update(id: number, change: Partial<Pick<Bucket, "name" | "owner" | "versioning" | "quota" | "lock">>): void {
    const now = Date.now()
    if (change.name !== undefined)
      this.#db.run("UPDATE buckets SET name = ?, mtime = ? WHERE id = ?", change.name, now, id)
    if (change.owner !== undefined)
      this.#db.run("UPDATE buckets SET owner = ?, mtime = ? WHERE id = ?", change.owner, now, id)
    if (change.versioning !== undefined)
      this.#db.run("UPDATE buckets SET versioning = ?, mtime = ? WHERE id = ?", change.versioning, now, id)
    if (change.quota !== undefined)
      this.#db.run("UPDATE buckets SET quota = ?, mtime = ? WHERE id = ?", JSON.stringify(change.quota), now, id)
    if (change.lock !== undefined)
      this.#db.run("UPDATE buckets SET lock = ?, mtime = ? WHERE id = ?", change.lock ? 1 : 0, now, id)
    if (Object.keys(change).some((name) => name !== "lock")) this.#raiseTracker(id)
  }
  #raiseTracker(id: number): void {
    this.#db.run(
      "INSERT INTO bucket_changes VALUES (?, 1) ON CONFLICT (bucket) DO UPDATE SET changes = changes + 1",
      id
    )
  }
  isEmpty(id: number): boolean {
    return this.#db.get("SELECT 1 FROM objects WHERE bucket = ? LIMIT 1", id) === undefined
  }
  remove(id: number): ReadonlyArray<BlobPart> {
    return this.#db.transaction(() => {
      const rows = [
        ...this.#db.all<{ parts: string }>("SELECT parts FROM objects WHERE bucket = ?", id),
        ...this.#db.all<{ parts: string }>(
          "SELECT p.parts FROM upload_parts p JOIN uploads u ON u.id = p.upload WHERE u.bucket = ?",
          id
        )
      ]
      this.#db.run("DELETE FROM upload_parts WHERE upload IN (SELECT id FROM uploads WHERE bucket = ?)", id)
      for (const table of ["uploads", "objects", "bucket_configs", "bucket_changes"])
        this.#db.run(`DELETE FROM ${table} WHERE bucket = ?`, id)
      this.#db.run("DELETE FROM buckets WHERE id = ?", id)
      return rows.flatMap((row) => JSON.parse(row.parts) as ReadonlyArray<BlobPart>)
    })
  }
  config(id: number, kind: string): string | undefined {
    return this.#db.get<{ body: string }>("SELECT body FROM bucket_configs WHERE bucket = ? AND kind = ?", id, kind)
      ?.body
  }
  setConfig(id: number, kind: string, body: string): void {
    this.#db.run("INSERT OR REPLACE INTO bucket_configs (bucket, kind, body) VALUES (?, ?, ?)", id, kind, body)
    this.#raiseTracker(id)
  }
  removeConfig(id: number, kind: string): void {
    this.#db.run("DELETE FROM bucket_configs WHERE bucket = ? AND kind = ?", id, kind)
    this.#raiseTracker(id)
  }
  pending(id: number): {
    readonly uploads: number
    readonly parts: number
    readonly size: number
    readonly sizeActual: number
  } {
    return (
      this.#db.get(
        `SELECT count(DISTINCT u.id) AS uploads, count(p.number) AS parts, coalesce(sum(p.size), 0) AS size,
              coalesce(sum((p.size + 4095) / 4096 * 4096), 0) AS sizeActual
       FROM uploads u LEFT JOIN upload_parts p ON p.upload = u.id WHERE u.bucket = ?`,
        id
      ) ?? { uploads: 0, parts: 0, size: 0, sizeActual: 0 }
    )
  }
}
