import { Context, type Effect } from "effect"
import type { EndpointReach } from "#domain/iam/topics/EndpointCheck.ts"
import type { Reach } from "#domain/iam/topics/TopicTest.ts"

/** Looks at an address as a gateway would: one POST, which follows nothing. Implemented by layers/outbound. */
export class ListenerProbe extends Context.Service<ListenerProbe, {
  /** An address of our own. */
  readonly reach: (url: string) => Effect.Effect<Reach>
  /** Somebody's listener or broker, where the list of outbound hosts allows it; `verify`: its certificate must be right. */
  readonly endpoint: (url: string, verify: boolean) => Effect.Effect<EndpointReach>
}>()("stowage/services/iam/topics/ListenerProbe") {}
