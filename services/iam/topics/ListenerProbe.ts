import { Context, type Effect } from "effect"
import type { EndpointReach } from "#domain/iam/topics/EndpointCheck.ts"
import type { Reach } from "#domain/iam/topics/TopicTest.ts"

/** Sends one POST to an address like a gateway, without redirects (layers/outbound). */
export class ListenerProbe extends Context.Service<
  ListenerProbe,
  {
    readonly reach: (url: string) => Effect.Effect<Reach>
    readonly endpoint: (url: string, verify: boolean) => Effect.Effect<EndpointReach>
  }
>()("stowage/services/iam/topics/ListenerProbe") {}
