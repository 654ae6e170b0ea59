import { execFileSync, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type CertificateAuthority, certificateAuthority, opensslLack } from "../support/certificates.ts"
import { freePort } from "../support/freePort.ts"
import { requirement } from "../support/Requirement.ts"
import { type ServiceProcess, startService } from "../support/ServiceProcess.ts"

const programs = "/usr/lib/postgresql/15/bin"
const lack = existsSync(`${programs}/initdb`) ? opensslLack() : `${programs} is missing (apt-get install postgresql-15)`
const root = path.resolve(import.meta.dirname, "../..")
const key = () => randomBytes(32).toString("base64url")

requirement("PostgreSQL 15", lack)("the distribution's PostgreSQL, as docs/production.md sets it up", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "stowage-foreign-"))
  const at = (name: string) => path.join(folder, name)
  // the server refuses to run as root
  const user = process.getuid?.() === 0 ? { uid: Number(execFileSync("id", ["-u", "nobody"], { encoding: "utf8" })), gid: Number(execFileSync("id", ["-g", "nobody"], { encoding: "utf8" })) } : {}
  const run = (program: string, words: ReadonlyArray<string>) => execFileSync(`${programs}/${program}`, words, { ...user, cwd: "/", stdio: ["ignore", "ignore", "pipe"], env: { PATH: "/usr/bin:/bin", PGPASSWORD: "pw" } })
  const sql = (statement: string) => run("psql", ["-h", folder, "-p", String(port), "-U", "administrator", "-d", "postgres", "-c", statement])
  let port = 0
  let service: ServiceProcess | undefined
  let env: Record<string, string>
  let trusting: Record<string, string>
  const url = (database: string, mode = "require") => `postgres://stowage:pw@localhost:${port}/${database}?sslmode=${mode}`
  let authority: CertificateAuthority
  const certify = (expired: boolean) => {
    const { certificate, key: secret } = authority.issue("localhost", { expired })
    for (const [name, text] of [["data/server.crt", certificate], ["data/server.key", secret]] as const) {
      rmSync(at(name), { force: true })
      writeFileSync(at(name), text, { mode: 0o600 })
      if (user.uid !== undefined) chownSync(at(name), user.uid, user.gid)
    }
  }
  const stowage = (command: ReadonlyArray<string>, given: Record<string, string>, input = "") => {
    const ran = spawnSync(process.execPath, ["layers/commands/main.ts", ...command], { cwd: root, encoding: "utf8", input, env: { PATH: process.env["PATH"] ?? "", ...env, ...given } })
    return { code: ran.status, said: `${ran.stdout}${ran.stderr}` }
  }

  beforeAll(async () => {
    port = await freePort()
    chmodSync(folder, 0o755)
    if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
    writeFileSync(at("password"), "pw")
    run("initdb", ["-D", at("data"), "-U", "administrator", "-A", "scram-sha-256", "--pwfile", at("password")])
    mkdirSync(at("authority"))
    authority = certificateAuthority(at("authority"))
    certify(false)
    run("pg_ctl", ["-D", at("data"), "-w", "-l", at("log"), "-o", `-p ${port} -k ${folder} -c ssl=on -c listen_addresses=localhost -c fsync=off`, "start"])
    env = {
      STOWAGE_MODE: "production", PUBLIC_ORIGIN: "https://stowage.example.org", TRUSTED_PROXY_CIDRS: "127.0.0.0/8",
      UI_JWT_KEYS: key(), API_JWT_KEYS: key(), JWT_KEYS: key(), CREDENTIAL_KEYS: key()
    }
    sql("create role stowage login password 'pw'")
    sql("create database stowage owner stowage")
    sql("create database restored owner stowage")
    trusting = { NODE_EXTRA_CA_CERTS: at("authority/authority.pem") }
  }, 60_000)
  afterAll(async () => {
    await service?.stop()
    run("pg_ctl", ["-D", at("data"), "-m", "immediate", "stop"])
    rmSync(folder, { recursive: true, force: true })
  })

  it("who answers with a certificate of nobody we know, or one that has expired, is sent no password", () => {
    expect(stowage(["migrate"], { DATABASE_URL: url("stowage") })).toEqual({ code: 1, said: expect.stringMatching(/^stowage: the database cannot be used: [^\n]*certificate[^\n]*\n$/) })
    certify(true)
    sql("select pg_reload_conf()")
    expect(stowage(["migrate"], { ...trusting, DATABASE_URL: url("stowage") })).toEqual({ code: 1, said: "stowage: the database cannot be used: certificate has expired\n" })
    certify(false)
    sql("select pg_reload_conf()")
  }, 60_000)

  it("a role that owns its database and nothing else is enough; what pg_dump wrote down is whole in another one", async () => {
    const [first, second] = [{ ...trusting, DATABASE_URL: url("stowage") }, { ...trusting, DATABASE_URL: url("restored", "verify-full") }]
    expect(stowage(["migrate"], first).code).toBe(0)
    expect(stowage(["create-first-admin", "--email", "ada@example.org", "--full-name", "Ada"], first, "correct horse battery staple\n").code).toBe(0)
    const known = /--known (\d+:\w+)|(\d+:[0-9a-f]{16,})/.exec(stowage(["verify-audit"], first).said)
    const connection = ["-h", "localhost", "-p", String(port), "-U", "stowage"]
    run("pg_dump", [...connection, "--format=custom", "--file", at("backup"), "stowage"])
    run("pg_restore", [...connection, "--no-owner", "--dbname", "restored", at("backup")])
    expect(stowage(["migrate"], second).said).toMatch(/nothing to do/)
    expect(stowage(["verify-audit", "--known", known?.[1] ?? known?.[2] ?? ""], second).code).toBe(0)
    const listens = await freePort()
    service = await startService({ port: listens, env: { ...env, ...second } })
    expect((await fetch(`http://127.0.0.1:${listens}/readyz`)).status).toBe(200)
  }, 120_000)
})
