import type { Database } from "./Database.ts"

/** Topics by their ARNs. */
export class Topics {
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }
  has(arn: string): boolean {
    return this.#db.get("SELECT 1 FROM topics WHERE arn = ?", arn) !== undefined
  }
  add(arn: string): void {
    this.#db.run("INSERT OR IGNORE INTO topics (arn) VALUES (?)", arn)
  }
  remove(arn: string): void {
    this.#db.run("DELETE FROM topics WHERE arn = ?", arn)
  }
}
