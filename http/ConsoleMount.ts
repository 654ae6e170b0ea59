import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { IncomingMessage, ServerResponse } from "node:http"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { compressPage } from "./console/compressPage.ts"
import { previewAddress, previewHeaders } from "./console/previewPage.ts"
import { fileHeaders, securityHeaders } from "./console/securityHeaders.ts"
import { containsShareToken, linkHeaders } from "./redactLinkToken.ts"
import { indexStaticFiles, isHashed, sendStaticFile } from "./console/StaticFiles.ts"

type Next = (error?: unknown) => void
type Piece = (request: IncomingMessage, response: ServerResponse, next: Next) => Promise<void>

interface ConsoleBundle {
  readonly createConsole: (options: { readonly origin: string; readonly staticRoot: string }) => {
    readonly router: Piece
    readonly notFound: Piece
  }
}

interface Brand {
  readonly name: string
  readonly color: string | null
  readonly logo_url: string | null
  readonly login_note: string | null
}

export interface ConsoleOptions {
  readonly publicOrigin: string
  readonly distDir: string
  /** Read for every page: must be cached. */
  readonly brand: Effect.Effect<Brand>
}

const rendererParameters = ["qfunc", "qaction", "qdata"]

const refuse = (response: ServerResponse, status: number) =>
  response
    .writeHead(status, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" })
    .end(status === 405 ? "Method not allowed" : "Not found")

/** The renderer receives only GET and HEAD without server functions, so that its attack surface is small. */
export const consoleRoutes = (options: ConsoleOptions): Layer.Layer<never, never, HttpRouter.HttpRouter> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const files = indexStaticFiles(options.distDir)
      const entry = pathToFileURL(join(options.distDir, "..", "server-dist", "entry.node.js")).href
      const bundle: ConsoleBundle = yield* Effect.promise(() => import(entry))
      const pages = bundle.createConsole({ origin: options.publicOrigin, staticRoot: options.distDir })
      const headers = securityHeaders(options.publicOrigin)
      const preview = files.get(previewAddress)
      const headersOfPreview = preview === undefined ? [] : previewHeaders(preview.path)

      const answer = (request: IncomingMessage, response: ServerResponse, brand: Brand): void => {
        const url = new URL(request.url ?? "/", options.publicOrigin)
        const file = files.get(url.pathname)
        for (const [name, value] of file && file === preview
          ? headersOfPreview
          : file && isHashed(url.pathname)
            ? fileHeaders
            : headers)
          response.setHeader(name, value)
        if (containsShareToken(url.pathname)) {
          for (const [name, value] of Object.entries(linkHeaders)) response.setHeader(name, value)
          response.setHeader("Cache-Control", "no-store")
        }
        if (request.method !== "GET" && request.method !== "HEAD")
          return void refuse(response.setHeader("Allow", "GET, HEAD"), 405)
        if (file) return sendStaticFile(file, request, response)
        if (isHashed(url.pathname) || url.pathname === "/q-manifest.json") return void refuse(response, 404)
        if (rendererParameters.some((name) => url.searchParams.has(name))) return void refuse(response, 404)
        // The renderer trusts these for the page's address and the brand.
        for (const name of ["x-forwarded-host", "x-forwarded-proto", "x-console-brand"]) delete request.headers[name]
        request.headers["x-console-brand"] = encodeURIComponent(JSON.stringify(brand))
        compressPage(request, response)
        const fail: Next = () => {
          if (response.headersSent) response.destroy()
          else refuse(response, 500)
        }
        void pages.router(request, response, (error) =>
          error === undefined ? void pages.notFound(request, response, fail) : fail(error)
        )
      }

      const page = Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const incoming = NodeHttpServerRequest.toIncomingMessage(request) as IncomingMessage
        const outgoing = NodeHttpServerRequest.toServerResponse(request) as ServerResponse
        const brand = yield* options.brand
        yield* Effect.callback<void>((resume) => {
          outgoing.once("close", () => resume(Effect.void))
          answer(incoming, outgoing, brand)
        })
        return HttpServerResponse.empty({ status: outgoing.statusCode })
      })
      return HttpRouter.add("*", "/*", page)
    })
  )
