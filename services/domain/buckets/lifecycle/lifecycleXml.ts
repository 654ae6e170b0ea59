import {
  type Element,
  element,
  elementsOf,
  findElement,
  leaf,
  nameOf,
  textAt,
  withParts
} from "../../platform/xml/Element.ts"
import { anyText, type KnownParts, isOneOf } from "../../platform/xml/knownParts.ts"
import { type DroppedElements, listElement } from "../../platform/xml/listElement.ts"
import type { LifecycleExpiration, LifecycleFilter, LifecycleRule, LifecycleTransition } from "./Lifecycle.ts"
import { longest } from "./Lifecycle.ts"

type NoncurrentTransition = LifecycleRule["noncurrent_transitions"][number]

const midnight = /^(\d{4}-\d\d-\d\d)T00:00:00(?:\.0+)?(?:Z|\+00:00)$/

/** RGW stores days as text and reads their leading number, 0 without one. Null: no such element. */
const numberAt = (part: Element | undefined, name: string): number | null => {
  const text = textAt(part, name)
  if (text === undefined) return null
  const digits = /^\s*\+?(\d+)/.exec(text)?.[1]
  return digits === undefined ? 0 : Math.min(Number(digits), longest)
}

const sizeAt = (part: Element | undefined, name: string): number | null => {
  const digits = /^\s*\+?(\d+)/.exec(textAt(part, name) ?? "")?.[1]
  return digits === undefined ? null : Math.min(Number(digits), Number.MAX_SAFE_INTEGER)
}

const dateOf = (text: string): string => midnight.exec(text.trim())?.[1] ?? text.trim()
const writtenDate = (date: string): string => (/^\d{4}-\d\d-\d\d$/.test(date) ? `${date}T00:00:00Z` : date)

const newerOf = (part: Element): number | null => numberAt(part, "NewerNoncurrentVersions") || null

/** Conditions are in And, in Filter, or (original S3 format) in the rule itself. */
const conditionsOf = (rule: Element): Element | undefined =>
  findElement(rule, "Filter", "And") ?? findElement(rule, "Filter")

const tagOf = (tag: Element) => ({ key: textAt(tag, "Key") ?? "", value: textAt(tag, "Value") ?? "" })

const filterOf = (rule: Element): LifecycleFilter => {
  const conditions = conditionsOf(rule)
  return {
    prefix: textAt(conditions, "Prefix") ?? textAt(rule, "Prefix") ?? "",
    tags: elementsOf(conditions, "Tag").map(tagOf),
    size_greater_than: sizeAt(conditions, "ObjectSizeGreaterThan"),
    size_less_than: sizeAt(conditions, "ObjectSizeLessThan")
  }
}

const expirationOf = (part: Element | undefined): LifecycleExpiration | null => {
  const days = numberAt(part, "Days")
  const date = textAt(part, "Date")
  if (days !== null) return { days }
  if (date !== undefined && date.trim() !== "") return { date: dateOf(date) }
  return textAt(part, "ExpiredObjectDeleteMarker")?.trim() === "true" ? { expired_object_delete_marker: true } : null
}

const transitionOf = (part: Element): LifecycleTransition => {
  const storage_class = textAt(part, "StorageClass") || "STANDARD"
  const date = textAt(part, "Date")
  return date === undefined || date.trim() === ""
    ? { days: numberAt(part, "Days") ?? 0, storage_class }
    : { date: dateOf(date), storage_class }
}

const noncurrentTransitionOf = (part: Element): NoncurrentTransition => ({
  days: numberAt(part, "NoncurrentDays") ?? 0,
  newer_versions: newerOf(part),
  storage_class: textAt(part, "StorageClass") || "STANDARD"
})

export const parseLifecycleRule = (rule: Element): LifecycleRule => {
  const noncurrent = findElement(rule, "NoncurrentVersionExpiration")
  const abort = findElement(rule, "AbortIncompleteMultipartUpload")
  return {
    id: textAt(rule, "ID") || null,
    enabled: textAt(rule, "Status")?.trim() === "Enabled",
    filter: filterOf(rule),
    expiration: expirationOf(findElement(rule, "Expiration")),
    noncurrent_expiration:
      noncurrent === undefined
        ? null
        : { days: numberAt(noncurrent, "NoncurrentDays") ?? 0, newer_versions: newerOf(noncurrent) },
    transitions: elementsOf(rule, "Transition").map(transitionOf),
    noncurrent_transitions: elementsOf(rule, "NoncurrentVersionTransition").map(noncurrentTransitionOf),
    abort_multipart: abort === undefined ? null : { days: numberAt(abort, "DaysAfterInitiation") ?? 0 }
  }
}

const knownConditions = {
  Prefix: anyText,
  Tag: { Key: anyText, Value: anyText },
  ObjectSizeGreaterThan: anyText,
  ObjectSizeLessThan: anyText
}
const knownNoncurrent = { NoncurrentDays: anyText, NewerNoncurrentVersions: anyText }
export const knownRule: KnownParts = {
  ID: anyText,
  Prefix: anyText,
  Status: isOneOf("Enabled", "Disabled"),
  Filter: { ...knownConditions, And: knownConditions },
  Expiration: { Days: anyText, Date: anyText, ExpiredObjectDeleteMarker: anyText },
  Transition: { Days: anyText, Date: anyText, StorageClass: anyText },
  NoncurrentVersionExpiration: knownNoncurrent,
  NoncurrentVersionTransition: { ...knownNoncurrent, StorageClass: anyText },
  AbortIncompleteMultipartUpload: { DaysAfterInitiation: anyText }
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const conditions = ["Prefix", "Tag", "ObjectSizeGreaterThan", "ObjectSizeLessThan"]

/** Keeps unknown parts, and the original S3 format where it suffices. */
const withFilter = (rule: Element, filter: LifecycleFilter, dropped: DroppedElements): Element => {
  const { prefix, size_greater_than, size_less_than, tags } = filter
  const parts = [
    ...listElement(
      elementsOf(conditionsOf(rule), "Tag").map((part) => ({ item: tagOf(part), element: part })),
      tags,
      ({ key }) => key,
      ({ key, value }, old) =>
        withParts(old ?? element("Tag"), ["Key", "Value"], [leaf("Key", key), leaf("Value", value)]),
      dropped
    ),
    ...(size_greater_than === null ? [] : [leaf("ObjectSizeGreaterThan", size_greater_than)]),
    ...(size_less_than === null ? [] : [leaf("ObjectSizeLessThan", size_less_than)])
  ]
  const old = findElement(rule, "Filter")
  if (old === undefined && findElement(rule, "Prefix") !== undefined && parts.length === 0)
    return withParts(rule, ["Prefix"], [leaf("Prefix", prefix)])
  const and = findElement(old, "And")
  const unknown =
    (and ?? old)?.content.filter(
      (part): part is Element => typeof part !== "string" && !conditions.includes(nameOf(part))
    ) ?? []
  const several = parts.length + unknown.length + (prefix === "" ? 0 : 1) > 1
  const filterParts =
    several && prefix === ""
      ? parts
      : [leaf("Prefix", prefix), ...parts].slice(prefix === "" && parts.length + unknown.length === 1 ? 1 : 0)
  const holder = old ?? element("Filter")
  const fresh = several
    ? withParts(
        { ...holder, content: [] },
        [],
        [withParts(and ?? { ...element("And"), content: unknown }, conditions, filterParts)]
      )
    : withParts(
        { ...holder, content: and === undefined ? holder.content : unknown },
        [...conditions, "And"],
        filterParts
      )
  return withParts(rule, ["Prefix", "Filter"], [fresh])
}

const expirationElement = (expiration: LifecycleExpiration, old: Element | undefined): Element =>
  withParts(
    old ?? element("Expiration"),
    ["Days", "Date", "ExpiredObjectDeleteMarker"],
    [
      "days" in expiration
        ? leaf("Days", expiration.days)
        : "date" in expiration
          ? leaf("Date", writtenDate(expiration.date))
          : leaf("ExpiredObjectDeleteMarker", true)
    ]
  )

const transitionElement = (transition: LifecycleTransition, old: Element): Element =>
  withParts(
    old,
    ["Days", "Date", "StorageClass"],
    [
      "days" in transition ? leaf("Days", transition.days) : leaf("Date", writtenDate(transition.date)),
      leaf("StorageClass", transition.storage_class)
    ]
  )

const newerLeaf = (versions: number | null) =>
  versions === null ? undefined : leaf("NewerNoncurrentVersions", versions)

const noncurrentTransitionElement = (
  { days, newer_versions, storage_class }: NoncurrentTransition,
  old: Element
): Element =>
  withParts(
    old,
    ["NewerNoncurrentVersions", "NoncurrentDays", "StorageClass"],
    [newerLeaf(newer_versions), leaf("NoncurrentDays", days), leaf("StorageClass", storage_class)]
  )

/** Unchanged parts keep their bytes. */
export const ruleElement = (rule: LifecycleRule, old: Element | undefined, dropped: DroppedElements): Element => {
  const transitionsFrom = <Item extends LifecycleTransition | NoncurrentTransition>(
    name: string,
    read: (part: Element) => Item,
    items: ReadonlyArray<Item>,
    write: (item: Item, part: Element) => Element
  ) =>
    listElement(
      elementsOf(old, name).map((part) => ({ item: read(part), element: part })),
      items,
      ({ storage_class }) => storage_class,
      (item, part) => write(item, part ?? element(name)),
      dropped
    )
  const before = old === undefined ? null : parseLifecycleRule(old)
  let updatedRule = old ?? element("Rule")
  const put = (differs: boolean, names: ReadonlyArray<string>, parts: ReadonlyArray<Element | undefined>) => {
    if (before === null || differs) updatedRule = withParts(updatedRule, names, parts)
  }
  put(before?.id !== rule.id, ["ID"], [rule.id === null ? undefined : leaf("ID", rule.id)])
  if (before === null || !same(before.filter, rule.filter)) updatedRule = withFilter(updatedRule, rule.filter, dropped)
  put(before?.enabled !== rule.enabled, ["Status"], [leaf("Status", rule.enabled ? "Enabled" : "Disabled")])
  put(
    !same(before?.transitions, rule.transitions),
    ["Transition"],
    transitionsFrom("Transition", transitionOf, rule.transitions, transitionElement)
  )
  put(
    !same(before?.expiration, rule.expiration),
    ["Expiration"],
    [rule.expiration === null ? undefined : expirationElement(rule.expiration, findElement(updatedRule, "Expiration"))]
  )
  put(
    !same(before?.noncurrent_transitions, rule.noncurrent_transitions),
    ["NoncurrentVersionTransition"],
    transitionsFrom(
      "NoncurrentVersionTransition",
      noncurrentTransitionOf,
      rule.noncurrent_transitions,
      noncurrentTransitionElement
    )
  )
  const { noncurrent_expiration: noncurrent } = rule
  put(
    !same(before?.noncurrent_expiration, noncurrent),
    ["NoncurrentVersionExpiration"],
    [
      noncurrent === null
        ? undefined
        : withParts(
            findElement(updatedRule, "NoncurrentVersionExpiration") ?? element("NoncurrentVersionExpiration"),
            ["NewerNoncurrentVersions", "NoncurrentDays"],
            [newerLeaf(noncurrent.newer_versions), leaf("NoncurrentDays", noncurrent.days)]
          )
    ]
  )
  const { abort_multipart: abort } = rule
  put(
    !same(before?.abort_multipart, abort),
    ["AbortIncompleteMultipartUpload"],
    [
      abort === null
        ? undefined
        : withParts(
            findElement(updatedRule, "AbortIncompleteMultipartUpload") ?? element("AbortIncompleteMultipartUpload"),
            ["DaysAfterInitiation"],
            [leaf("DaysAfterInitiation", abort.days)]
          )
    ]
  )
  return updatedRule
}
