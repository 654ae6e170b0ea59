import { Layer } from "effect"
import { Deliveries } from "#services/iam/topics/Deliveries.ts"
import { TopicEndpoints } from "#services/iam/topics/TopicEndpoints.ts"
import { Topics as TopicsService } from "#services/iam/topics/Topics.ts"
import { NotificationTests } from "#services/iam/topics/NotificationTests.ts"
import { ListenerProbeHttp } from "../outbound/ListenerProbeHttp.ts"

export const Topics = Layer.mergeAll(TopicsService.layer, NotificationTests.layer, TopicEndpoints.layer).pipe(
  Layer.provideMerge(Deliveries.layer),
  Layer.provide(ListenerProbeHttp)
)
