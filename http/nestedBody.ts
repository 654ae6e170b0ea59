import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { InvalidInput } from "#domain/errors/Errors.ts"

/** Lists and objects in each other, far above what any request holds: schemas of any JSON walk a body by recursion. */
export const deepestBody = 64

const [quote, backslash, openList, closeList, openObject, closeObject] = [34, 92, 91, 93, 123, 125]

/** Whether a JSON text nests deeper than `most`. What stands in its strings counts for nothing. */
export const nestsDeeper = (text: string, most: number): boolean => {
  let depth = 0
  let within = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (within) {
      if (char === backslash) at++
      else if (char === quote) within = false
    } else if (char === quote) within = true
    else if (char === openList || char === openObject) {
      if (++depth > most) return true
    } else if (char === closeList || char === closeObject) depth--
  }
  return false
}

/** Refuses (422) what nests too deep before it is read; bodies of other types are left alone. */
export const refuseNestedBody = (request: HttpServerRequest.HttpServerRequest): void => {
  if (request.method === "GET" || request.method === "HEAD" || !(request.headers["content-type"] ?? "").includes("json")) return
  const { text } = request
  const looked = Effect.flatMap(text, (body) =>
    nestsDeeper(body, deepestBody) ? Effect.die(InvalidInput.at("payload", `Expected lists and objects nested at most ${deepestBody} deep`)) : Effect.succeed(body))
  Object.defineProperty(request, "text", { value: looked, configurable: true })
}
