import { Effect } from "effect"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"

export const temporaryFolder = (mode = 0o755) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const folder = mkdtempSync(path.join(tmpdir(), "stowage-test-"))
      chmodSync(folder, mode)
      return folder
    }),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )
