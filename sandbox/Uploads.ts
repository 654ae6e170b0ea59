import { randomBytes } from "node:crypto"
import type { BlobPart } from "./Blobs.ts"
import type { Bucket } from "./Buckets.ts"
import type { Database } from "./Database.ts"
import type { ObjectDoc } from "./Objects.ts"

export interface Upload {
  readonly id: string
  readonly key: string
  readonly created: number
  readonly doc: ObjectDoc
}
export interface UploadPart {
  readonly number: number
  readonly etag: string
  readonly size: number
  readonly mtime: number
  readonly checksum: { readonly name: string; readonly value: string } | undefined
  readonly parts: ReadonlyArray<BlobPart>
}
interface UploadRow extends Omit<Upload, "doc"> {
  readonly doc: string
}
interface PartRow extends Omit<UploadPart, "checksum" | "parts"> {
  readonly checksum: string | null
  readonly parts: string
}

const fromRow = (row: UploadRow): Upload => ({ ...row, doc: JSON.parse(row.doc) as ObjectDoc })
const fromPartRow = (row: PartRow): UploadPart => ({
  ...row,
  checksum: row.checksum === null ? undefined : (JSON.parse(row.checksum) as { name: string; value: string }),
  parts: JSON.parse(row.parts) as ReadonlyArray<BlobPart>
})

export class Uploads {
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }
  begin(bucket: Bucket, key: string, doc: ObjectDoc): string {
    const id = `2~${randomBytes(24).toString("base64url").slice(0, 31)}`
    this.#db.run(
      "INSERT INTO uploads (id, bucket, key, created, doc) VALUES (?, ?, ?, ?, ?)",
      id,
      bucket.id,
      key,
      Date.now(),
      JSON.stringify(doc)
    )
    return id
  }
  find(bucket: Bucket, key: string, id: string): Upload | undefined {
    const row = this.#db.get<UploadRow>(
      "SELECT id, key, created, doc FROM uploads WHERE id = ? AND bucket = ? AND key = ?",
      id,
      bucket.id,
      key
    )
    return row === undefined ? undefined : fromRow(row)
  }
  list(bucket: Bucket): ReadonlyArray<Upload> {
    return this.#db
      .all<UploadRow>("SELECT id, key, created, doc FROM uploads WHERE bucket = ? ORDER BY key, id", bucket.id)
      .map(fromRow)
  }
  parts(id: string, after = 0, limit = -1): ReadonlyArray<UploadPart> {
    return this.#db
      .all<PartRow>(
        "SELECT number, etag, size, mtime, checksum, parts FROM upload_parts WHERE upload = ? AND number > ? " +
          "ORDER BY number LIMIT ?",
        id,
        after,
        limit
      )
      .map(fromPartRow)
  }
  /** Returns the files of the replaced part; undefined when the upload has ended. */
  savePart(id: string, part: Omit<UploadPart, "mtime">): ReadonlyArray<BlobPart> | undefined {
    return this.#db.transaction(() => {
      if (this.#db.get("SELECT 1 FROM uploads WHERE id = ?", id) === undefined) return undefined
      const old = this.#db.get<PartRow>("SELECT * FROM upload_parts WHERE upload = ? AND number = ?", id, part.number)
      this.#db.run(
        "INSERT OR REPLACE INTO upload_parts (upload, number, etag, size, mtime, checksum, parts) VALUES (?, " +
          "?, ?, ?, ?, ?, ?)",
        id,
        part.number,
        part.etag,
        part.size,
        Date.now(),
        part.checksum === undefined ? null : JSON.stringify(part.checksum),
        JSON.stringify(part.parts)
      )
      return old === undefined ? [] : fromPartRow(old).parts
    })
  }
  end(id: string): void {
    this.#db.transaction(() => {
      this.#db.run("DELETE FROM upload_parts WHERE upload = ?", id)
      this.#db.run("DELETE FROM uploads WHERE id = ?", id)
    })
  }
}
