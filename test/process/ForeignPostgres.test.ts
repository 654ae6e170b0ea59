import { spawnSync } from "node:child_process"
import { mkdirSync } from "node:fs"
import * as path from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type CertificateAuthority, certificateAuthority, opensslLack } from "../support/certificates.ts"
import { type DebianPostgres, debianPostgres, debianPostgresLack, makeDatabase } from "../support/debianPostgres.ts"
import { freePort } from "../support/freePort.ts"
import { productionSettings } from "../support/production.ts"
import { requirement } from "../support/Requirement.ts"
import { type ServiceProcess, startService } from "../support/ServiceProcess.ts"

const root = path.resolve(import.meta.dirname, "../..")

requirement("PostgreSQL 15", debianPostgresLack() ?? opensslLack())(
  "the distribution's PostgreSQL, as docs/production.md sets it up",
  () => {
    let server: DebianPostgres
    let service: ServiceProcess | undefined
    let env: Record<string, string>
    let trusting: Record<string, string>
    const url = (database: string, mode = "require") => server.url({ database, mode })
    let authority: CertificateAuthority
    const certify = (expired: boolean) => {
      const { certificate, key } = authority.issue("localhost", { expired })
      server.give("server.crt", certificate)
      server.give("server.key", key)
    }
    const stowage = (command: ReadonlyArray<string>, given: Record<string, string>, input = "") => {
      const ran = spawnSync(process.execPath, ["layers/commands/main.ts", ...command], {
        cwd: root,
        encoding: "utf8",
        input,
        env: { PATH: process.env["PATH"] ?? "", ...env, ...given }
      })
      return { code: ran.status, said: `${ran.stdout}${ran.stderr}` }
    }

    beforeAll(async () => {
      server = await debianPostgres({ settings: { ssl: "on" } })
      const authorityFolder = path.join(server.folder, "authority")
      mkdirSync(authorityFolder)
      authority = certificateAuthority(authorityFolder)
      certify(false)
      server.start()
      const { DATABASE_URL: _, RUNNER_HOST: __, ...settings } = productionSettings("", "https://stowage.example.org")
      env = settings
      makeDatabase(server)
      server.sql("create database restored owner stowage")
      trusting = { NODE_EXTRA_CA_CERTS: path.join(authorityFolder, "authority.pem") }
    }, 60_000)
    afterAll(async () => {
      await service?.stop()
      server.remove()
    })

    it("who answers with a certificate of nobody we know, or one that has expired, is sent no password", () => {
      expect(stowage(["migrate"], { DATABASE_URL: url("stowage") })).toEqual({
        code: 1,
        said: expect.stringMatching(/^stowage: DATABASE_URL: the database cannot be used: [^\n]*certificate[^\n]*\n$/)
      })
      certify(true)
      server.sql("select pg_reload_conf()")
      expect(stowage(["migrate"], { ...trusting, DATABASE_URL: url("stowage") })).toEqual({
        code: 1,
        said: "stowage: DATABASE_URL: the database cannot be used: certificate has expired\n"
      })
      certify(false)
      server.sql("select pg_reload_conf()")
    }, 60_000)

    it("a role that owns only its database is enough, and its pg_dump restores completely", async () => {
      const [first, second] = [
        { ...trusting, DATABASE_URL: url("stowage") },
        { ...trusting, DATABASE_URL: url("restored", "verify-full") }
      ]
      expect(stowage(["migrate"], first).code).toBe(0)
      expect(
        stowage(
          ["create-first-admin", "--email", "ada@example.org", "--full-name", "Ada"],
          first,
          "correct horse battery staple\n"
        ).code
      ).toBe(0)
      const known = /--known (\d+:\w+)|(\d+:[0-9a-f]{16,})/.exec(stowage(["verify-audit"], first).said)
      const connection = ["-h", "localhost", "-p", String(server.port), "-U", "stowage"]
      const backup = path.join(server.folder, "backup")
      server.run("pg_dump", [...connection, "--format=custom", "--file", backup, "stowage"])
      server.run("pg_restore", [...connection, "--no-owner", "--dbname", "restored", backup])
      expect(stowage(["migrate"], second).said).toMatch(/nothing to do/)
      expect(stowage(["verify-audit", "--known", known?.[1] ?? known?.[2] ?? ""], second).code).toBe(0)
      const listens = await freePort()
      service = await startService({ port: listens, env: { ...env, ...second } })
      expect((await fetch(`http://127.0.0.1:${listens}/readyz`)).status).toBe(200)
    }, 120_000)
  }
)
