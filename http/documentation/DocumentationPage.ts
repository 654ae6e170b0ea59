import { Effect, Exit } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { Worker } from "node:worker_threads"
import type { Documentation } from "./documentationThread.ts"

/** What the thread may take while it makes the page. Megabytes. */
const heap = { maxOldGenerationSizeMb: 160 }

/**
 * The page is made when somebody first asks for it, and in a thread that ends then: the viewer and what it is made of are
 * 12 MB of text, an eighth of the smallest heap, while its bytes lie outside of any heap.
 */
const make = Effect.callback<Documentation>((resume) => {
  const thread = new Worker(new URL("./documentationThread.ts", import.meta.url), { resourceLimits: heap })
  thread.once("message", (made: Documentation) => resume(Effect.succeed(made)))
  thread.once("error", (failure) => resume(Effect.die(failure)))
  thread.once("exit", (code) => resume(Effect.die(new Error(`The thread that makes the documentation ended with ${code}`))))
})

/** `GET /api/docs`: the contract, to be read and tried in a browser. */
export const DocumentationPage = HttpRouter.use(Effect.fnUntraced(function*(router) {
  // whoever asks first may go: the next one waits for the same page. What failed is tried again.
  const page = yield* Effect.cachedWithTTL(Effect.uninterruptible(make), Exit.match({ onFailure: () => 0, onSuccess: () => "Infinity" as const }))
  yield* router.add("GET", "/api/docs", Effect.map(page, ({ html, policy }) =>
    HttpServerResponse.setHeader(HttpServerResponse.uint8Array(html, { contentType: "text/html; charset=utf-8" }), "content-security-policy", policy)))
}))
