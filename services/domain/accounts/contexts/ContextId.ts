import { Option } from "effect"

/** An execution context as callers name it: `12` (account), `conn-8` (connection), `s3u-3` (RGW user). */
export type ContextRef = { readonly kind: "account" | "connection" | "s3_user"; readonly id: number }

const shape = /^(conn-|s3u-)?0*([0-9]{1,15})$/

/**
 * Reads a context selector. Leading zeros resolve to the canonical form; `-1`, `null`, zero, negatives and any
 * other shape are none (the caller answers 400 `invalid_context`).
 */
export const parseContextId = (text: string): Option.Option<ContextRef> => {
  const match = shape.exec(text)
  if (match === null) return Option.none()
  const id = Number(match[2])
  if (id < 1) return Option.none()
  return Option.some({ kind: match[1] === "conn-" ? "connection" : match[1] === "s3u-" ? "s3_user" : "account", id })
}

/** The canonical text of a context: no leading zeros. */
export const formatContextId = (ref: ContextRef): string =>
  ref.kind === "account" ? String(ref.id) : ref.kind === "connection" ? `conn-${ref.id}` : `s3u-${ref.id}`
