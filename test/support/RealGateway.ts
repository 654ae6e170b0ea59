import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import type { Lack } from "./Requirement.ts"
import { admin, alone, beside, create, isUp, remove } from "./rgw/cluster.ts"
import { cache, Impossible, install } from "./rgw/programs.ts"
import { seed, type Seed } from "./rgw/seed.ts"

/** A real Ceph gateway on this machine. */
export interface RealGateway extends Seed {
  readonly url: string
  readonly region: "default"
  /** runs `radosgw-admin` against it and answers what that printed */
  readonly radosgwAdmin: (...args: ReadonlyArray<string>) => string
  /** Another gateway of the same cluster with other settings (Ceph's names), e.g. limits small enough to be reached; shared as this one is. */
  readonly beside: (settings: Readonly<Record<string, string | number>>) => Promise<{ readonly url: string }>
}

/** Each checkout has its own instances; everything in them goes when their last user does. */
const checkout = createHash("sha256").update(path.resolve(import.meta.dirname)).digest("hex").slice(0, 8)
const folderOf = (name: string) => path.join(cache, `instance-${name}-${checkout}`)
const lockOf = (name: string) => path.join(cache, `instance-${name}-${checkout}.lock`)
const usersOf = (name: string) => path.join(folderOf(name), "users")
/** the run that a test file belongs to, whichever process it is in (set by the global set-up) */
export const runVariable = "STOWAGE_TEST_RUN"
const user = () => process.env[runVariable] ?? String(process.pid)

const liveUsers = (name: string): ReadonlyArray<string> =>
  existsSync(usersOf(name)) ? readdirSync(usersOf(name)).filter((pid) => existsSync(`/proc/${pid}`)) : []

/**
 * The gateway "a" or the second, independent "b", brought up at the first call (fetched too, once for each user of the
 * machine: about 40 s; then 5 s) and shared by all test files of a run, also by two runs at the same time. Where it
 * cannot be had, `lack` says why in one line, for `requirement`. Test data: make your own buckets and users by unique
 * names, others use the same gateway.
 *
 * @example
 * const { gateway, lack } = await realGateway("a")
 * requirement("real RGW", lack)("the contract", () => { … gateway!.url … })
 */
export const realGateway = async (name: "a" | "b"): Promise<{ readonly gateway?: RealGateway; readonly lack: Lack }> => {
  try {
    await alone(path.join(cache, "install.lock"), async () => install())
    const details = await alone(lockOf(name), () => bringUp(name))
    const radosgwAdmin = (...args: ReadonlyArray<string>) => admin(folderOf(name), ...args)
    return { gateway: { ...details, region: "default", radosgwAdmin, beside: (settings) => alone(lockOf(name), () => beside(folderOf(name), settings)) }, lack: undefined }
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

/** Says that this run needs the gateways no more; the last user's word ends them. */
export const releaseRealGateways = async (): Promise<void> => {
  for (const name of ["a", "b"]) {
    if (!existsSync(folderOf(name))) continue
    await alone(lockOf(name), async () => {
      rmSync(path.join(usersOf(name), user()), { force: true })
      if (liveUsers(name).length === 0) await remove(folderOf(name))
    })
  }
}
