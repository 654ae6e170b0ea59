import type { Database } from "./Database.ts"

export interface Topic {
  readonly arn: string
  readonly name: string
  readonly owner: string
  readonly endpoint: string
  readonly args: Readonly<Record<string, string>>
  readonly opaque: string
  readonly policy: string
  readonly persistent: boolean
  readonly timeToLive: string
  readonly maxRetries: string
  readonly retrySleep: string
}

export class Topics {
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }
  has(arn: string): boolean {
    return this.find(arn) !== undefined
  }
  find(arn: string): Topic | undefined {
    const row = this.#db.get<{ doc: string }>("SELECT doc FROM topic_docs WHERE arn = ?", arn)
    return row === undefined ? undefined : (JSON.parse(row.doc) as Topic)
  }
  of(owner: string): ReadonlyArray<Topic> {
    return this.#db
      .all<{ doc: string }>("SELECT doc FROM topic_docs WHERE owner = ? ORDER BY arn", owner)
      .map(({ doc }) => JSON.parse(doc) as Topic)
  }
  put(topic: Topic): void {
    this.#db.run(
      "INSERT OR REPLACE INTO topic_docs (arn, owner, doc) VALUES (?, ?, ?)",
      topic.arn,
      topic.owner,
      JSON.stringify(topic)
    )
  }
  remove(arn: string): void {
    this.#db.run("DELETE FROM topic_docs WHERE arn = ?", arn)
  }
}
