import { Context, Duration, Effect, Layer } from "effect"
import { type Caller, callerUser } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { Forbidden, GatewayFailure, NotFound, RateLimited } from "#domain/platform/errors/Errors.ts"
import { type EndpointCheck, explainEndpoint } from "#domain/iam/topics/EndpointCheck.ts"
import { RateLimits } from "#services/platform/limits/RateLimits.ts"
import { ListenerProbe } from "./ListenerProbe.ts"
import { TopicGateway } from "./TopicGateway.ts"
import { makeTopicContext } from "./topicTarget.ts"

export class TopicEndpoints extends Context.Service<
  TopicEndpoints,
  {
    readonly check: (
      caller: Caller,
      context: ResolvedContext,
      arn: string
    ) => Effect.Effect<EndpointCheck, Forbidden | NotFound | RateLimited | GatewayFailure>
  }
>()("stowage/services/iam/topics/TopicEndpoints") {
  static readonly layer = Layer.effect(
    TopicEndpoints,
    Effect.gen(function* () {
      const gateway = yield* TopicGateway
      const probe = yield* ListenerProbe
      const limits = yield* RateLimits
      const usable = yield* makeTopicContext

      const check = Effect.fn("TopicEndpoints.check")(function* (
        caller: Caller,
        context: ResolvedContext,
        arn: string
      ) {
        const { s3 } = yield* usable(context)
        yield* limits.take({
          key: `topic-endpoint/${callerUser(caller)?.id ?? "key"}`,
          count: 30,
          window: Duration.minutes(5)
        })
        const {
          attributes: { has_credentials, push_endpoint, verify_ssl }
        } = yield* gateway.get(s3, arn)
        if (push_endpoint === "")
          return {
            verdict: "nowhere",
            address: "",
            detail: "The topic pushes nowhere: its events are dropped"
          } satisfies EndpointCheck
        return explainEndpoint(push_endpoint, yield* probe.endpoint(push_endpoint, verify_ssl ?? true), has_credentials)
      })

      return TopicEndpoints.of({ check })
    })
  )
}
