import { BadRequest, Conflict, type DomainError, Forbidden, Unauthenticated } from "#domain/platform/errors/Errors.ts"
import { eachOperation, type Json, type Spec } from "./spec.ts"

interface Kind {
  readonly status: number
  readonly codes: ReadonlyArray<string>
  readonly description: string
}

export const problemKinds: {
  readonly [E in DomainError as E["_tag"]]: Kind & { readonly codes: ReadonlyArray<E["code"]> }
} = {
  BadRequest: { status: 400, codes: BadRequest.fields.code.literals, description: "The request cannot be read" },
  Unauthenticated: {
    status: 401,
    codes: Unauthenticated.fields.code.literals,
    description: "Nobody is signed in, or the session has ended"
  },
  Forbidden: {
    status: 403,
    codes: Forbidden.fields.code.literals,
    description: "The caller is not allowed to do this"
  },
  NotFound: {
    status: 404,
    codes: ["not_found"],
    description: "Absent, or not visible to this caller; the answer is the same"
  },
  Conflict: {
    status: 409,
    codes: Conflict.fields.code.literals,
    description: "The request conflicts with the present state"
  },
  PreconditionFailed: {
    status: 412,
    codes: ["precondition_failed"],
    description: "A condition of the request does not hold"
  },
  PayloadTooLarge: { status: 413, codes: ["payload_too_large"], description: "Larger than this operation accepts" },
  RangeNotSatisfiable: {
    status: 416,
    codes: ["range_not_satisfiable"],
    description: "The range begins after the end of the object; `Content-Range` has its length"
  },
  InvalidInput: {
    status: 422,
    codes: ["validation_failed"],
    description: "An input is not valid; `errors` names it"
  },
  RateLimited: {
    status: 429,
    codes: ["rate_limited"],
    description: "Too many attempts; `Retry-After` has the seconds to wait"
  },
  StorageError: {
    status: 502,
    codes: ["storage_error"],
    description: "The storage gateway refused or failed; `storage` has its code"
  },
  Unavailable: {
    status: 503,
    codes: ["unavailable"],
    description: "Not available now: the database, the gateway or the service does not answer"
  },
  StorageTimeout: { status: 504, codes: ["storage_timeout"], description: "The storage gateway did not answer in time" }
}

const frameFailures: Readonly<Record<string, Kind>> = {
  UnsupportedMediaType: {
    status: 415,
    codes: ["unsupported_media_type"],
    description: "The operation does not accept this content type"
  },
  Internal: { status: 500, codes: ["internal"], description: "An internal error, logged under `request_id`" }
}

const kinds: ReadonlyArray<readonly [name: string, kind: Kind]> = Object.entries({ ...problemKinds, ...frameFailures })

const details: Readonly<Record<string, Spec>> = {
  validation_failed: { errors: [{ path: ["payload", "name"], message: "Use 3 to 63 characters" }] },
  storage_error: { storage: { code: "TooManyBuckets", http_status: 400, request_id: "tx00000a1b2c3d4e5f6" } }
}

export const problemExample = ({ description, status }: Kind, code: string): Spec => ({
  type: `urn:stowage:problem:${code}`,
  title: description.split(";")[0] ?? "",
  status,
  detail: description,
  code,
  request_id: "9d2f4c1e-6c0b-4f5e-8a53-0c9b7d3c1a42",
  ...details[code]
})

const schemaOf = ({ codes, status }: Kind): Spec => ({
  allOf: [
    { $ref: "#/components/schemas/Problem" },
    {
      type: "object",
      properties: { status: { type: "integer", enum: [status] }, code: { type: "string", enum: codes } }
    }
  ]
})

const requestId = { "x-request-id": { description: "The same as `request_id`", schema: { type: "string" } } }
const retryAfter = { "retry-after": { description: "Seconds", schema: { type: "integer", minimum: 0 } } }

const responseOf = (name: string, kind: Kind): Spec => ({
  description: kind.description,
  headers: kind.status === 429 ? { ...requestId, ...retryAfter } : requestId,
  content: {
    "application/problem+json": {
      schema: { $ref: `#/components/schemas/${name}Problem` },
      examples: Object.fromEntries(kind.codes.map((code) => [code, { value: problemExample(kind, code) }]))
    }
  }
})

const commonStatuses = [500, 503]
const withInput = [422]
const withBody = [413, 415]

export const describeProblems = (spec: Spec): Spec => {
  const names = new Map(kinds.map(([name, { status }]) => [status, name]))
  eachOperation(spec, (operation) => {
    const responses: Spec = operation["responses"]
    const body: Json = operation["requestBody"]
    const takes = body !== undefined || (operation["parameters"] ?? []).length > 0
    const declared = Object.keys(responses)
      .map(Number)
      .filter((status) => status >= 400)
    const statuses = new Set([
      ...declared,
      ...commonStatuses,
      ...(takes ? withInput : []),
      ...(body === undefined ? [] : withBody)
    ])
    for (const status of [...statuses].sort((a, b) => a - b)) {
      const name = names.get(status)
      if (name === undefined) throw new Error(`no problem is known for status ${status}`)
      responses[status] = { $ref: `#/components/responses/${name}` }
    }
  })
  const components: Spec = spec["components"] ?? {}
  const schemas = {
    ...components["schemas"],
    ...Object.fromEntries(kinds.map(([name, kind]) => [`${name}Problem`, schemaOf(kind)]))
  }
  const responses = Object.fromEntries(kinds.map(([name, kind]) => [name, responseOf(name, kind)]))
  return { ...spec, components: { ...components, schemas, responses } }
}
