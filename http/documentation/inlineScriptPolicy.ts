import { createHash } from "node:crypto"

const scripts = /<script[^>]*>([\s\S]*?)<\/script>/g

const hashes = (page: string) =>
  Array.from(
    page.matchAll(scripts),
    ([, text]) =>
      `'sha256-${createHash("sha256")
        .update(text ?? "")
        .digest("base64")}'`
  )

export const inlineScriptPolicy = (page: string) =>
  `default-src 'none'; script-src ${hashes(page).join(" ")}; style-src 'unsafe-inline'; img-src 'self' data: blob:; ` +
  "font-src 'self' data:; connect-src 'self'; worker-src blob:; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'"
