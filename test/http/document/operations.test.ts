import { assert, describe, it } from "@effect/vitest"
import { Context, Option, Result, Schema } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { groupParameterExamples } from "#api/document/examples/examples.ts"
import { componentOf, eachOperation, type Spec } from "#api/document/spec.ts"
import { operationTexts } from "#api/document/texts/operationTexts.ts"

const spec: Spec = OpenApi.fromApi(Api)
const schemas: Spec = spec["components"].schemas

const operations: Array<Spec> = []
eachOperation(spec, (operation) => operations.push(operation))

const annotated = new Set<string>()
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint, group }) => {
    const annotations = endpoint.annotations as Context.Context<OpenApi.Description>
    if (Option.isSome(Context.getOption(annotations, OpenApi.Description)))
      annotated.add(`${group.identifier}.${endpoint.identifier}`)
  }
})

const textOf = (operationId: string) => {
  const [group = "", endpoint = ""] = operationId.split(".")
  return operationTexts[group]?.[endpoint]
}

describe("operations of the OpenAPI document", () => {
  it("each has a summary of 2 to 8 words, in sentence case and without a full stop", () => {
    const faulty = operations.filter(({ summary = "" }) => {
      const words = summary.split(" ").filter((word: string) => word !== "").length
      return words < 2 || words > 8 || summary.endsWith(".") || !/^[A-Z][a-z]/.test(summary)
    })
    assert.deepStrictEqual(
      faulty.map(({ operationId, summary }) => `${operationId}: ${summary}`),
      []
    )
  })

  it("no two of a tag have the same summary", () => {
    const named = new Map<string, string>()
    const same = operations.flatMap(({ operationId, summary, tags }) => {
      const name = `${tags[0]}: ${summary}`
      const other = named.get(name)
      named.set(name, operationId)
      return other === undefined ? [] : [`${name} (${other}, ${operationId})`]
    })
    assert.deepStrictEqual(same, [])
  })

  it("each has a description that says more than the summary, from its endpoint or from the texts", () => {
    assert.isAbove(annotated.size, 100)
    const faulty = operations.flatMap(({ operationId }) => {
      const text = textOf(operationId)?.description
      if (annotated.has(operationId)) return text === undefined ? [] : [`${operationId}: has two descriptions`]
      if (text === undefined) return [`${operationId}: has no description`]
      return text.endsWith(".") && text.length > (textOf(operationId)?.summary.length ?? 0) ? [] : [operationId]
    })
    assert.deepStrictEqual(faulty, [])
  })

  it("no text belongs to an operation that does not exist", () => {
    const known = new Set(operations.map(({ operationId }) => operationId))
    const texts = Object.entries(operationTexts).flatMap(([group, endpoints]) =>
      Object.keys(endpoints).map((endpoint) => `${group}.${endpoint}`)
    )
    assert.deepStrictEqual(
      texts.filter((operationId) => !known.has(operationId)),
      []
    )
  })

  it("each has an example request: its body and what its address needs have examples or a list of values", () => {
    const isListed = (schema: Spec): boolean =>
      (schemas[componentOf(schema["$ref"]) ?? ""] ?? schema).enum !== undefined
    const lacking = operations.flatMap(({ operationId, parameters = [], requestBody }) => [
      ...parameters
        .filter(({ example, required, schema }: Spec) => required && example === undefined && !isListed(schema))
        .map(({ name }: Spec) => `${operationId} ${name}`),
      ...Object.values<Spec>(requestBody?.content ?? {})
        .filter(
          ({ schema }) => schema.format !== "binary" && schemas[componentOf(schema.$ref) ?? ""]?.examples === undefined
        )
        .map(() => `${operationId} body`)
    ])
    assert.deepStrictEqual(lacking, [])
  })

  it("an example of a group is taken by each of its operations", () => {
    HttpApi.reflect(Api, {
      onGroup: () => undefined,
      onEndpoint: ({ endpoint, group }) => {
        const own = groupParameterExamples[group.identifier] ?? {}
        for (const fields of [endpoint.params, endpoint.query]) {
          if (fields === undefined || fields.ast._tag !== "Objects") continue
          for (const { name, type } of fields.ast.propertySignatures) {
            const example = own[String(name)]
            if (example === undefined) continue
            const decoded = Schema.decodeUnknownResult(Schema.make<Schema.Codec<unknown>>(type))(example)
            assert.isTrue(Result.isSuccess(decoded), `${endpoint.identifier} ${String(name)}`)
          }
        }
      }
    })
  })
})
