import type { Headers } from "effect/http"
import { createHash, timingSafeEqual } from "node:crypto"

const digest = (text: string) => createHash("sha256").update(text).digest()

/** Compares secrets in constant time, whatever their lengths. */
export const sameSecret = (presented: string, expected: string): boolean =>
  timingSafeEqual(digest(presented), digest(expected))

/** The Bearer token of a request; empty when there is none. */
export const presentedToken = (headers: Headers.Headers): string => {
  const match = /^Bearer (.+)$/i.exec(headers["authorization"] ?? "")
  return match?.[1] ?? ""
}
