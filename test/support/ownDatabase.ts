import { randomBytes } from "node:crypto"
import pg from "pg"
import { inject } from "vitest"

/** A database of the run's PostgreSQL, for a process that a test starts. */
export interface OwnDatabase {
  /** For `DATABASE_URL`. */
  readonly url: string
  readonly query: <Row extends pg.QueryResultRow>(text: string, values?: ReadonlyArray<unknown>) => Promise<pg.QueryResult<Row>>
  /** Once nobody uses it any more. */
  readonly drop: () => Promise<void>
}

const client = async (database: string): Promise<pg.Client> => {
  const made = new pg.Client({ host: inject("postgres").socketDir, user: "postgres", database })
  await made.connect()
  return made
}

const asAdministrator = async (statement: string): Promise<void> => {
  const made = await client("postgres")
  await made.query(statement)
  await made.end()
}

/** `empty`: without any table. */
export const ownDatabase = async (how: "migrated" | "empty" = "migrated"): Promise<OwnDatabase> => {
  const { socketDir, template } = inject("postgres")
  const name = `t_${randomBytes(6).toString("hex")}`
  await asAdministrator(how === "migrated" ? `create database ${name} template ${template} strategy file_copy` : `create database ${name}`)
  let asked: Promise<pg.Client> | undefined
  return {
    url: `postgres://postgres@localhost/${name}?host=${encodeURIComponent(socketDir)}`,
    query: async (text, values = []) => {
      asked ??= client(name)
      return (await asked).query(text, [...values])
    },
    drop: async () => {
      await (await asked)?.end()
      await asAdministrator(`drop database ${name} with (force)`)
    }
  }
}
