import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import type { Lack } from "./Requirement.ts"

const mount = (folder: string, size: string) =>
  spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=0755`, "tmpfs", folder], { encoding: "utf8" })
const unmount = (folder: string) => {
  spawnSync("umount", ["-l", folder])
  rmSync(folder, { recursive: true, force: true })
}
const mountPoint = () => mkdtempSync(path.join(tmpdir(), "stowage-disk-"))

export const smallDiskLack = (): Lack => {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "only root on Linux can mount one"
  const folder = mountPoint()
  const attempt = mount(folder, "1m")
  unmount(folder)
  return attempt.status === 0 ? undefined : (attempt.stderr || String(attempt.error)).trim()
}

export const smallDisk = (size: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const folder = mountPoint()
      const mounted = mount(folder, size)
      if (mounted.status !== 0) throw new Error(mounted.stderr)
      return folder
    }),
    (folder) => Effect.sync(() => unmount(folder))
  )

export const fillDisk = (folder: string) =>
  Effect.sync(() => {
    const file = path.join(folder, "ballast")
    const { bavail, bsize } = statfsSync(folder)
    try {
      writeFileSync(file, Buffer.alloc(bavail * bsize))
    } catch (cause) {
      // another process used the last block
      if (!(cause instanceof Error && "code" in cause && cause.code === "ENOSPC")) throw cause
    }
    return file
  })
