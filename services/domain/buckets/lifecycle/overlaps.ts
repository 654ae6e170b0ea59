/** The console uses this file, so it imports nothing. */
export interface MeetingRule {
  readonly id: string | null
  readonly enabled: boolean
  readonly filter: MeetingFilter
  readonly expiration:
    | { readonly days: number }
    | { readonly date: string }
    | { readonly expired_object_delete_marker: true }
    | null
  readonly noncurrent_expiration: { readonly days: number; readonly newer_versions: number | null } | null
  readonly transitions: ReadonlyArray<
    ({ readonly days: number } | { readonly date: string }) & { readonly storage_class: string }
  >
  readonly abort_multipart: { readonly days: number } | null
}

interface MeetingFilter {
  readonly prefix: string
  readonly tags: ReadonlyArray<{ readonly key: string; readonly value: string }>
  readonly size_greater_than: number | null
  readonly size_less_than: number | null
}

export interface Overlap {
  readonly rules: readonly [number, number]
  readonly message: string
}

const meets = (one: MeetingFilter, other: MeetingFilter): boolean => {
  if (!one.prefix.startsWith(other.prefix) && !other.prefix.startsWith(one.prefix)) return false
  if (one.tags.some(({ key, value }) => other.tags.some((tag) => tag.key === key && tag.value !== value))) return false
  const above = Math.max(one.size_greater_than ?? -1, other.size_greater_than ?? -1)
  const below = Math.min(one.size_less_than ?? Infinity, other.size_less_than ?? Infinity)
  return above + 1 < below
}

const nameOf = ({ id }: MeetingRule, index: number): string => (id === null ? `rule ${index + 1}` : `“${id}”`)
const days = (count: number) => (count === 1 ? "1 day" : `${count.toLocaleString("en-US")} days`)

const deletedAt = ({ expiration }: MeetingRule): number | string | null =>
  expiration === null ? null : "days" in expiration ? expiration.days : "date" in expiration ? expiration.date : null

const describeOverlap = (
  one: MeetingRule,
  other: MeetingRule,
  first: string,
  second: string
): ReadonlyArray<string> => {
  const under = one.filter.prefix.length > other.filter.prefix.length ? one.filter.prefix : other.filter.prefix
  const where = under === "" ? "" : ` under ${under}`
  const messages: Array<string> = []
  const [mine, theirs] = [deletedAt(one), deletedAt(other)]
  if (typeof mine === "number" && typeof theirs === "number") {
    messages.push(
      mine === theirs
        ? `${first} and ${second} both delete objects${where} after ${days(mine)}: one of them is enough`
        : `${first} and ${second} both delete objects${where}: the shorter time wins, ` +
            `${days(Math.min(mine, theirs))} of ${mine < theirs ? first : second}`
    )
  } else if (mine !== null && theirs !== null) {
    messages.push(`${first} and ${second} both delete objects${where}: whichever comes first wins`)
  }
  const [old, older] = [one.noncurrent_expiration, other.noncurrent_expiration]
  if (old !== null && older !== null) {
    messages.push(
      old.newer_versions !== older.newer_versions
        ? `${first} and ${second} both delete old versions${where}: a version goes as soon as either says so, ` +
            "also one that the other keeps"
        : `${first} and ${second} both delete old versions${where}: the shorter time wins, ` +
            `${days(Math.min(old.days, older.days))}`
    )
  }
  const [mineAborts, theirAborts] = [one.abort_multipart, other.abort_multipart]
  if (mineAborts !== null && theirAborts !== null) {
    messages.push(
      `${first} and ${second} both remove unfinished uploads${where}: the shorter time wins, ` +
        `${days(Math.min(mineAborts.days, theirAborts.days))}`
    )
  }
  for (const [mover, deleter, moving, deleting] of [
    [one, other, first, second],
    [other, one, second, first]
  ] as const) {
    const deletionDay = deletedAt(deleter)
    for (const transition of mover.transitions) {
      if (typeof deletionDay === "number" && "days" in transition && transition.days >= deletionDay) {
        messages.push(
          `${deleting} deletes objects${where} after ${days(deletionDay)}: ${moving} never moves them to ` +
            `${transition.storage_class}`
        )
      }
    }
  }
  for (const transition of one.transitions) {
    const twin = other.transitions.find(
      (candidate) => "days" in candidate && "days" in transition && candidate.days === transition.days
    )
    if (twin !== undefined && twin.storage_class !== transition.storage_class) {
      messages.push(
        `${first} and ${second} move objects${where} on the same day to ${transition.storage_class} and to ` +
          `${twin.storage_class}: which wins is the gateway's to say`
      )
    }
  }
  return messages
}

/** Gateways run rules independently: the first action wins. A thousand rules have half a million pairs. */
export const overlaps = (rules: ReadonlyArray<MeetingRule>, limit = 50): ReadonlyArray<Overlap> => {
  const ruleOverlaps: Array<Overlap> = []
  for (const [index, one] of rules.entries()) {
    if (!one.enabled) continue
    for (let next = index + 1; next < rules.length; next++) {
      const other = rules[next]
      if (other === undefined || !other.enabled || !meets(one.filter, other.filter)) continue
      for (const message of describeOverlap(one, other, nameOf(one, index), nameOf(other, next))) {
        ruleOverlaps.push({ rules: [index, next], message })
        if (ruleOverlaps.length >= limit) return ruleOverlaps
      }
    }
  }
  return ruleOverlaps
}
