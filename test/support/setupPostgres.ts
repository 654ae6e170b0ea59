import * as EmbeddedPostgres from "#layers/postgres/EmbeddedPostgres.ts"
import { running } from "#layers/postgres/EmbeddedPostgresOwner.ts"
import { traversable } from "#layers/postgres/EmbeddedPostgresPlace.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import { PgClient } from "@effect/sql-pg"
import { Effect, ManagedRuntime } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    readonly postgres: { readonly socketDir: string; readonly template: string }
  }
}

const beside = fileURLToPath(new URL("../../.cache/test-postgres", import.meta.url))
// a checkout of root may be inaccessible to the server's user
const cache = traversable(beside) ? beside : path.join(tmpdir(), "stowage-test-postgres")
const template = "stowage_template"
// test data needs no durability
const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" }

let server: ReturnType<typeof start> | undefined
let users = 0

/** Starts one embedded PostgreSQL per run for all projects, so that concurrent runs stay separate. */
export default async function setup(project: TestProject) {
  users += 1
  server ??= start()
  const { end, socketDir } = await server
  project.provide("postgres", { socketDir, template })
  return async () => {
    users -= 1
    if (users === 0) await end()
  }
}

const start = async () => {
  removeOrphanedServers()
  const dataDir = path.join(cache, String(process.pid))
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const runtime = ManagedRuntime.make(EmbeddedPostgres.layer({ dataDir, settings }))
  const socketDir = await runtime.runPromise(
    Effect.gen(function* () {
      const { socketDir } = yield* EmbeddedPostgres.EmbeddedPostgres
      const connect = (database: string) =>
        PgClient.layer({ host: socketDir, username: EmbeddedPostgres.user, database, maxConnections: 2 })
      yield* Effect.provide(createTemplate, connect("postgres"))
      yield* Effect.provide(Migrations.migrate(), connect(template))
      return socketDir
    })
  )
  return {
    socketDir,
    end: async () => {
      await runtime.dispose()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
}

const createTemplate = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`create database ${sql(template)}`.unprepared)

export const removeOrphanedServers = () => {
  mkdirSync(cache, { recursive: true, mode: 0o755 })
  for (const name of readdirSync(cache)) {
    if (running(Number(name))) continue
    const dataDir = path.join(cache, name)
    const server = postmaster(dataDir)
    if (server !== undefined && running(server)) process.kill(server, "SIGKILL")
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The second line of the pid file is the data folder: the pid may be reused. */
const postmaster = (dataDir: string): number | undefined => {
  const file = path.join(dataDir, "postgres/postmaster.pid")
  if (!existsSync(file)) return undefined
  const [pid, folder] = readFileSync(file, "utf8").split("\n")
  const commandLineFile = `/proc/${pid}/cmdline`
  return existsSync(commandLineFile) && readFileSync(commandLineFile, "utf8").includes(folder ?? dataDir)
    ? Number(pid)
    : undefined
}
