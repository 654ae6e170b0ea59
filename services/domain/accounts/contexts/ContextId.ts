import { Option } from "effect"

/** Context id as sent by clients: `12` (account), `conn-8` (connection), `s3u-3` (RGW user). */
export type ContextRef = { readonly kind: "account" | "connection" | "s3_user"; readonly id: number }

const shape = /^(conn-|s3u-)?0*([0-9]{1,15})$/

/** Ignores leading zeros; zero, negative numbers and other text yield none (400 `invalid_context`). */
export const parseContextId = (text: string): Option.Option<ContextRef> => {
  const match = shape.exec(text)
  if (match === null) return Option.none()
  const id = Number(match[2])
  if (id < 1) return Option.none()
  return Option.some({ kind: match[1] === "conn-" ? "connection" : match[1] === "s3u-" ? "s3_user" : "account", id })
}

export const formatContextId = (ref: ContextRef): string =>
  ref.kind === "account" ? String(ref.id) : ref.kind === "connection" ? `conn-${ref.id}` : `s3u-${ref.id}`
