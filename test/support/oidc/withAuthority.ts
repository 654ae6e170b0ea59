import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { type CertificateAuthority, certificateAuthority } from "../certificates.ts"

export const withAuthority = <A>(use: (authority: CertificateAuthority) => A): A => {
  const folder = mkdtempSync(path.join(tmpdir(), "stowage-authority-"))
  try {
    return use(certificateAuthority(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
