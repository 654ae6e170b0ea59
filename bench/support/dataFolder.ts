import { Effect } from "effect"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { copyCluster } from "../../test/support/copiedCluster.ts"

/** The embedded server's user needs access. */
export const dataFolder = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(path.join(tmpdir(), "stowage-bench-"))
    chmodSync(folder, 0o755)
    copyCluster(folder)
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)
