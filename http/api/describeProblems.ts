/** The part of an OpenAPI document that is read here. */
type Json = { [key: string]: Json } | Array<Json> | string | number | boolean | null

const problemSchema: Json = {
  type: "object",
  required: ["type", "title", "status", "detail", "code", "request_id"],
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    code: { type: "string", description: "Stable; what clients branch on" },
    request_id: { type: "string" },
    errors: {
      type: "array",
      items: { type: "object", required: ["path", "message"], properties: { path: { type: "array", items: { type: "string" } }, message: { type: "string" } } }
    },
    storage: {
      type: "object",
      properties: { code: { type: "string" }, http_status: { type: ["integer", "null"] }, request_id: { type: ["string", "null"] } }
    }
  }
}

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Every failure leaves as a problem document (RFC 9457), whatever its domain error looks like in code:
 * the generated document says so once, here, instead of at every endpoint.
 */
export const describeProblems = (spec: Record<string, any>): Record<string, any> => {
  const document: Json = spec
  if (!isObject(document) || !isObject(document["paths"])) return spec
  for (const path of Object.values(document["paths"])) {
    if (!isObject(path)) continue
    for (const operation of Object.values(path)) {
      if (!isObject(operation) || !isObject(operation["responses"])) continue
      for (const [status, response] of Object.entries(operation["responses"])) {
        if (Number(status) < 400 || !isObject(response)) continue
        response["content"] = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } }
      }
    }
  }
  if (!isObject(document["components"])) document["components"] = {}
  const components = document["components"]
  if (isObject(components)) {
    if (!isObject(components["schemas"])) components["schemas"] = {}
    const schemas = components["schemas"]
    if (isObject(schemas)) schemas["Problem"] = problemSchema
  }
  return document
}
