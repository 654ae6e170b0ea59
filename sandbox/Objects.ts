import { randomBytes } from "node:crypto"
import type { BlobPart } from "./Blobs.ts"
import type { Bucket } from "./Buckets.ts"
import type { Database } from "./Database.ts"
import { roundedSize } from "./Quota.ts"

export interface ObjectDoc {
  readonly headers: Readonly<Record<string, string>>
  readonly meta: Readonly<Record<string, string>>
  readonly tags: ReadonlyArray<readonly [string, string]>
  readonly checksum?: { readonly name: string; readonly value: string } | undefined
  readonly partSums?: boolean | undefined
  readonly kmsKey?: string | undefined
  readonly acl?: string | undefined
  readonly retention?: string | undefined
  readonly legalHold?: string | undefined
  readonly partSizes?: ReadonlyArray<number> | undefined
}
export interface StoredObject {
  readonly key: string
  readonly seq: number
  readonly version: string
  readonly latest: boolean
  readonly marker: boolean
  readonly size: number
  readonly etag: string
  readonly mtime: number
  readonly doc: ObjectDoc
  readonly parts: ReadonlyArray<BlobPart>
}
export interface ObjectRow {
  readonly key: string
  readonly seq: number
  readonly version: string
  readonly latest: number
  readonly marker: number
  readonly size: number
  readonly etag: string
  readonly mtime: number
  readonly doc: string
  readonly parts: string
}
export interface NewObject {
  readonly key: string
  readonly size: number
  readonly etag: string
  readonly doc: ObjectDoc
  readonly parts: ReadonlyArray<BlobPart>
}
export interface Deletion {
  readonly version: string | undefined
  readonly marker: boolean
  readonly freed: ReadonlyArray<BlobPart>
}

export const emptyDoc: ObjectDoc = { headers: {}, meta: {}, tags: [] }
const newVersion = (): string => randomBytes(24).toString("base64url").slice(0, 31)

const fromRow = (row: ObjectRow): StoredObject => ({
  ...row,
  latest: row.latest === 1,
  marker: row.marker === 1,
  doc: JSON.parse(row.doc) as ObjectDoc,
  parts: JSON.parse(row.parts) as ReadonlyArray<BlobPart>
})

export class Objects {
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }

  find(bucket: Bucket, key: string, version?: string): StoredObject | undefined {
    const row =
      version === undefined
        ? this.#db.get<ObjectRow>("SELECT * FROM objects WHERE bucket = ? AND key = ? AND latest = 1", bucket.id, key)
        : this.#db.get<ObjectRow>(
            "SELECT * FROM objects WHERE bucket = ? AND key = ? AND version = ?",
            bucket.id,
            key,
            version
          )
    return row === undefined ? undefined : fromRow(row)
  }

  #insert(bucket: Bucket, version: string, marker: boolean, object: NewObject): void {
    const seq = this.#db.get<{ n: number }>(
      "SELECT coalesce(max(seq), 0) + 1 AS n FROM objects WHERE bucket = ? AND key = ?",
      bucket.id,
      object.key
    )
    this.#db.run("UPDATE objects SET latest = 0 WHERE bucket = ? AND key = ? AND latest = 1", bucket.id, object.key)
    this.#db.run(
      `INSERT INTO objects (bucket, key, seq, version, latest, marker, size, etag, mtime, doc, parts)
       VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?)`,
      bucket.id,
      object.key,
      seq?.n ?? 1,
      version,
      marker ? 1 : 0,
      object.size,
      object.etag,
      Date.now(),
      JSON.stringify(object.doc),
      JSON.stringify(object.parts)
    )
    if (!marker) this.#count(bucket, 1, object.size)
  }

  #count(bucket: Bucket, objects: 1 | -1, size: number): void {
    this.#db.run(
      "UPDATE buckets SET objects = objects + ?, size = size + ?, size_actual = size_actual + ? WHERE id = ?",
      objects,
      objects * size,
      objects * roundedSize(size),
      bucket.id
    )
  }

  #removeVersion(bucket: Bucket, key: string, version: string): StoredObject | undefined {
    const found = this.find(bucket, key, version)
    if (found === undefined) return undefined
    this.#db.run("DELETE FROM objects WHERE bucket = ? AND key = ? AND seq = ?", bucket.id, key, found.seq)
    if (!found.marker) this.#count(bucket, -1, found.size)
    if (found.latest) {
      this.#db.run(
        `UPDATE objects SET latest = 1 WHERE bucket = ? AND key = ?
         AND seq = (SELECT max(seq) FROM objects WHERE bucket = ? AND key = ?)`,
        bucket.id,
        key,
        bucket.id,
        key
      )
    }
    return found
  }

  put(
    bucket: Bucket,
    object: NewObject,
    check: (current: StoredObject | undefined) => void
  ): {
    readonly version: string | undefined
    readonly freed: ReadonlyArray<BlobPart>
  } {
    return this.#db.transaction(() => {
      check(this.find(bucket, object.key))
      const version = bucket.versioning === "enabled" ? newVersion() : "null"
      const replaced = bucket.versioning === "enabled" ? undefined : this.#removeVersion(bucket, object.key, "null")
      this.#insert(bucket, version, false, object)
      return { version: bucket.versioning === "off" ? undefined : version, freed: replaced?.parts ?? [] }
    })
  }

  remove(bucket: Bucket, key: string, version: string | undefined): Deletion {
    return this.#db.transaction(() => {
      if (version !== undefined) {
        const removedBlob = this.#removeVersion(bucket, key, version)
        return { version, marker: removedBlob?.marker ?? false, freed: removedBlob?.parts ?? [] }
      }
      const replaced = bucket.versioning === "enabled" ? undefined : this.#removeVersion(bucket, key, "null")
      if (bucket.versioning === "off") return { version: undefined, marker: false, freed: replaced?.parts ?? [] }
      const laid = bucket.versioning === "enabled" ? newVersion() : "null"
      this.#insert(bucket, laid, true, { key, size: 0, etag: "", doc: emptyDoc, parts: [] })
      return { version: laid, marker: true, freed: replaced?.parts ?? [] }
    })
  }

  setDoc(bucket: Bucket, object: StoredObject, doc: ObjectDoc): void {
    this.#db.run(
      "UPDATE objects SET doc = ? WHERE bucket = ? AND key = ? AND seq = ?",
      JSON.stringify(doc),
      bucket.id,
      object.key,
      object.seq
    )
  }

  currentFrom(bucket: Bucket, from: string, inclusive: boolean): Iterable<ObjectRow> {
    return this.#db.iterate(
      `SELECT key, seq, version, latest, marker, size, etag, mtime, doc, parts FROM objects
       WHERE bucket = ? AND latest = 1 AND marker = 0 AND key ${inclusive ? ">=" : ">"} ? ORDER BY key`,
      bucket.id,
      from
    )
  }

  versionsFrom(
    bucket: Bucket,
    from: string,
    mode: "from" | "after" | { readonly afterSeq: number }
  ): Iterable<ObjectRow> {
    const columns =
      "SELECT key, seq, version, latest, marker, size, etag, mtime, doc, parts FROM objects WHERE bucket = ?"
    return typeof mode === "object"
      ? this.#db.iterate(
          `${columns} AND key >= ? AND (key > ? OR seq < ?) ORDER BY key, seq DESC`,
          bucket.id,
          from,
          from,
          mode.afterSeq
        )
      : this.#db.iterate(`${columns} AND key ${mode === "from" ? ">=" : ">"} ? ORDER BY key, seq DESC`, bucket.id, from)
  }
}
