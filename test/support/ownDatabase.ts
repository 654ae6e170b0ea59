import { randomBytes } from "node:crypto"
import pg from "pg"
import { inject } from "vitest"

export interface OwnDatabase {
  readonly url: string
  readonly query: <Row extends pg.QueryResultRow>(
    text: string,
    values?: ReadonlyArray<unknown>
  ) => Promise<pg.QueryResult<Row>>
  readonly drop: () => Promise<void>
}

const client = async (database: string): Promise<pg.Client> => {
  const made = new pg.Client({ host: inject("postgres").socketDir, user: "postgres", database })
  await made.connect()
  return made
}

const asAdministrator = async (statement: string): Promise<void> => {
  const admin = await client("postgres")
  await admin.query(statement)
  await admin.end()
}

export const ownDatabase = async (how: "migrated" | "empty" = "migrated"): Promise<OwnDatabase> => {
  const { socketDir, template } = inject("postgres")
  const name = `t_${randomBytes(6).toString("hex")}`
  await asAdministrator(
    how === "migrated" ? `create database ${name} template ${template} strategy file_copy` : `create database ${name}`
  )
  let connecting: Promise<pg.Client> | undefined
  return {
    url: `postgres://postgres@localhost/${name}?host=${encodeURIComponent(socketDir)}`,
    query: async (text, values = []) => {
      connecting ??= client(name)
      return (await connecting).query(text, [...values])
    },
    drop: async () => {
      await (await connecting)?.end()
      await asAdministrator(`drop database ${name} with (force)`)
    }
  }
}
