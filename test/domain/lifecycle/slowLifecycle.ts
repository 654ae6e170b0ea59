import type { LifecycleRule } from "#domain/buckets/lifecycle/Lifecycle.ts"

export interface Entry {
  readonly id: string
  size: number
  at: number
  marker: boolean
  storageClass: string
  tags: ReadonlyArray<{ readonly key: string; readonly value: string }>
}

export interface Done {
  readonly run: number
  readonly rule: number
  readonly act: string
  readonly id: string
}

const DAY = 86_400_000

const expired = (midnight: number, since: number, days: number) =>
  (midnight - Math.floor(since / 1000) * 1000) / DAY >= days

export const slowLifecycle = (
  rules: ReadonlyArray<LifecycleRule>,
  bucket: Map<string, Array<Entry>>,
  versioned: boolean,
  now: number,
  days: number
): ReadonlyArray<Done> => {
  const done: Array<Done> = []
  const order = rules
    .map((rule, index) => ({ rule, index }))
    .filter(({ rule }) => rule.enabled)
    .sort((one, other) => {
      const [a, b] = [one.rule.filter.prefix, other.rule.filter.prefix]
      return a < b ? -1 : a > b ? 1 : (one.rule.id ?? "") < (other.rule.id ?? "") ? -1 : 1
    })
  const today = new Date(now)
  for (let run = 1; run <= days; run++) {
    const midnight = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + run)
    for (const { index, rule } of order) {
      for (const [key, entries] of bucket) {
        if (!key.startsWith(rule.filter.prefix)) continue
        const todo: Array<() => void> = []
        entries.forEach((entry, place) => {
          const { size_greater_than: above, size_less_than: below } = rule.filter
          const sized = (above === null || entry.size > above) && (below === null || entry.size < below)
          const latest: Array<{ due: number; act: string; to?: string }> = []
          const alone = place === entries.length - 1
          const { expiration, noncurrent_expiration: old } = rule
          if (expiration !== null && place === 0 && sized && (!entry.marker || alone)) {
            const act = entry.marker ? "remove_marker" : "expire_current"
            if ("days" in expiration && expired(midnight, entry.at, expiration.days))
              latest.push({ due: Math.floor(entry.at / 1000) * 1000 + expiration.days * DAY, act })
            if ("date" in expiration && Date.parse(expiration.date) <= midnight)
              latest.push({ due: Date.parse(expiration.date), act })
          }
          if (expiration !== null && "expired_object_delete_marker" in expiration && entry.marker && alone)
            latest.push({ due: midnight, act: "remove_marker" })
          const since = entries[place - 1]?.at ?? entry.at
          if (
            old !== null &&
            place > 0 &&
            sized &&
            expired(midnight, since, old.days) &&
            place > (old.newer_versions ?? 0)
          ) {
            latest.push({ due: Math.floor(since / 1000) * 1000 + old.days * DAY, act: "expire_noncurrent" })
          }
          if (!entry.marker && sized) {
            for (const one of place === 0 ? rule.transitions : rule.noncurrent_transitions) {
              if ("days" in one ? expired(midnight, since, one.days) : Date.parse(one.date) <= midnight) {
                latest.push({
                  due: "days" in one ? Math.floor(since / 1000) * 1000 + one.days * DAY : Date.parse(one.date),
                  act: "transition",
                  to: one.storage_class
                })
              }
            }
          }
          const most = Math.max(...latest.map(({ due }) => due))
          const chosen = latest.find(({ due }) => due === most)
          if (chosen === undefined || chosen.to === entry.storageClass) return
          if (
            !entry.marker &&
            !rule.filter.tags.every(({ key: name, value }) =>
              entry.tags.some((tag) => tag.key === name && tag.value === value)
            )
          )
            return
          done.push({ run, rule: index, act: chosen.act, id: entry.id })
          todo.push(() => {
            if (chosen.to !== undefined) entry.storageClass = chosen.to
            else if (chosen.act === "expire_current" && versioned)
              entries.unshift({
                id: `marker of run ${run}`,
                size: 0,
                at: midnight,
                marker: true,
                storageClass: "STANDARD",
                tags: []
              })
            else entries.splice(entries.indexOf(entry), 1)
          })
        })
        for (const act of todo) act()
      }
    }
  }
  return done
}
