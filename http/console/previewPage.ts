import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"

export const previewAddress = "/preview/pdf.html"

const hashOf = (html: string, element: "script" | "style"): string => {
  const [, content = ""] = new RegExp(`<${element}[^>]*>([^]*?)</${element}>`, "u").exec(html) ?? []
  return `'sha256-${createHash("sha256").update(content).digest("base64")}'`
}

export const previewHeaders = (path: string): ReadonlyArray<readonly [string, string]> => {
  const html = readFileSync(path, "utf8")
  return [
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "no-referrer"],
    ["Cross-Origin-Resource-Policy", "same-origin"],
    ["X-Frame-Options", "SAMEORIGIN"],
    [
      "Content-Security-Policy",
      [
        "sandbox allow-scripts",
        "default-src 'none'",
        `script-src ${hashOf(html, "script")}`,
        `style-src ${hashOf(html, "style")}`,
        "img-src blob: data:",
        "font-src data: blob:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'"
      ].join("; ")
    ]
  ]
}
