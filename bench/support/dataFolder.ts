import { Effect } from "effect"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"

/** A folder for a bench's data, gone with its scope. The embedded server runs as another user, who must get in. */
export const dataFolder = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(path.join(tmpdir(), "stowage-bench-"))
    chmodSync(folder, 0o755)
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)
