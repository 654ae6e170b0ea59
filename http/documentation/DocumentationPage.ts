import { Effect, Exit } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { Worker } from "node:worker_threads"
import type { Documentation } from "./documentationThread.ts"

const heap = { maxOldGenerationSizeMb: 160 }

/** Rendered in a temporary thread: the viewer is 12 MB of text, an eighth of the smallest heap. */
const make = Effect.callback<Documentation>((resume) => {
  const thread = new Worker(new URL("./documentationThread.ts", import.meta.url), { resourceLimits: heap })
  thread.once("message", (made: Documentation) => resume(Effect.succeed(made)))
  thread.once("error", (failure) => resume(Effect.die(failure)))
  thread.once("exit", (code) =>
    resume(Effect.die(new Error(`The thread that makes the documentation ended with ${code}`)))
  )
})

export const DocumentationPage = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    // uninterruptible: later requests wait for the same page. Failures are not cached.
    const page = yield* Effect.cachedWithTTL(
      Effect.uninterruptible(make),
      Exit.match({ onFailure: () => 0, onSuccess: () => "Infinity" as const })
    )
    yield* router.add(
      "GET",
      "/api/docs",
      Effect.map(page, ({ html, policy }) =>
        HttpServerResponse.setHeader(
          HttpServerResponse.uint8Array(html, { contentType: "text/html; charset=utf-8" }),
          "content-security-policy",
          policy
        )
      )
    )
  })
)
