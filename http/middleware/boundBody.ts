import { Effect, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { InvalidInput } from "#domain/platform/errors/Errors.ts"
import { inputIssues } from "#domain/platform/errors/inputIssues.ts"
import { type BodyBounds, scanBody } from "../bodyBounds.ts"
import { payloadBounds } from "../payloadBounds.ts"

/** A body with more values is refused for its first fault: collecting all of them costs more than decoding a valid one. */
const allFaultsBelow = 2_000

const exceededText = (limit: keyof BodyBounds, bounds: BodyBounds): string => {
  switch (limit) {
    case "depth": return `Expected lists and objects nested at most ${bounds.depth} deep`
    case "values": return `Expected at most ${bounds.values} values in the whole body`
    case "elements": return `Expected at most ${bounds.elements} elements in a list`
    case "members": return `Expected at most ${bounds.members} fields in an object`
  }
}

/** Null where the text is no JSON: the decoder refuses it. */
const parseJson = (text: string): { readonly value: unknown } | null => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

type Endpoint = Pick<HttpApiEndpoint.Top, "method" | "payload">

const jsonSchemas = ({ method, payload }: Endpoint) =>
  method === "GET" || method === "HEAD" ? [] : [...payload.values()].flatMap(({ encoding, schemas }) => encoding._tag === "Json" ? schemas : [])

/** Whether requests of an endpoint have a JSON body. */
export const hasJsonBody = (endpoint: Endpoint): boolean => jsonSchemas(endpoint).length > 0

const makeBound = (endpoint: Endpoint) => {
  const schemas = jsonSchemas(endpoint)
  if (schemas.length === 0) return null
  const bounds = payloadBounds(schemas)
  const decodeToFirstFault = Schema.decodeUnknownEffect(Schema.Union(schemas) as unknown as Schema.Codec<unknown>, { onExcessProperty: "error", errors: "first" })
  const check = (text: string) => {
    const scan = scanBody(text, bounds)
    if (scan.exceeded !== null) return Effect.die(InvalidInput.at("payload", exceededText(scan.exceeded, bounds)))
    const parsed = scan.values < allFaultsBelow ? null : parseJson(text)
    if (parsed === null) return Effect.succeed(text)
    return Effect.matchEffect(decodeToFirstFault(parsed.value), {
      onFailure: ({ issue }) => Effect.die(new InvalidInput({ issues: inputIssues("payload", issue) })),
      onSuccess: () => Effect.succeed(text)
    })
  }
  return Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
    const text = Effect.flatMap(request.text, check)
    Object.defineProperty(request, "text", { value: text, configurable: true })
  })
}

const known = new WeakMap<object, ReturnType<typeof makeBound>>()

/**
 * Makes the JSON body of an endpoint readable only within the limits of its schema: a larger one is 422 before it is decoded. Null for an
 * endpoint without one.
 */
export const boundBody = (endpoint: Endpoint): ReturnType<typeof makeBound> => {
  const made = known.get(endpoint)
  if (made !== undefined) return made
  const bound = makeBound(endpoint)
  known.set(endpoint, bound)
  return bound
}
