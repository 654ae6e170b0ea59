import type { Lifecycle, LifecycleRule } from "#domain/buckets/lifecycle/Lifecycle.ts"
import type { BinaryReader } from "./BinaryReader.ts"

const expirationOf = (reader: BinaryReader) =>
  reader.struct(4, (part, version) => ({
    days: part.writtenNumber(),
    date: version >= 3 ? part.text() || null : null,
    newer: version >= 4 ? part.writtenNumber() : null
  }))

const transitionOf = (reader: BinaryReader) =>
  reader.struct(1, (part) => ({
    days: part.writtenNumber(),
    date: part.text() || null,
    storage_class: part.text()
  }))

const tagsOf = (reader: BinaryReader) =>
  reader.struct(1, (part) => part.list((pair) => ({ key: pair.text(), value: pair.text() })))

const filterOf = (reader: BinaryReader) =>
  reader.struct(4, (part, version) => {
    const prefix = part.text()
    const tags = version >= 2 && part.hasMore ? tagsOf(part) : []
    if (part.hasMore) part.u32()
    return {
      prefix,
      tags,
      size_greater_than: part.hasMore ? part.writtenNumber() : null,
      size_less_than: part.hasMore ? part.writtenNumber() : null
    }
  })

const ruleOf = (reader: BinaryReader): LifecycleRule =>
  reader.struct(6, (part) => {
    const [id, prefix, status] = [part.text(), part.text(), part.text()]
    const expiration = expirationOf(part)
    const noncurrent = expirationOf(part)
    const abort = expirationOf(part)
    const isMarker = part.flag()
    const filter = filterOf(part)
    const transitions = part.list((entry) => {
      entry.text()
      return transitionOf(entry)
    })
    const noncurrentTransitions = part.list((entry) => {
      entry.text()
      return transitionOf(entry)
    })
    return {
      id: id || null,
      enabled: status === "Enabled",
      filter: { ...filter, prefix: filter.prefix || prefix },
      expiration:
        expiration.days !== null
          ? { days: expiration.days }
          : expiration.date !== null
            ? { date: expiration.date.slice(0, 10) }
            : isMarker
              ? { expired_object_delete_marker: true }
              : null,
      noncurrent_expiration:
        noncurrent.days === null ? null : { days: noncurrent.days, newer_versions: noncurrent.newer },
      transitions: transitions.map(({ date, days, storage_class }) =>
        days === null ? { date: (date ?? "").slice(0, 10), storage_class } : { days, storage_class }
      ),
      noncurrent_transitions: noncurrentTransitions.map(({ days, storage_class }) => ({
        days: days ?? 0,
        newer_versions: null,
        storage_class
      })),
      abort_multipart: abort.days === null ? null : { days: abort.days }
    }
  })

export const lifecycleAttribute = (reader: BinaryReader): Lifecycle => ({
  rules: reader.struct(1, (part) =>
    part.list((entry) => {
      entry.text()
      return ruleOf(entry)
    })
  )
})
