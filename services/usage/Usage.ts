import { Context, type Effect, type Stream } from "effect"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { UsageDepth, UsageEvent, UsageSnapshot } from "#domain/usage/Usage.ts"
import type { UsageReader } from "./hideObjectNames.ts"

export class Usage extends Context.Service<
  Usage,
  {
    readonly latest: (context: UsageReader) => Effect.Effect<UsageSnapshot | null>
    /** Readers of one listing and depth share a count, which stops with the last of them. */
    readonly recount: (context: UsageReader, depth: UsageDepth) => Stream.Stream<UsageEvent, NotFound | GatewayFailure>
  }
>()("stowage/services/usage/Usage") {}
