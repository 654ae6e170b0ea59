import type { Headers } from "effect/http"
import { createHash, timingSafeEqual } from "node:crypto"

const digest = (text: string) => createHash("sha256").update(text).digest()

export const sameSecret = (presented: string, expected: string): boolean =>
  timingSafeEqual(digest(presented), digest(expected))

export const presentedToken = (headers: Headers.Headers): string => {
  const match = /^Bearer (.+)$/i.exec(headers["authorization"] ?? "")
  return match?.[1] ?? ""
}
