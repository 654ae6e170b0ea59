import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import type { Page } from "playwright-core"

/** Chooses files to upload by path: the browser reads them itself, instead of decoding megabytes of Base64. */
export const chooseFiles = async (page: Page, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> => {
  const folder = mkdtempSync(path.join(tmpdir(), "stowage-chosen-"))
  const paths = Object.entries(files).map(([name, content]) => {
    const file = path.join(folder, name)
    writeFileSync(file, content)
    return file
  })
  await page.getByLabel("Files to upload").setInputFiles(paths)
}
