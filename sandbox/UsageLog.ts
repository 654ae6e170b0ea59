import type { Database } from "./Database.ts"

export interface UsageRow {
  readonly owner: string
  readonly bucket: string
  readonly hour: number
  readonly category: string
  readonly sent: number
  readonly received: number
  readonly ops: number
  readonly ok: number
}

const categories: Readonly<Record<string, string>> = {
  ListBuckets: "list_buckets",
  CreateBucket: "create_bucket",
  DeleteBucket: "delete_bucket",
  HeadBucket: "stat_bucket",
  ListObjects: "list_bucket",
  ListObjectsV2: "list_bucket",
  ListObjectVersions: "list_bucket",
  PutObject: "put_obj",
  GetObject: "get_obj",
  HeadObject: "get_obj",
  DeleteObject: "delete_obj",
  DeleteObjects: "multi_object_delete",
  CopyObject: "copy_obj",
  CreateMultipartUpload: "init_multipart",
  UploadPart: "put_obj",
  UploadPartCopy: "put_obj",
  CompleteMultipartUpload: "complete_multipart",
  AbortMultipartUpload: "abort_multipart",
  ListParts: "list_multipart",
  ListMultipartUploads: "list_bucket_multiparts"
}

/** RGW names a few operations specially, others in snake case. */
export const categoryOf = (op: string): string =>
  categories[op] ?? op.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase()

export class UsageLog {
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }
  add(entry: { owner: string; bucket: string; op: string; sent: number; received: number; ok: boolean }): void {
    const hour = Math.floor(Date.now() / 3_600_000) * 3600
    this.#db.run(
      `INSERT INTO usage_log (owner, bucket, hour, category, sent, received, ops, ok) VALUES (?, ?, ?, ?, ?, ?, 1, ?)
       ON CONFLICT (owner, bucket, hour, category) DO UPDATE SET
         sent = sent + excluded.sent, received = received + excluded.received, ops = ops + 1, ok = ok + excluded.ok`,
      entry.owner,
      entry.bucket,
      hour,
      categoryOf(entry.op),
      entry.sent,
      entry.received,
      entry.ok ? 1 : 0
    )
  }
  read(filter: {
    owner: string | undefined
    bucket: string | undefined
    start: number
    end: number
  }): ReadonlyArray<UsageRow> {
    return this.#db.all(
      `SELECT * FROM usage_log WHERE (?1 IS NULL OR owner = ?1) AND (?2 IS NULL OR bucket = ?2) AND hour >= ?3
        AND hour < ?4
       ORDER BY owner, bucket, hour, category`,
      filter.owner ?? null,
      filter.bucket ?? null,
      filter.start,
      filter.end
    )
  }
  trim(owner: string | undefined, start: number, end: number): void {
    this.#db.run(
      "DELETE FROM usage_log WHERE (?1 IS NULL OR owner = ?1) AND hour >= ?2 AND hour < ?3",
      owner ?? null,
      start,
      end
    )
  }
}
