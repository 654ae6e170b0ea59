import { type Schema, SchemaAST } from "effect"
import { HttpApi } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { examples } from "#api/document/examples/examples.ts"

export interface ContractEndpoint {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly query: Schema.Top | undefined
  readonly bodies: ReadonlyArray<Schema.Top>
}

export const contractEndpoints = (wanted: RegExp): ReadonlyArray<ContractEndpoint> => {
  const endpoints: Array<ContractEndpoint> = []
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint: { method, path, payload, query } }) => {
      if (!wanted.test(path)) return
      const bodies = [...payload.values()]
        .filter(({ encoding }) => encoding._tag === "Json")
        .flatMap(({ schemas }) => schemas)
      endpoints.push({ name: `${method} ${path}`, method, path, query, bodies: bodies as ReadonlyArray<Schema.Top> })
    }
  })
  return endpoints
}

export const exampleOf = (schema: Schema.Top | undefined): unknown =>
  schema === undefined
    ? undefined
    : (examples as Readonly<Record<string, unknown>>)[SchemaAST.resolveIdentifier(schema.ast) ?? ""]
