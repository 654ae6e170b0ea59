import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"

const scripts = /<script[^>]*>([\s\S]*?)<\/script>/g

const hashes = (page: string) =>
  Array.from(page.matchAll(scripts), ([, text]) => `'sha256-${createHash("sha256").update(text ?? "").digest("base64")}'`)

/**
 * The documentation page brings its script inline: its policy names exactly those scripts by hash.
 * Its styles are made at run time, which only `unsafe-inline` allows; fonts and data stay on this origin.
 */
const policyFor = (page: string) =>
  `default-src 'none'; script-src ${hashes(page).join(" ")}; style-src 'unsafe-inline'; img-src 'self' data: blob:; ` +
  "font-src 'self' data:; connect-src 'self'; worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Gives one generated page a content security policy of its own; computed once, the page does not change. */
export const withInlineScriptHashes = (path: string) => {
  let policy: string | null = null
  return HttpRouter.middleware((route) =>
    Effect.gen(function*() {
      const request = yield* HttpServerRequest.HttpServerRequest
      const response = yield* route
      if (request.url !== path || response.body._tag !== "Uint8Array") return response
      policy ??= policyFor(new TextDecoder().decode(response.body.body))
      return HttpServerResponse.setHeader(response, "content-security-policy", policy)
    }), { global: true })
}
