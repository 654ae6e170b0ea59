import { isDev } from "@builder.io/qwik"
import type { RequestHandler } from "@builder.io/qwik-city"
import { contentSecurityPolicy } from "~/lib/content-security-policy"

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
  // The dev server needs inline and eval-like scripts; the policy belongs to what is built.
  if (isDev) return
  const nonce = nonceOf(16)
  sharedMap.set("@nonce", nonce)
  // Set by the server that mounts the console, which drops any such header that a client sends.
  const gateways = request.headers.get("x-console-connect")?.split(" ").filter(Boolean) ?? []
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce, gateways))
}
