import { Stream } from "effect"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { UsageEvent } from "#domain/usage/Usage.ts"
import { problemOf } from "../problems.ts"
import { numberedFrames } from "./numberedFrames.ts"

export const recountFrames = (recount: Stream.Stream<UsageEvent, NotFound | GatewayFailure>, requestId: string) =>
  recount.pipe(
    Stream.catch((error) => Stream.succeed({ event: "error" as const, data: problemOf(error, requestId).problem })),
    Stream.concat(Stream.succeed({ event: "done" as const, data: {} })),
    numberedFrames
  )
