import { type Schema, SchemaAST } from "effect"
import { HttpApi } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { examples } from "#api/document/examples/examples.ts"

/** An endpoint of the contract, by what a request of it is made of. */
export interface ContractEndpoint {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly query: Schema.Top | undefined
  /** Schemas of its JSON bodies. */
  readonly bodies: ReadonlyArray<Schema.Top>
}

/** The endpoints of the contract whose paths are wanted. */
export const contractEndpoints = (wanted: RegExp): ReadonlyArray<ContractEndpoint> => {
  const found: Array<ContractEndpoint> = []
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint: { method, path, payload, query } }) => {
      if (!wanted.test(path)) return
      const bodies = [...payload.values()].filter(({ encoding }) => encoding._tag === "Json").flatMap(({ schemas }) => schemas)
      found.push({ name: `${method} ${path}`, method, path, query, bodies: bodies as ReadonlyArray<Schema.Top> })
    }
  })
  return found
}

/** The example that the OpenAPI document gives for a body. */
export const exampleOf = (schema: Schema.Top | undefined): unknown =>
  schema === undefined ? undefined : (examples as Readonly<Record<string, unknown>>)[SchemaAST.resolveIdentifier(schema.ast) ?? ""]
