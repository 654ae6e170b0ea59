// Loaded by a shared service: restores the sandbox gateway in that process, and adds buckets, over IPC.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { Database } from "../../../sandbox/Database.ts"

type Row = Readonly<Record<string, string | number | null>>

let index: Database | undefined

// the index is private: its first query reveals it
const { get } = Database.prototype
Database.prototype.get = function (this: Database, ...words: Parameters<typeof get>) {
  index = this
  Database.prototype.get = get
  return get.apply(this, words)
} as typeof get

const blobs = path.resolve(process.env["DATA_DIR"] ?? "", "sandbox/blobs")
const filesOf = () =>
  existsSync(blobs)
    ? readdirSync(blobs, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name, parentPath }) => path.join(parentPath, name))
    : []

const tables = new Map<string, ReadonlyArray<Row>>()
const bodies = new Map<string, Buffer>()

const remember = () => {
  for (const { name } of index?.all<{ name: string }>(
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'"
  ) ?? []) {
    tables.set(name, index?.all<Row>(`select * from ${name}`) ?? [])
  }
  for (const file of filesOf()) bodies.set(file, readFileSync(file))
}

const restore = () => {
  const present = index
  if (present === undefined) return
  present.transaction(() => {
    for (const [name, rows] of tables) {
      present.run(`delete from ${name}`)
      for (const row of rows) {
        const columns = Object.keys(row)
        present.run(
          `insert into ${name} (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")})`,
          ...Object.values(row)
        )
      }
    }
  })
  for (const file of filesOf()) if (!bodies.has(file)) rmSync(file)
  for (const [file, body] of bodies) if (!existsSync(file)) writeFileSync(file, body, { mode: 0o600 })
}

const addBuckets = (names: ReadonlyArray<string>) => {
  const present = index
  if (present === undefined) throw new Error("this service has no sandbox")
  const [sample] = present.all<Row>("select * from buckets where name = 'sample-empty'")
  const row = Object.entries(sample ?? {}).filter(([column]) => column !== "id" && column !== "name")
  present.transaction(() => {
    for (const name of names) {
      present.run(
        `insert into buckets (name, ${row.map(([column]) => column).join(", ")}) values (?${", ?".repeat(row.length)})`,
        name,
        ...row.map(([, value]) => value)
      )
    }
  })
}

process.on("message", (request: "putBack" | "remember" | { readonly buckets: ReadonlyArray<string> }) => {
  try {
    if (request === "remember") remember()
    else if (request === "putBack") restore()
    else addBuckets(request.buckets)
    process.send?.("done")
  } catch (error) {
    process.send?.(String(error))
  }
})
// end with the parent, also after its SIGKILL; its database is dropped too, so no shutdown is needed
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"))
process.channel?.unref()
