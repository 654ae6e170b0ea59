import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import type { Lack } from "./Requirement.ts"
import { admin, alone, beside, create, type Dashboard, isUp, remove, startDashboard } from "./rgw/cluster.ts"
import { cache, Impossible, install, installManager } from "./rgw/programs.ts"
import { seed, type Seed } from "./rgw/seed.ts"

export interface RealGateway extends Seed {
  readonly url: string
  readonly region: "default"
  readonly radosgwAdmin: (...args: ReadonlyArray<string>) => string
  /** Starts another gateway of the cluster with other Ceph settings, such as small limits; shared like this one. */
  readonly beside: (settings: Readonly<Record<string, string | number>>) => Promise<{ readonly url: string }>
  /** Starts the real Ceph Dashboard on the cluster. Rejects with `Impossible` where its packages cannot be fetched. */
  readonly dashboard: () => Promise<Dashboard>
}

/** Instances per checkout, removed after their last user. */
const checkout = createHash("sha256")
  .update(path.resolve(import.meta.dirname))
  .digest("hex")
  .slice(0, 8)
const folderOf = (name: string) => path.join(cache, `instance-${name}-${checkout}`)
const lockOf = (name: string) => path.join(cache, `instance-${name}-${checkout}.lock`)
const usersOf = (name: string) => path.join(folderOf(name), "users")
/** Id of the test run, set by the global set-up for all its processes. */
export const runVariable = "STOWAGE_TEST_RUN"
const user = () => process.env[runVariable] ?? String(process.pid)

const liveUsers = (name: string): ReadonlyArray<string> =>
  existsSync(usersOf(name)) ? readdirSync(usersOf(name)).filter((pid) => existsSync(`/proc/${pid}`)) : []

const names = ["a", "b", "bench", "counted"] as const

/** Starts RGW "a" or the independent "b", shared by all runs; "bench": for benches, "counted": for counting tests. */
export const realGateway = async (
  name: (typeof names)[number]
): Promise<{ readonly gateway?: RealGateway; readonly lack: Lack }> => {
  try {
    await alone(path.join(cache, "install.lock"), async () => install())
    const details = await alone(lockOf(name), () => bringUp(name))
    const radosgwAdmin = (...args: ReadonlyArray<string>) => admin(folderOf(name), ...args)
    return {
      gateway: {
        ...details,
        region: "default",
        radosgwAdmin,
        beside: (settings) => alone(lockOf(name), () => beside(folderOf(name), settings)),
        dashboard: async () => {
          await alone(path.join(cache, "install.lock"), async () => installManager())
          return alone(lockOf(name), () => startDashboard(folderOf(name), details.admin))
        }
      },
      lack: undefined
    }
  } catch (error) {
    if (error instanceof Impossible) return { lack: error.message }
    throw error
  }
}

const bringUp = async (name: string): Promise<Seed & { readonly url: string }> => {
  const folder = folderOf(name)
  const file = path.join(folder, "gateway.json")
  const usable = liveUsers(name).length > 0 && isUp(folder) && existsSync(file)
  if (!usable) {
    await remove(folder)
    const { url } = await create(folder)
    writeFileSync(file, JSON.stringify({ ...seed(folder), url }))
  }
  mkdirSync(usersOf(name), { recursive: true })
  writeFileSync(path.join(usersOf(name), user()), "")
  return JSON.parse(readFileSync(file, "utf8"))
}

export const releaseRealGateway = async (name: (typeof names)[number]): Promise<void> => {
  if (!existsSync(folderOf(name))) return
  await alone(lockOf(name), async () => {
    rmSync(path.join(usersOf(name), user()), { force: true })
    if (liveUsers(name).length === 0) await remove(folderOf(name))
  })
}

export const releaseRealGateways = async (): Promise<void> => {
  for (const name of names) await releaseRealGateway(name)
}
