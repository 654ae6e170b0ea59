import { Schema } from "effect"
import { FilledText, Text } from "../../platform/Text.ts"
import {
  type Element,
  element,
  elementsOf,
  findElement,
  leaf,
  textAt,
  textsOf,
  withParts
} from "../../platform/xml/Element.ts"
import { anyText, type KnownParts } from "../../platform/xml/knownParts.ts"
import { type DroppedElements, listElement } from "../../platform/xml/listElement.ts"
import { parseXml } from "../../platform/xml/parseXml.ts"
import { type Feature, plainFeature } from "./Feature.ts"
import { duplicateIndexes } from "./duplicateIndexes.ts"
import { joinSentences } from "./joinSentences.ts"
import { xmlCodec } from "./xmlFeature.ts"

const Pair = Schema.Struct({ name: FilledText(1_024), value: Text(1_024) }).annotate({
  identifier: "NotificationFilterPair"
})
type Pair = typeof Pair.Type
const keyPart = Schema.NullOr(Text(1_024))

const Notification = Schema.Struct({
  /** Required by RGW (N3). */
  id: FilledText(255),
  /** RGW supports topics only. */
  type: Schema.Literals(["topic", "queue", "function"]),
  target: FilledText(2_048),
  events: Schema.Array(FilledText(200)),
  prefix: keyPart,
  suffix: keyPart,
  regex: keyPart,
  metadata: Schema.Array(Pair),
  tags: Schema.Array(Pair)
}).annotate({ identifier: "BucketNotification" })
type Notification = typeof Notification.Type

export const Notifications = Schema.Struct({ notifications: Schema.Array(Notification) }).annotate({
  identifier: "BucketNotifications"
})
export type Notifications = typeof Notifications.Type

const MAX_NOTIFICATIONS = 100
const kinds = {
  topic: { configuration: "TopicConfiguration", target: "Topic" },
  queue: { configuration: "QueueConfiguration", target: "Queue" },
  function: { configuration: "CloudFunctionConfiguration", target: "CloudFunction" }
} as const
const types = ["topic", "queue", "function"] as const
const keyNames = ["prefix", "suffix", "regex"] as const

const isKeyName = (text: string): boolean => keyNames.some((name) => name === text.toLowerCase())
const knownPairs: KnownParts = { FilterRule: { Name: anyText, Value: anyText } }
const knownIn = (target: string): KnownParts => ({
  Id: anyText,
  [target]: anyText,
  Event: anyText,
  Filter: { S3Key: { FilterRule: { Name: isKeyName, Value: anyText } }, S3Metadata: knownPairs, S3Tags: knownPairs }
})

const pairOf = (rule: Element): Pair => ({ name: textAt(rule, "Name") ?? "", value: textAt(rule, "Value") ?? "" })
const pairsOf = (filter: Element | undefined): ReadonlyArray<Pair> => elementsOf(filter, "FilterRule").map(pairOf)

const itemOf =
  (type: Notification["type"]) =>
  (part: Element): Notification => {
    // AWS returns "Prefix" and accepts both spellings
    const ofKey = pairsOf(findElement(part, "Filter", "S3Key"))
    const at = (name: string) => ofKey.find((pair) => pair.name.toLowerCase() === name)?.value ?? null
    return {
      id: textAt(part, "Id") ?? "",
      type,
      target: textAt(part, kinds[type].target) ?? "",
      events: textsOf(part, "Event"),
      prefix: at("prefix"),
      suffix: at("suffix"),
      regex: at("regex"),
      metadata: pairsOf(findElement(part, "Filter", "S3Metadata")),
      tags: pairsOf(findElement(part, "Filter", "S3Tags"))
    }
  }

const notificationSentence = ({ events, prefix, suffix, target, type }: Notification): string =>
  [
    `${type === "topic" ? "Topic" : type === "queue" ? "Queue" : "Function"} ` +
      `${target.slice(target.lastIndexOf(":") + 1)}`,
    `gets ${events.length === 0 ? "all events" : events.join(", ")}`,
    ...(prefix ? [`under ${prefix}`] : []),
    ...(suffix ? [`ending in ${suffix}`] : [])
  ].join(" ")

/** S3 ignores case: keep the old spelling. */
const ruleElement = ({ name, value }: Pair, old: Element | undefined): Element => {
  const spelled = textAt(old, "Name") ?? ""
  return withParts(
    old ?? element("FilterRule"),
    ["Name", "Value"],
    [leaf("Name", spelled.toLowerCase() === name ? spelled : name), leaf("Value", value)]
  )
}

const rulesIn = (
  filter: Element,
  name: string,
  pairs: ReadonlyArray<Pair>,
  dropped: DroppedElements
): Element | undefined => {
  const old = findElement(filter, name) ?? element(name)
  const all = elementsOf(old, "FilterRule").map((part) => ({ item: pairOf(part), element: part }))
  const named =
    name === "S3Key"
      ? all.map(({ element: part, item }) => ({ item: { ...item, name: item.name.toLowerCase() }, element: part }))
      : all
  const isNamed = ({ item }: { readonly item: Pair }) => name !== "S3Key" || isKeyName(item.name)
  const rules = listElement(named.filter(isNamed), pairs, (pair) => pair.name, ruleElement, dropped)
  const updatedElement = withParts(
    old,
    ["FilterRule"],
    [...rules, ...named.filter((one) => !isNamed(one)).map(({ element: part }) => part)]
  )
  return updatedElement.content.length === 0 ? undefined : updatedElement
}

const elementOf =
  (dropped: DroppedElements) =>
  (one: Notification, old: Element | undefined): Element => {
    const { configuration, target } = kinds[one.type]
    const filter = findElement(old, "Filter") ?? element("Filter")
    const key = keyNames.flatMap((name) => (one[name] === null ? [] : [{ name, value: one[name] }]))
    const filtered = withParts(
      filter,
      ["S3Key", "S3Metadata", "S3Tags"],
      [
        rulesIn(filter, "S3Key", key, dropped),
        rulesIn(filter, "S3Metadata", one.metadata, dropped),
        rulesIn(filter, "S3Tags", one.tags, dropped)
      ]
    )
    return withParts(
      old ?? element(configuration),
      ["Id", target, "Event", "Filter"],
      [
        leaf("Id", one.id),
        leaf(target, one.target),
        ...one.events.map((event) => leaf("Event", event)),
        filtered.content.length === 0 ? undefined : filtered
      ]
    )
  }

const byText = (one: string, other: string) => (one < other ? -1 : 1)
const sorted = (pairs: ReadonlyArray<Pair>) => [...pairs].sort((one, other) => byText(one.name, other.name))

const namesOf = (document: string): ReadonlyArray<Pick<Notification, "id" | "target">> => {
  const root = parseXml(document) ?? undefined
  return types
    .flatMap((type) => elementsOf(root, kinds[type].configuration).map(itemOf(type)))
    .filter(({ id }) => id !== "")
}

/** RGW merges by topic and id, and deletes all for an empty document. */
export const notifications: Feature<Notifications> = {
  ...plainFeature,
  name: "notifications",
  label: "Notifications",
  action: "bucket.notifications.update",
  schema: Notifications,
  wire: {
    _tag: "SubResource",
    name: "notification",
    absent: [],
    type: "application/xml",
    removal: {
      put: `<NotificationConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"></NotificationConfiguration>`
    },
    leftOver: (stored, newValue) => {
      const names = namesOf(newValue).map(({ id, target }) => `${id} ${target}`)
      return namesOf(stored).flatMap(({ id, target }) => (names.includes(`${id} ${target}`) ? [] : id))
    }
  },
  ...xmlCodec<Notifications>({
    root: "NotificationConfiguration",
    known: Object.fromEntries(types.map((type) => [kinds[type].configuration, knownIn(kinds[type].target)])),
    read: (root) => {
      const notifications = types.flatMap((type) => elementsOf(root, kinds[type].configuration).map(itemOf(type)))
      return notifications.length === 0 ? null : { notifications }
    },
    write: ({ notifications }, root, _before, dropped) =>
      withParts(
        root,
        types.map((type) => kinds[type].configuration),
        types.flatMap((type) => {
          const before = elementsOf(root, kinds[type].configuration).map((part) => ({
            item: itemOf(type)(part),
            element: part
          }))
          return listElement(
            before,
            notifications.filter((one) => one.type === type),
            ({ id }) => id,
            elementOf(dropped),
            dropped
          )
        })
      )
  }),
  state: (value) => (value === null ? "not_set" : "configured"),
  summary: (value) =>
    value === null ? "" : joinSentences(value.notifications.map(notificationSentence), "notification"),
  params: (value) =>
    (value?.notifications ?? []).map(({ events, id, prefix, suffix, target, type }) => ({
      notification_id: id,
      target_type: type,
      target,
      event: events,
      prefix,
      suffix
    })),
  // RGW sorts by id and topic
  meaning: (value) =>
    [...value.notifications]
      .sort((one, other) => byText(`${one.type} ${one.id} ${one.target}`, `${other.type} ${other.id} ${other.target}`))
      .map((one) => ({
        ...one,
        prefix: one.prefix || null,
        suffix: one.suffix || null,
        regex: one.regex || null,
        events: [...one.events].sort(),
        metadata: sorted(one.metadata),
        tags: sorted(one.tags)
      })),
  faults: (value, { dialect }) => {
    if (value === null) return []
    const ids = value.notifications.map(({ id, target }) => (dialect === "rgw" ? `${id} ${target}` : id))
    return [
      ...(ids.length === 0
        ? [{ path: ["notifications"], message: "Expected at least one; null takes all of them away" }]
        : []),
      ...(ids.length > MAX_NOTIFICATIONS
        ? [{ path: ["notifications"], message: `Expected at most ${MAX_NOTIFICATIONS} notifications` }]
        : []),
      // N3: RGW stores one per id and topic and keeps the last duplicate
      ...duplicateIndexes(ids).map((index) => ({
        path: ["notifications", String(index), "id"],
        message: "This id is used twice"
      })),
      ...value.notifications.flatMap((one, index) => {
        const at = (field: string, message: string) => ({ path: ["notifications", String(index), field], message })
        return [
          ...(dialect === "rgw" && one.type !== "topic"
            ? [at("type", "RGW takes topics, and forgets everything else without a word")]
            : []),
          ...(dialect === "aws" && (one.regex !== null || one.metadata.length > 0 || one.tags.length > 0)
            ? [at("regex", "Only RGW filters by patterns, metadata and tags")]
            : []),
          ...(one.events.length === 0 ? [at("events", "Expected at least one event")] : []),
          ...one.events.flatMap((event, place) =>
            event.startsWith("s3:")
              ? []
              : [
                  {
                    path: ["notifications", String(index), "events", String(place)],
                    message: "Expected an event such as s3:ObjectCreated:*"
                  }
                ]
          )
        ]
      })
    ]
  },
  warnings: (value, { dialect }) =>
    value === null || dialect === "aws"
      ? []
      : ["A topic that is deleted leaves its notifications behind: take them away first."]
}
