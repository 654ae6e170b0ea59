import { HttpApi, OpenApi } from "effect/http-api"
import { AuthGroup } from "./auth/Auth.ts"
import { WebAuthnGroup } from "./auth/WebAuthn.ts"
import { describeProblems } from "./describeProblems.ts"
import { AccessControl, ProblemDocuments } from "./Middleware.ts"

/** The whole contract. One group per subject; the served routes, OpenAPI and the access matrix all come from here. */
export class Api extends HttpApi.make("stowage")
  .add(AuthGroup)
  .add(WebAuthnGroup)
  .middleware(AccessControl)
  .middleware(ProblemDocuments)
  .annotate(HttpApi.ParseOptions, { onExcessProperty: "error", errors: "all" })
  .annotate(HttpApi.HeadersParseOptions, {})
  .annotate(HttpApi.SuccessParseOptions, {})
  .annotate(HttpApi.ErrorParseOptions, {})
  .annotateMerge(OpenApi.annotations({
    title: "Stowage",
    version: "0.1.0",
    description: "Storage management for S3-compatible gateways: buckets, objects, accounts and users across many clusters.",
    transform: describeProblems
  }))
{}
