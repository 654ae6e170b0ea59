import { Metric } from "effect"

const hits = Metric.counter("stowage_limits_hit_total", { description: "Tries above a limit, by the limit", incremental: true })

/** The part of a limit's key that we chose: what follows names who is counted, of whom there is no end. */
const nameOf = (key: string): string => {
  const [name = "", kind = ""] = key.split("/")
  return name === "login" ? `login_${kind}` : name.replaceAll("-", "_")
}

/** Counts a try that was above the limit of a key. */
export const limitHit = (key: string) => Metric.update(Metric.withAttributes(hits, { limit: nameOf(key) }), 1)
