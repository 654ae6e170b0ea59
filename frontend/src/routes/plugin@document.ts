import { isDev } from "@builder.io/qwik"
import type { RequestHandler } from "@builder.io/qwik-city"
import { BRAND, type Brand } from "~/lib/brand"
import { contentSecurityPolicy } from "~/lib/content-security-policy"

/** How the installation presents itself, as the server that mounts the console says; it drops any such header that a client sends. */
const brandOf = (header: string | null, path: string): Brand & { readonly color: string | null } => {
  const brand = header === null ? { ...BRAND, color: null } : JSON.parse(decodeURIComponent(header)) as Brand & { readonly color: string | null }
  return path.replace(/\/$/, "") === "/login" ? brand : { ...brand, login_note: null }
}

const nonceOf = (bytes: number) => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))))

/** Headers and first-paint facts of every HTML document. Qwik stamps its scripts and links with sharedMap's `@nonce`. */
export const onRequest: RequestHandler = ({ sharedMap, headers, cookie, request }) => {
  headers.set("Cache-Control", "no-store")
  const theme = cookie.get("theme")?.value
  if (theme === "dark" || theme === "light") sharedMap.set("theme", theme)
  const density = cookie.get("density")?.value
  if (density === "compact" || density === "comfortable") sharedMap.set("density", density)
  if (cookie.get("font")?.value === "inter") sharedMap.set("font", "inter")
  if (cookie.get("rail")?.value === "folded") sharedMap.set("rail", "folded")
  sharedMap.set("brand", brandOf(request.headers.get("x-console-brand"), new URL(request.url).pathname))
  // The dev server needs inline and eval-like scripts; the policy belongs to what is built.
  if (isDev) return
  const nonce = nonceOf(16)
  sharedMap.set("@nonce", nonce)
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce))
}
