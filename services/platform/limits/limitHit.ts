import { Effect, Metric } from "effect"

const hits = Metric.counter("stowage_limits_hit_total", { description: "Tries above a limit, by the limit", incremental: true })

/** The part of a limit's key that we chose: what follows names who is counted, of whom there is no end. */
const nameOf = (key: string): string => {
  const [name = "", kind = ""] = key.split("/")
  return name === "login" ? `login_${kind}` : name.replaceAll("-", "_")
}

/** Limits of sign-in and of requests that carry a secret. */
const names = ["bootstrap", "login_account", "login_address", "login_known", "login_locked", "login_s3", "oidc", "password", "recovery", "share"]

/** Makes their counters exist before a first try above them, so that it is an increase. */
export const limitHitsFromZero = Effect.forEach(names, (limit) => Metric.update(Metric.withAttributes(hits, { limit }), 0), { discard: true })

/** Counts a try that was above the limit of a key. */
export const limitHit = (key: string) => Metric.update(Metric.withAttributes(hits, { limit: nameOf(key) }), 1)
