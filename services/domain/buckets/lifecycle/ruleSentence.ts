type Moment = { readonly days: number } | { readonly date: string }

/** The console uses this file, so it imports nothing. */
export interface WordedRule {
  readonly id: string | null
  readonly enabled: boolean
  readonly filter: WordedFilter
  readonly expiration: Moment | { readonly expired_object_delete_marker: true } | null
  readonly noncurrent_expiration: { readonly days: number; readonly newer_versions: number | null } | null
  readonly transitions: ReadonlyArray<Moment & { readonly storage_class: string }>
  readonly noncurrent_transitions: ReadonlyArray<{
    readonly days: number
    readonly newer_versions: number | null
    readonly storage_class: string
  }>
  readonly abort_multipart: { readonly days: number } | null
}

interface WordedFilter {
  readonly prefix: string
  readonly tags: ReadonlyArray<{ readonly key: string; readonly value: string }>
  readonly size_greater_than: number | null
  readonly size_less_than: number | null
}

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`

const units = [
  ["TiB", 1024 ** 4],
  ["GiB", 1024 ** 3],
  ["MiB", 1024 ** 2],
  ["KiB", 1024]
] as const
const sizeText = (bytes: number): string => {
  const unit = units.find(([, size]) => bytes >= size && Number.isInteger(bytes / size))
  return unit === undefined ? counted(bytes, "byte") : `${(bytes / unit[1]).toLocaleString("en-US")} ${unit[0]}`
}

export const filterText = ({ prefix, size_greater_than: above, size_less_than: below, tags }: WordedFilter): string =>
  [
    ...(prefix === "" ? [] : [`under ${prefix}`]),
    ...(tags.length === 0
      ? []
      : [`tagged ${tags.map(({ key, value }) => (value === "" ? key : `${key}=${value}`)).join(" and ")}`]),
    ...(above === null ? [] : [`larger than ${sizeText(above)}`]),
    ...(below === null ? [] : [`smaller than ${sizeText(below)}`])
  ].join(", ")

const when = (moment: Moment): string =>
  "days" in moment ? `${counted(moment.days, "day")} after they were written` : `on ${moment.date}`
const beyond = (newer: number | null): string =>
  newer === null ? "" : `, the newest ${newer === 1 ? "one" : newer.toLocaleString("en-US")} always kept`

export const ruleSentences = (rule: WordedRule): ReadonlyArray<string> => {
  const chosen = filterText(rule.filter)
  const which = chosen === "" ? "All objects" : `Objects ${chosen}`
  const { abort_multipart, expiration, noncurrent_expiration, noncurrent_transitions, transitions } = rule
  const of = chosen === "" ? "" : ` of objects ${chosen}`
  return [
    ...transitions.map((one) => `${which} move to ${one.storage_class} ${when(one)}`),
    ...(expiration === null
      ? []
      : "days" in expiration
        ? [`${which} are deleted ${counted(expiration.days, "day")} after they were written`]
        : "date" in expiration
          ? [`${which} are deleted from ${expiration.date} on`]
          : [
              `Delete markers${rule.filter.prefix === "" ? "" : ` under ${rule.filter.prefix}`}
                with no version left are removed`
            ]),
    ...noncurrent_transitions.map(
      (one) =>
        `Old versions${of} move to ${one.storage_class} ${counted(one.days, "day")} after they were ` +
        `replaced${beyond(one.newer_versions)}`
    ),
    ...(noncurrent_expiration === null
      ? []
      : [
          `Old versions${of} are deleted ${counted(noncurrent_expiration.days, "day")} after they were ` +
            `replaced${beyond(noncurrent_expiration.newer_versions)}`
        ]),
    ...(abort_multipart === null
      ? []
      : [
          `Unfinished uploads${rule.filter.prefix === "" ? "" : ` under ${rule.filter.prefix}`} are removed ` +
            `${counted(abort_multipart.days, "day")} after they began`
        ])
  ]
}
