import { Effect, Metric } from "effect"

const hits = Metric.counter("stowage_limits_hit_total", {
  description: "Tries above a limit, by the limit",
  incremental: true
})

/** Constant part of a limit's key: the rest has unbounded cardinality. */
const nameOf = (key: string): string => {
  const [name = "", kind = ""] = key.split("/")
  return name === "login" ? `login_${kind}` : name.replaceAll("-", "_")
}

const names = [
  "bootstrap",
  "login_account",
  "login_address",
  "login_known",
  "login_locked",
  "login_s3",
  "oidc",
  "password",
  "recovery",
  "share"
]

export const limitHitsFromZero = Effect.forEach(
  names,
  (limit) => Metric.update(Metric.withAttributes(hits, { limit }), 0),
  { discard: true }
)

export const limitHit = (key: string) => Metric.update(Metric.withAttributes(hits, { limit: nameOf(key) }), 1)
