import { createHash } from "node:crypto"
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  statSync,
  symlinkSync
} from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"

/** PostgreSQL refuses to run as root. */
const NOBODY_ID = 65534
const isRoot = process.getuid?.() === 0
export const identity = isRoot ? { uid: NOBODY_ID, gid: NOBODY_ID } : {}
export const chownForPostgres = (file: string) => {
  if (isRoot) chownSync(file, NOBODY_ID, NOBODY_ID)
}

export interface PostgresPaths {
  readonly home: string
  readonly cluster: string
  readonly socketDir: string
}

export const traversable = (directory: string): boolean => {
  if (!isRoot) return true
  for (let at = directory; ; at = path.dirname(at)) {
    const stats = statSync(at, { throwIfNoEntry: false })
    if (stats !== undefined && (stats.mode & 0o001) === 0 && stats.uid !== NOBODY_ID) return false
    if (at === path.dirname(at)) return true
  }
}

const fingerprint = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 12)

/** Chooses `dataDir/postgres`, or /var/lib/stowage behind a link if the server's user cannot reach it. */
export const makePlace = (dataDir: string): PostgresPaths => {
  const directory = path.resolve(dataDir)
  mkdirSync(directory, { recursive: true, mode: 0o755 })
  const home = traversable(directory) ? directory : elsewhere(directory)
  const cluster = path.join(home, "postgres")
  return { home, cluster, socketDir: socketDirectory(cluster) }
}

const elsewhere = (directory: string): string => {
  const home = path.join("/var/lib/stowage", fingerprint(directory))
  mkdirSync(home, { recursive: true, mode: 0o755 })
  const link = path.join(directory, "postgres")
  if (lstatSync(link, { throwIfNoEntry: false }) === undefined) symlinkSync(path.join(home, "postgres"), link)
  return home
}

/** A Unix socket's path is limited to about 104 bytes. */
const socketDirectory = (cluster: string): string => {
  if (Buffer.byteLength(path.join(cluster, ".s.PGSQL.5432.lock")) <= 100) return cluster
  const short = path.join(tmpdir(), `stowage-${fingerprint(cluster)}`)
  mkdirSync(short, { recursive: true, mode: 0o700 })
  const stats = lstatSync(short)
  const mine = stats.isDirectory() && (stats.uid === process.getuid?.() || (isRoot && stats.uid === NOBODY_ID))
  if (!mine) throw new Error(`${short} belongs to someone else: remove it, or set DATA_DIR to a shorter path`)
  chownForPostgres(short)
  chmodSync(short, 0o700)
  return short
}

export const removeSocketDirectory = ({ cluster, socketDir }: PostgresPaths): void => {
  if (socketDir !== cluster && existsSync(socketDir) && readdirSync(socketDir).length === 0) rmdirSync(socketDir)
}
