import { Effect, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { InvalidInput } from "#domain/platform/errors/Errors.ts"
import { inputIssues } from "#domain/platform/errors/inputIssues.ts"
import { type BodyBounds, scanBody } from "../bodyBounds.ts"
import { payloadBounds } from "../payloadBounds.ts"

/** Bodies with more values report only their first fault, because collecting all is expensive. */
const ALL_FAULTS_MAX_VALUES = 2_000

const exceededText = (limit: keyof BodyBounds, bounds: BodyBounds): string => {
  switch (limit) {
    case "depth":
      return `Expected lists and objects nested at most ${bounds.depth} deep`
    case "values":
      return `Expected at most ${bounds.values} values in the whole body`
    case "elements":
      return `Expected at most ${bounds.elements} elements in a list`
    case "members":
      return `Expected at most ${bounds.members} fields in an object`
  }
}

const parseJson = (text: string): { readonly value: unknown } | null => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

type Endpoint = Pick<HttpApiEndpoint.Top, "method" | "payload">

const jsonSchemas = ({ method, payload }: Endpoint) =>
  method === "GET" || method === "HEAD"
    ? []
    : [...payload.values()].flatMap(({ encoding, schemas }) => (encoding._tag === "Json" ? schemas : []))

export const hasJsonBody = (endpoint: Endpoint): boolean => jsonSchemas(endpoint).length > 0

const makeBound = (endpoint: Endpoint) => {
  const schemas = jsonSchemas(endpoint)
  if (schemas.length === 0) return null
  const bounds = payloadBounds(schemas)
  const decodeToFirstFault = Schema.decodeUnknownEffect(Schema.Union(schemas) as unknown as Schema.Codec<unknown>, {
    onExcessProperty: "error",
    errors: "first"
  })
  const check = (text: string) => {
    const scan = scanBody(text, bounds)
    if (scan.exceeded !== null) return Effect.die(InvalidInput.at("payload", exceededText(scan.exceeded, bounds)))
    const parsed = scan.values < ALL_FAULTS_MAX_VALUES ? null : parseJson(text)
    if (parsed === null) return Effect.succeed(text)
    return Effect.matchEffect(decodeToFirstFault(parsed.value), {
      onFailure: ({ issue }) => Effect.die(new InvalidInput({ issues: inputIssues("payload", issue) })),
      // the handler decodes again: yields to other requests in between
      onSuccess: () => Effect.as(Effect.yieldNow, text)
    })
  }
  return Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
    const text = Effect.flatMap(request.text, check)
    Object.defineProperty(request, "text", { value: text, configurable: true })
  })
}

const boundsByEndpoint = new WeakMap<object, ReturnType<typeof makeBound>>()

export const boundBody = (endpoint: Endpoint): ReturnType<typeof makeBound> => {
  const existing = boundsByEndpoint.get(endpoint)
  if (existing !== undefined) return existing
  const bound = makeBound(endpoint)
  boundsByEndpoint.set(endpoint, bound)
  return bound
}
