import { createContextId, type Signal, useContext } from "@builder.io/qwik"
import type { TopicUse, TopicUses } from "./topic"

export const UsesContext = createContextId<Signal<TopicUses | null>>("stowage.topic-uses")

export const useUses = (arn: string): ReadonlyArray<TopicUse> | null => usesOfTopic(useContext(UsesContext).value, arn)

export const usesOfTopic = (uses: TopicUses | null, arn: string): ReadonlyArray<TopicUse> | null =>
  uses?.items.filter((one) => one.topic_arn === arn) ?? null

export const bucketsOf = (uses: ReadonlyArray<TopicUse>): ReadonlyArray<string> => [
  ...new Set(uses.map(({ bucket }) => bucket))
]

export const unknownUses = (uses: TopicUses | null): string => {
  if (uses === null) return "The notifications of the buckets are not read yet."
  if (uses.listing.last_error !== null) return `The buckets could not be listed. ${uses.listing.last_error.detail}`
  if (uses.listing.state !== "complete") return "The buckets are not all listed yet."
  return uses.unread.length === 0
    ? ""
    : "The notifications of " +
        `${uses.unread.slice(0, 5).join(", ")}${uses.unread.length > 5 ? ", …" : ""} could not be read.`
}

export const useUnknownUses = (): string => unknownUses(useContext(UsesContext).value)
