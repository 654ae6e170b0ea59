import { once } from "node:events"
import { rmSync } from "node:fs"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { vi } from "vitest"
import { type OwnDatabase, ownDatabase } from "../../support/ownDatabase.ts"
import { type ServiceProcess, startService } from "../../support/ServiceProcess.ts"
import { databaseSnapshot } from "./databaseSnapshot.ts"

/** A running service and its database, for one file at a time. */
export interface SharedService {
  readonly service: ServiceProcess
  readonly database: OwnDatabase
  /** Puts rows and the sandbox gateway back to what they were when the service was ready. */
  readonly reset: () => Promise<void>
  readonly discard: () => Promise<void>
}

/** Settings of every service beside those that a file asks for: each environment more is a start more. */
export const sharedEnv = { OIDC_ALLOWED_HOSTS: "id.example.org" }

const sandbox = pathToFileURL(path.join(import.meta.dirname, "sandboxSnapshot.ts")).href

type Request = "putBack" | "remember" | { readonly buckets: ReadonlyArray<string> }

/** Asks what `imports` loaded into a shared service, and waits until it is done. */
const ask = async ({ child }: ServiceProcess, request: Request): Promise<void> => {
  const answered = once(child, "message", { signal: AbortSignal.timeout(60_000) })
  child.send(request)
  const [answer] = await answered
  if (answer !== "done") throw new Error(`the sandbox of the service: ${answer}`)
}

/** Makes empty buckets in the sandbox of a shared service, unseen by the service. */
export const addSandboxBuckets = (service: ServiceProcess, names: ReadonlyArray<string>): Promise<void> => ask(service, { buckets: names })

/** Services of this worker that no file uses at present, by their environment. */
const idle = new Map<string, SharedService>()

const start = async (env: Readonly<Record<string, string>>): Promise<SharedService> => {
  const database = await ownDatabase()
  const service = await startService({ env: { DATABASE_URL: database.url, ...env }, imports: [sandbox] })
  const { dataDir } = service
  await ask(service, "remember")
  // what the start wrote to the audit log is sealed a moment later
  await vi.waitFor(async () => {
    const { rows: [row] } = await database.query<{ count: number }>("select count(*)::int as count from audit_unsealed")
    if (row?.count !== 0) throw new Error("audit entries are not sealed")
  }, { timeout: 60_000, interval: 50 })
  const restoreRows = await databaseSnapshot(database)
  const expectQuiet = async () => {
    const { rows: [row] } = await database.query<{ runs: number; statements: number }>(`
      select (select count(*)::int from work_runs where ended_at is null) as runs,
        (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle') as statements`)
    if (row === undefined || row.runs > 0) throw new Error("long work goes on")
    if (row.statements > 0) throw new Error("statements go on")
  }
  return {
    service,
    database,
    reset: async () => {
      // requests of the windows that were closed come to their end
      await vi.waitFor(expectQuiet, { timeout: 20_000, interval: 50 })
      await restoreRows()
      // the link that the start printed would have ended by now
      await database.query("update bootstrap_tokens set expires_at = now() + interval '15 minutes' where digest is not null")
      await ask(service, "putBack")
    },
    discard: async () => {
      await service.stop("SIGKILL")
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
}

/** A service as if it was just started: nobody has signed in. One that an earlier file of this worker used, where that can be put back. */
export const takeService = async (env: Readonly<Record<string, string>>): Promise<SharedService> => {
  const key = JSON.stringify(Object.entries(env).sort())
  const known = idle.get(key)
  idle.delete(key)
  if (known === undefined) return start(env)
  try {
    await known.reset()
    return known
  } catch (error) {
    console.info(`another service is started: ${error instanceof Error ? error.message : error}`)
    await known.discard()
    return start(env)
  }
}

/** For the next file that wants the same environment. */
export const returnService = (env: Readonly<Record<string, string>>, shared: SharedService): void => {
  idle.set(JSON.stringify(Object.entries(env).sort()), shared)
}
