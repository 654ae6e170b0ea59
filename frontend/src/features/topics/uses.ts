import { createContextId, type Signal, useContext } from "@builder.io/qwik"
import type { TopicUse, TopicUses } from "./topic"

/** Which buckets name which topics, as far as it is known; null: not read yet, or not readable. */
export const UsesContext = createContextId<Signal<TopicUses | null>>("stowage.topic-uses")

/** The notifications that name a topic; null while it is not known. */
export const useUses = (arn: string): ReadonlyArray<TopicUse> | null => {
  const uses = useContext(UsesContext)
  return uses.value?.items.filter((one) => one.topic_arn === arn) ?? null
}

export const bucketsOf = (uses: ReadonlyArray<TopicUse>): ReadonlyArray<string> => [...new Set(uses.map(({ bucket }) => bucket))]
