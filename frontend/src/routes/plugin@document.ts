import { isDev } from "@builder.io/qwik"
import type { RequestHandler } from "@builder.io/qwik-city"
import { DEFAULT_BRAND, type Brand } from "~/lib/brand"
import { contentSecurityPolicy } from "~/lib/content-security-policy"
import { SIGNED_IN_HINT } from "~/lib/signed-in-hint"

/** Without one of them (http/sessionCookies.ts), the page renews the session first. */
const ACCESS_COOKIES = ["__Host-stowage_access", "__Host-stowage_s3"]

/** The API server drops such a header of a client. */
const brandOf = (header: string | null, path: string): Brand & { readonly color: string | null } => {
  const brand =
    header === null
      ? { ...DEFAULT_BRAND, color: null }
      : (JSON.parse(decodeURIComponent(header)) as Brand & { readonly color: string | null })
  return path.replace(/\/$/, "") === "/login" ? brand : { ...brand, login_note: null }
}

const nonceOf = (bytes: number) => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))))

/** Qwik adds sharedMap's `@nonce` to its scripts and links. */
export const onRequest: RequestHandler = ({ sharedMap, headers, cookie, request }) => {
  headers.set("Cache-Control", "no-store")
  const theme = cookie.get("theme")?.value
  if (theme === "dark" || theme === "light") sharedMap.set("theme", theme)
  const density = cookie.get("density")?.value
  if (density === "compact" || density === "comfortable") sharedMap.set("density", density)
  if (cookie.get("font")?.value === "inter") sharedMap.set("font", "inter")
  if (cookie.get("rail")?.value === "folded") sharedMap.set("rail", "folded")
  if (cookie.has(SIGNED_IN_HINT) && !ACCESS_COOKIES.some((name) => cookie.has(name))) sharedMap.set("access", "expired")
  sharedMap.set("brand", brandOf(request.headers.get("x-console-brand"), new URL(request.url).pathname))
  // the dev server needs inline scripts and eval, which the CSP forbids
  if (isDev) return
  const nonce = nonceOf(16)
  sharedMap.set("@nonce", nonce)
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce))
}
