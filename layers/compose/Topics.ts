import { Layer } from "effect"
import { Deliveries } from "#services/iam/topics/Deliveries.ts"
import { TopicEndpoints } from "#services/iam/topics/TopicEndpoints.ts"
import { Topics as TopicsService } from "#services/iam/topics/Topics.ts"
import { TopicTests } from "#services/iam/topics/TopicTests.ts"
import { ListenerProbeHttp } from "../outbound/ListenerProbeHttp.ts"

/** Topics of accounts. Open: Audited, BucketListings, ContextCapabilities, ExecutionContexts, FeatureColumns, FeatureStore, LiveEvents, MarkerNotifications, ObjectStore, Outbound, RateLimits, Secrets, Settings, Tokens, TopicGateway, VersionStore. */
export const Topics = Layer.mergeAll(TopicsService.layer, TopicTests.layer, TopicEndpoints.layer).pipe(Layer.provideMerge(Deliveries.layer), Layer.provide(ListenerProbeHttp))
