import { Schema, SchemaAST } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { documentPath, type Spec } from "./spec.ts"

type Fields = { readonly ast: SchemaAST.AST } | undefined

const numbersOf = (fields: Fields): ReadonlyMap<string, Spec> => {
  if (fields === undefined || fields.ast._tag !== "Objects") return new Map()
  return new Map(
    fields.ast.propertySignatures.flatMap((property): ReadonlyArray<[string, Spec]> => {
      const { schema } = Schema.toJsonSchemaDocument(Schema.make(SchemaAST.toType(property.type)))
      return schema["type"] === "integer" || schema["type"] === "number" ? [[String(property.name), schema]] : []
    })
  )
}

export const describeParameters = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  spec: Spec
): Spec => {
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint }) => {
      const places: Record<string, ReadonlyMap<string, Spec>> = {
        path: numbersOf(endpoint.params),
        query: numbersOf(endpoint.query)
      }
      const operation = spec["paths"]?.[documentPath(endpoint.path)]?.[endpoint.method.toLowerCase()]
      for (const parameter of operation?.parameters ?? []) {
        const schema = places[parameter.in]?.get(parameter.name)
        if (schema !== undefined) parameter.schema = { ...schema }
      }
    }
  })
  return spec
}
