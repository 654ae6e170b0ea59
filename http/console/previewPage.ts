import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"

/** Where the page that shows PDFs is, as the build wrote it: one file with one script (frontend/scripts/pdf.mjs). */
export const previewAddress = "/preview/pdf.html"

/** The hash of what is between two tags, as a Content-Security-Policy names it. */
const hashOf = (html: string, element: "script" | "style"): string => {
  const [, content = ""] = new RegExp(`<${element}[^>]*>([^]*?)</${element}>`, "u").exec(html) ?? []
  return `'sha256-${createHash("sha256").update(content).digest("base64")}'`
}

/**
 * The headers of a page that shows what strangers wrote: of no origin, however it is opened, without network, and in frames of our own
 * pages alone.
 */
export const previewHeaders = (path: string): ReadonlyArray<readonly [string, string]> => {
  const html = readFileSync(path, "utf8")
  return [
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "no-referrer"],
    ["Cross-Origin-Resource-Policy", "same-origin"],
    ["X-Frame-Options", "SAMEORIGIN"],
    ["Content-Security-Policy", [
      "sandbox allow-scripts", "default-src 'none'", `script-src ${hashOf(html, "script")}`, `style-src ${hashOf(html, "style")}`,
      "img-src blob: data:", "font-src data: blob:", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'self'"
    ].join("; ")]
  ]
}
