import { once } from "node:events"
import { rmSync } from "node:fs"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { vi } from "vitest"
import { type OwnDatabase, ownDatabase } from "../../support/ownDatabase.ts"
import { serveWith, type ServiceProcess, startService } from "../../support/ServiceProcess.ts"
import { databaseSnapshot } from "./databaseSnapshot.ts"

export interface SharedService {
  readonly service: ServiceProcess
  readonly database: OwnDatabase
  readonly reset: () => Promise<void>
  readonly discard: () => Promise<void>
}

/** Settings of all shared services: each other environment needs another service. */
export const sharedEnv = {
  OIDC_ALLOWED_HOSTS: "id.example.org",
  BUCKET_MIGRATION_WEBHOOK_ALLOWED_HOSTS: "hooks.example.org"
}

const sandbox = pathToFileURL(path.join(import.meta.dirname, "sandboxSnapshot.ts")).href

type Request = "putBack" | "remember" | { readonly buckets: ReadonlyArray<string> }

const callModule = async ({ child }: ServiceProcess, request: Request): Promise<void> => {
  const answered = once(child, "message", { signal: AbortSignal.timeout(60_000) })
  child.send(request)
  const [answer] = await answered
  if (answer !== "done") throw new Error(`the sandbox of the service: ${answer}`)
}

export const addSandboxBuckets = (service: ServiceProcess, names: ReadonlyArray<string>): Promise<void> =>
  callModule(service, { buckets: names })

const idle = new Map<string, SharedService>()

const start = async (env: Readonly<Record<string, string>>): Promise<SharedService> => {
  const database = await ownDatabase()
  const service = await startService({
    env: { DATABASE_URL: database.url, ...env },
    imports: [sandbox],
    program: serveWith(320)
  })
  const { dataDir } = service
  await callModule(service, "remember")
  await vi.waitFor(
    async () => {
      const {
        rows: [row]
      } = await database.query<{ count: number }>("select count(*)::int as count from audit_unsealed")
      if (row?.count !== 0) throw new Error("audit entries are not sealed")
    },
    { timeout: 60_000, interval: 50 }
  )
  const restoreRows = await databaseSnapshot(database)
  const expectQuiet = async () => {
    const {
      rows: [row]
    } = await database.query<{ runs: number; statements: number }>(`
      select (select count(*)::int from work_runs where ended_at is null) as runs,
        (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and state <> 'idle') as statements`)
    if (row === undefined || row.runs > 0) throw new Error("long work goes on")
    if (row.statements > 0) throw new Error("statements go on")
  }
  return {
    service,
    database,
    reset: async () => {
      await vi.waitFor(expectQuiet, { timeout: 20_000, interval: 50 })
      await restoreRows()
      await database.query(
        "update bootstrap_tokens set expires_at = now() + interval '15 minutes' where digest is not null"
      )
      await callModule(service, "putBack")
    },
    discard: async () => {
      await service.stop("SIGKILL")
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
}

/** Returns a freshly restored service without sessions; reuses one of an earlier test file if possible. */
export const takeService = async (env: Readonly<Record<string, string>>): Promise<SharedService> => {
  const key = JSON.stringify(Object.entries(env).sort())
  const reusable = idle.get(key)
  idle.delete(key)
  if (reusable === undefined) return start(env)
  try {
    await reusable.reset()
    return reusable
  } catch (error) {
    console.info(`another service is started: ${error instanceof Error ? error.message : error}`)
    await reusable.discard()
    return start(env)
  }
}

export const returnService = (env: Readonly<Record<string, string>>, shared: SharedService): void => {
  idle.set(JSON.stringify(Object.entries(env).sort()), shared)
}
