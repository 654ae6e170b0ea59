import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Result, Schema, SchemaAST } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { problemKinds } from "#api/document/describeProblems.ts"
import { examples, parameterExamples } from "#api/document/examples/examples.ts"
import { componentOf, eachObject, eachOperation, type Spec } from "#api/document/spec.ts"
import { DomainError } from "#domain/platform/errors/Errors.ts"
import { Problem } from "#domain/platform/errors/Problem.ts"
import { NewPassword } from "#domain/identity/signin/Authentication.ts"

const spec: Spec = OpenApi.fromApi(Api)
const schemas: Spec = spec["components"].schemas
const responses: Spec = spec["components"].responses

interface Endpoint {
  readonly name: string
  readonly params: Schema.Top | undefined
  readonly query: Schema.Top | undefined
  readonly sent: ReadonlyArray<Schema.Constraint>
  readonly answered: ReadonlyArray<Schema.Constraint>
}

const endpoints: Array<Endpoint> = []
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint }) => {
    endpoints.push({
      name: `${endpoint.method} ${endpoint.path}`,
      params: endpoint.params,
      query: endpoint.query,
      sent: [...endpoint.payload.values()].flatMap(({ schemas }) => schemas),
      answered: [...endpoint.success]
    })
  }
})

const named = new Map<string, SchemaAST.AST>()
const seen = new Set<SchemaAST.AST>()
const collect = (ast: SchemaAST.AST): void => {
  if (seen.has(ast)) return
  seen.add(ast)
  const name = SchemaAST.resolveIdentifier(ast)
  if (name !== undefined && !named.has(name)) named.set(name, ast)
  if (ast._tag === "Objects") ast.propertySignatures.forEach(({ type }) => collect(type))
  if (ast._tag === "Arrays") [...ast.elements, ...ast.rest].forEach(collect)
  if (ast._tag === "Union") ast.types.forEach(collect)
}
const astOf = (schema: Schema.Constraint) =>
  "events" in schema && Schema.isSchema(schema.events) ? schema.events.ast : schema.ast
for (const { answered, params, query, sent } of endpoints) {
  for (const schema of [...sent, ...answered, ...[params, query].filter((fields) => fields !== undefined)])
    collect(astOf(schema))
}

const decodes = (ast: SchemaAST.AST, value: unknown): string => {
  const codec = Schema.toCodecJson(Schema.make<Schema.Codec<unknown>>(ast))
  const result = Schema.decodeUnknownResult(codec)(value, { onExcessProperty: "error", errors: "all" })
  return Result.isSuccess(result) ? "" : result.failure.message
}

const bodiesOf = (operation: Spec): ReadonlyArray<Spec> =>
  [operation["requestBody"], ...Object.values<Spec>(operation["responses"])].flatMap((body) =>
    Object.values<Spec>(body?.content ?? {})
  )

const nameOf = (schema: Spec): string | null =>
  componentOf(schema["$ref"]) ?? (schema["type"] === "array" ? componentOf(schema["items"]?.["$ref"]) : null)

describe("the OpenAPI document", () => {
  it("every body is a named component, or a list of one; what is not JSON is bytes", () => {
    const anonymous: Array<string> = []
    eachOperation(spec, (operation, method, path) => {
      for (const { schema } of bodiesOf(operation)) {
        if (nameOf(schema) === null && schema.format !== "binary")
          anonymous.push(`${method} ${path}: ${JSON.stringify(schema)}`)
      }
    })
    assert.deepStrictEqual(anonymous, [])
  })

  it("one name a thing: no copies, nothing unused, nothing that leads nowhere", () => {
    const names = Object.keys(schemas)
    assert.isAbove(names.length, 100)
    assert.deepStrictEqual(
      names.filter((name) => /_\d+$|\d+$|Encoded$/.test(name)),
      []
    )
    const reached = new Set<string>()
    eachObject(spec, (object) => {
      const name = componentOf(object["$ref"])
      if (name !== null) reached.add(name)
    })
    assert.deepStrictEqual(
      [...reached].filter((name) => schemas[name] === undefined),
      []
    )
    assert.deepStrictEqual(
      names.filter((name) => !reached.has(name)),
      []
    )
  })

  it("every schema of the domain that travels is there under its own name", () => {
    const missing = [...named.keys()].filter((name) => schemas[name] === undefined && !/Problem$/.test(name))
    assert.deepStrictEqual(missing, [])
  })

  it("gives lengths as they are enforced, in characters", () => {
    const takes = (length: number, character: string) =>
      Option.isSome(Schema.decodeOption(NewPassword)(character.repeat(length)))
    const { maxLength, minLength } = schemas["NewPassword"]
    assert.deepStrictEqual([minLength, maxLength], [12, 256])
    for (const character of ["a", "é", "😀"]) {
      assert.deepStrictEqual(
        [11, 12, 256, 257].map((length) => takes(length, character)),
        [false, true, true, false],
        character
      )
    }
    assert.deepInclude(schemas["CreateUiUser"].properties.full_name, { minLength: 1, maxLength: 200 })
    assert.deepInclude(schemas["BucketName"], { minLength: 3, maxLength: 63 })
    assert.strictEqual(schemas["ObjectKey"].maxLength, 1024)
  })

  it("no text is bounded in UTF-16 code units, and no pattern is left out: JSON Schema could not say either", () => {
    const unsaid: Array<string> = []
    const look = (ast: SchemaAST.AST, where: string): void => {
      const sides = [ast, ...(ast.encoding ?? []).map(({ to }) => to)]
      for (const side of sides) {
        if (side._tag !== "String") continue
        for (const check of side.checks ?? []) {
          const { id, payload } = (check.annotations?.["representation"] ?? {}) as {
            readonly id?: string
            readonly payload?: { readonly minLength?: number; readonly flags?: string }
          }
          const units =
            id === "effect/schema/isMaxLength" || (id === "effect/schema/isMinLength" && (payload?.minLength ?? 0) > 1)
          if (
            units ||
            (id === "effect/schema/isPattern" && payload?.flags !== undefined && !payload.flags.includes("u"))
          )
            unsaid.push(`${where}: ${id}`)
        }
      }
      if (ast._tag === "Objects")
        ast.propertySignatures.forEach(({ name, type }) => look(type, `${where}.${String(name)}`))
      if (ast._tag === "Arrays") [...ast.elements, ...ast.rest].forEach((each) => look(each, `${where}[]`))
      if (ast._tag === "Union") ast.types.forEach((each) => look(each, where))
    }
    for (const { name, params, query, sent } of endpoints) {
      for (const schema of [...sent, ...[params, query].filter((fields) => fields !== undefined)])
        look(schema.ast, name)
    }
    assert.deepStrictEqual(unsaid, [])
  })

  it("numbers in addresses are numbers, with their bounds", () => {
    const { parameters } = spec["paths"]["/api/manager/buckets"].get
    const page = parameters.find((parameter: Spec) => parameter["name"] === "page_size")
    assert.deepInclude(page.schema, { type: "integer", minimum: 1, maximum: 200 })
    const disguised: Array<string> = []
    eachOperation(spec, (operation, method, path) => {
      for (const { name, schema } of operation["parameters"] ?? [])
        if (/\\d\+/.test(schema.pattern ?? "")) disguised.push(`${method} ${path} ${name}`)
    })
    assert.deepStrictEqual(disguised, [])
  })

  it("every path parameter stands in its path, and the other way round", () => {
    eachOperation(spec, (operation, _method, path) => {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
      const declared = (operation["parameters"] ?? [])
        .filter((parameter: Spec) => parameter["in"] === "path")
        .map(({ name }: Spec) => name)
        .sort()
      assert.deepStrictEqual(declared, inPath, path)
    })
  })

  it("each operation has the tag of its workspace, and each tag is described", () => {
    const tags = new Map(
      (spec["tags"] as ReadonlyArray<Spec>).map(({ description, name }) => [name as string, description as string])
    )
    const used = new Set<string>()
    eachOperation(spec, (operation) => {
      assert.lengthOf(operation["tags"], 1)
      used.add(operation["tags"][0])
    })
    assert.deepStrictEqual([...used].sort(), [...tags.keys()].sort())
    for (const description of tags.values()) assert.isNotEmpty(description)
    assert.deepStrictEqual(spec["paths"]["/api/manager/buckets"].get.tags, ["Manager"])
    assert.deepStrictEqual(spec["paths"]["/api/auth/login"].post.tags, ["Sign-in"])
  })

  it("every failure is a problem document with the status and codes of its class, and an example of each code", () => {
    for (const [tag, { codes, status }] of Object.entries(problemKinds)) {
      const failure = DomainError.members.find((member) => member.identifier === tag)
      assert.isDefined(failure, tag)
      if (failure === undefined) return
      assert.strictEqual(SchemaAST.resolve(failure.ast)?.["httpApiStatus"], status, tag)
      const response = responses[tag].content["application/problem+json"]
      assert.deepStrictEqual(schemas[`${tag}Problem`].allOf[1].properties, {
        status: { type: "integer", enum: [status] },
        code: { type: "string", enum: codes }
      })
      assert.deepStrictEqual(Object.keys(response.examples), [...codes])
      for (const [code, { value }] of Object.entries<Spec>(response.examples)) {
        assert.strictEqual(decodes(Problem.ast, value), "", code)
        assert.deepStrictEqual([value.code, value.status], [code, status])
      }
    }
    assert.lengthOf(Object.keys(problemKinds), DomainError.members.length)
    eachOperation(spec, (operation, method, path) => {
      const failures = Object.entries<Spec>(operation["responses"]).filter(([status]) => Number(status) >= 400)
      assert.includeMembers(
        failures.map(([status]) => status),
        ["500", "503", ...(operation["requestBody"] === undefined ? [] : ["413", "415", "422"])]
      )
      for (const [status, response] of failures) {
        const name = /^#\/components\/responses\/(\w+)$/.exec(response["$ref"])?.[1] ?? ""
        const [code] = schemas[`${name}Problem`]?.allOf[1].properties.status.enum ?? []
        assert.strictEqual(String(code), status, `${method} ${path}`)
      }
    })
  })

  it("streams are server-sent events of named frames, and say how they go on", () => {
    const streams: Array<string> = []
    eachOperation(spec, (operation, method, path) => {
      const { content, description } = operation["responses"]["200"] ?? {}
      const events = content?.["text/event-stream"]
      if (events === undefined) return
      streams.push(path)
      assert.match(description, /comment every 15 seconds/)
      const resumes = operation["parameters"].some(
        ({ in: place, name }: Spec) => place === "header" && name === "Last-Event-ID"
      )
      assert.strictEqual(resumes, method === "get", path)
      const union: Spec = schemas[componentOf(events.schema.$ref) ?? ""]
      for (const { $ref } of union["anyOf"] ?? [union]) {
        const frame: Spec = schemas[componentOf($ref) ?? ""]
        assert.deepStrictEqual(frame["required"], ["id", "event", "data"], $ref)
        assert.strictEqual(frame["properties"].data.contentMediaType, "application/json")
        assert.isNotNull(componentOf(frame["properties"].data.contentSchema.$ref))
      }
    })
    assert.deepStrictEqual(streams.sort(), [
      "/api/admin/audit/stream",
      "/api/admin/drift/stream",
      "/api/admin/settings/stream",
      "/api/admin/storage-endpoints/health/stream",
      "/api/admin/work/{run_id}/stream",
      "/api/browser/buckets/stream",
      "/api/browser/buckets/{bucket_name}/copies/plan",
      "/api/browser/buckets/{bucket_name}/deletions/plan",
      "/api/browser/buckets/{bucket_name}/folder-size",
      "/api/browser/buckets/{bucket_name}/old-versions",
      "/api/browser/buckets/{bucket_name}/point-in-time",
      "/api/browser/buckets/{bucket_name}/search",
      "/api/browser/work/{run_id}/stream",
      "/api/cluster-admin/endpoints/{endpoint_id}/buckets/stream",
      "/api/cluster-admin/endpoints/{endpoint_id}/usage-stats/stream",
      "/api/cluster-admin/endpoints/{endpoint_id}/work/{run_id}/stream",
      "/api/manager/buckets/features/stream",
      "/api/manager/buckets/stream",
      "/api/manager/buckets/{bucket_name}/access/stream",
      "/api/manager/buckets/{bucket_name}/lifecycle/simulation",
      "/api/manager/exposure/stream",
      "/api/manager/feature-rules/stream",
      "/api/manager/iam/stream/{entity}",
      "/api/manager/iam/unused/stream",
      "/api/manager/migrations/{migration_id}/stream",
      "/api/manager/topics/test",
      "/api/manager/usage-stats/stream",
      "/api/manager/work/{run_id}/stream",
      "/api/notifications/stream",
      "/api/storage-ops/buckets/stream",
      "/api/storage-ops/work/{run_id}/stream"
    ])
    assert.notInclude(JSON.stringify(spec), "x-effect-stream")
    const download = spec["paths"]["/api/browser/buckets/{bucket_name}/objects/download"].get
    assert.isTrue(download.parameters.some(({ name }: Spec) => name === "Range"))
    assert.deepStrictEqual(Object.keys(download.responses["206"].content), ["application/octet-stream"])
  })

  it("every body has an example, and each example decodes with its schema", () => {
    const bodies = new Set<string>()
    eachOperation(spec, (operation) => {
      for (const { schema } of bodiesOf(operation)) {
        const name = nameOf(schema)
        if (name !== null) bodies.add(name)
      }
    })
    assert.deepStrictEqual(
      [...bodies].filter((name) => schemas[name].examples === undefined),
      [],
      "bodies without an example"
    )
    for (const [name, example] of Object.entries(examples)) {
      const ast = named.get(name)
      assert.isDefined(ast, `${name} is no part of the contract`)
      assert.deepStrictEqual(schemas[name].examples, [example], name)
      if (ast !== undefined) assert.strictEqual(decodes(ast, example), "", name)
    }
  })

  it.effect("each example of a parameter is taken by every operation that has it", () =>
    Effect.sync(() => {
      const used = new Set<string>()
      for (const { name: operation, params, query } of endpoints) {
        for (const fields of [params, query]) {
          if (fields === undefined || fields.ast._tag !== "Objects") continue
          for (const { name, type } of fields.ast.propertySignatures) {
            const example = parameterExamples[String(name)]
            if (example === undefined) continue
            used.add(String(name))
            const decoded = Schema.decodeUnknownResult(Schema.make<Schema.Codec<unknown, number>>(type))(
              String(example)
            )
            assert.isTrue(Result.isSuccess(decoded), `${operation} ${String(name)}`)
          }
        }
      }
      assert.deepStrictEqual([...used].sort(), Object.keys(parameterExamples).sort())
    })
  )
})
