import { execFileSync } from "node:child_process"
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { endPidWithUs } from "./endWithUs.ts"
import { freePort } from "./freePort.ts"
import type { Lack } from "./Requirement.ts"

const programs = "/usr/lib/postgresql/15/bin"

export const debianPostgresLack = (): Lack =>
  existsSync(`${programs}/initdb`) ? undefined : `${programs} is missing (apt-get install postgresql-15)`

export interface DebianPostgres {
  readonly port: number
  readonly folder: string
  readonly socket: string
  readonly url: (options?: { readonly database?: string; readonly port?: number; readonly mode?: string }) => string
  readonly run: (program: string, words: ReadonlyArray<string>) => void
  readonly sql: (statement: string, database?: string) => ReadonlyArray<string>
  readonly place: (name: string, folder: string) => void
  readonly give: (name: string, text: string) => void
  readonly start: () => void
  readonly stop: (mode: "fast" | "immediate") => void
  readonly remove: () => void
}

export const debianPostgres = async (
  options: { readonly settings?: Readonly<Record<string, string>> } = {}
): Promise<DebianPostgres> => {
  const folder = mkdtempSync(path.join(tmpdir(), "stowage-foreign-"))
  const at = (name: string) => path.join(folder, name)
  const user =
    process.getuid?.() === 0
      ? {
          uid: Number(execFileSync("id", ["-u", "nobody"], { encoding: "utf8" })),
          gid: Number(execFileSync("id", ["-g", "nobody"], { encoding: "utf8" }))
        }
      : {}
  const own = (file: string) => {
    if (user.uid !== undefined) chownSync(file, user.uid, user.gid)
  }
  const execute = (program: string, words: ReadonlyArray<string>) =>
    execFileSync(`${programs}/${program}`, words, {
      ...user,
      cwd: "/",
      stdio: ["ignore", "pipe", "pipe"],
      encoding: "utf8",
      env: { PATH: "/usr/bin:/bin", PGPASSWORD: "pw" }
    })
  // a started server keeps inherited pipes open, so use none
  const run = (program: string, words: ReadonlyArray<string>) =>
    void execFileSync(`${programs}/${program}`, words, {
      ...user,
      cwd: "/",
      stdio: ["ignore", "ignore", "pipe"],
      env: { PATH: "/usr/bin:/bin", PGPASSWORD: "pw" }
    })
  const port = await freePort()
  const data = at("data")
  chmodSync(folder, 0o755)
  own(folder)
  mkdirSync(data, { mode: 0o700 })
  own(data)
  writeFileSync(at("password"), "pw")
  run("initdb", ["-D", data, "-U", "administrator", "-A", "scram-sha-256", "--pwfile", at("password")])

  const settingArguments = Object.entries({ listen_addresses: "localhost", fsync: "off", ...options.settings })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ")
  let guard = { release: () => {} }
  const start = () => {
    run("pg_ctl", ["-D", data, "-w", "-l", at("log"), "-o", `-p ${port} -k ${folder} ${settingArguments}`, "start"])
    guard = endPidWithUs(Number(readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n")[0]), "INT")
  }
  const stop = (mode: "fast" | "immediate") => {
    try {
      run("pg_ctl", ["-D", data, "-w", "-m", mode, "stop"])
    } finally {
      guard.release()
    }
  }
  const sql = (statement: string, database = "postgres") =>
    execute("psql", ["-h", folder, "-p", String(port), "-U", "administrator", "-d", database, "-At", "-c", statement])
      .split("\n")
      .filter((row) => row !== "")
  const give = (name: string, text: string) => {
    rmSync(path.join(data, name), { force: true })
    writeFileSync(path.join(data, name), text, { mode: 0o600 })
    own(path.join(data, name))
  }
  const place = (name: string, where: string) => {
    const directory = path.join(where, name)
    mkdirSync(directory, { mode: 0o700 })
    own(directory)
    sql(`create tablespace ${name} location '${directory}'`)
  }
  return {
    port,
    folder,
    place,
    socket: at(`.s.PGSQL.${port}`),
    run,
    sql,
    give,
    start,
    stop,
    url: ({ database = "stowage", mode = "disable", port: other = port } = {}) =>
      `postgres://stowage:pw@localhost:${other}/${database}?sslmode=${mode}`,
    remove: () => {
      try {
        stop("immediate")
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    }
  }
}

export const makeDatabase = ({ sql }: DebianPostgres, tablespace = "pg_default"): void => {
  sql("create role stowage login password 'pw'")
  sql(`create database stowage owner stowage tablespace ${tablespace}`)
}
