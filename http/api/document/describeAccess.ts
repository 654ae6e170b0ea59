import { Context, Option } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { stepUpActions } from "#domain/identity/StepUp.ts"
import { stepUpActionOf, RequiredAccess, Requirement } from "../Access.ts"

const schemes = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-stowage_access",
    description: "A browser session. Mutations also need Origin and X-CSRF-Token."
  },
  s3_session: { type: "apiKey", in: "cookie", name: "__Host-stowage_s3", description: "A direct S3 session." },
  pending_sign_in: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-stowage_preauth",
    description: "A sign-in that waits for its second step."
  },
  refresh: {
    type: "apiKey",
    in: "cookie",
    name: "__Secure-stowage_refresh",
    description: "A single-use refresh value."
  },
  api_token: { type: "http", scheme: "bearer", description: "An API token that has the named scope." },
  bootstrap: {
    type: "apiKey",
    in: "header",
    name: "X-Service-Bootstrap-Token",
    description: "The token that `stowage bootstrap-token` prints, for the first administrator."
  },
  share_password: {
    type: "apiKey",
    in: "cookie",
    name: "__Secure-stowage_share",
    description:
      "Proof that the password of a link was given (POST /api/share/{token}/unlock). Links without a password need " +
      "only the token in the path."
  },
  internal: {
    type: "apiKey",
    in: "header",
    name: "X-Internal-Token",
    description: "`INTERNAL_CRON_TOKEN`, for external schedulers."
  }
} as const

type Security = ReadonlyArray<{ readonly [Scheme in keyof typeof schemes]?: ReadonlyArray<string> }>

const securityOf = (requirement: Requirement): Security =>
  Requirement.match(requirement, {
    Public: () => [],
    Bootstrap: () => [{ bootstrap: [] }],
    Refresh: () => [{ refresh: [] }, { s3_session: [] }],
    PreAuth: () => [{ pending_sign_in: [] }],
    Enrolment: () => [{ pending_sign_in: [] }, { session: [] }],
    Session: ({ roles }) => [{ session: roles ?? [] }],
    Scoped: ({ roles, s3, scope }) => [
      { session: roles ?? [] },
      { api_token: [scope] },
      ...(s3 ? [{ s3_session: [] }] : [])
    ],
    Share: ({ password }) => (password ? [{}, { share_password: [] }] : []),
    Delivery: () => [],
    Internal: () => [{ internal: [] }]
  })

const stepUpOf = (requirement: Requirement): string => {
  const action = stepUpActionOf(requirement)
  if (action === null) return ""
  const { exempt } = stepUpActions[action]
  const tokens = requirement._tag === "Scoped" ? " API tokens are refused: 403 `browser_session_required`." : ""
  return (
    `Needs a recent passkey confirmation or sign-in for \`${action}\` (else 403 \`step_up_required\`)` +
    `${exempt === "none" ? "" : `, unless ${exempt.replaceAll("_", " ")}`}.${tokens}`
  )
}

export const describeAccess = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  spec: Record<string, any>
): Record<string, any> => {
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, mergedAnnotations }) => {
      const requirement = Context.getOption(mergedAnnotations as Context.Context<RequiredAccess>, RequiredAccess)
      const operation = spec["paths"]?.[endpoint.path.replace(/:(\w+)/g, "{$1}")]?.[endpoint.method.toLowerCase()]
      if (Option.isNone(requirement) || operation === undefined) return
      operation.security = securityOf(requirement.value)
      const description = [operation.description, stepUpOf(requirement.value)]
        .filter((text) => text !== undefined && text !== "")
        .join("\n\n")
      if (description !== "") operation.description = description
    }
  })
  const components = spec["components"] ?? {}
  return { ...spec, components: { ...components, securitySchemes: schemes } }
}
