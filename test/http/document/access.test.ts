import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { OpenApi } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { assertAccessDeclared } from "#http/middleware/AccessDeclared.ts"

describe("the OpenAPI document", () => {
  it.effect("says of every operation who may call it, with scopes and roles, as it is enforced", () =>
    Effect.gen(function* () {
      const spec: Record<string, any> = OpenApi.fromApi(Api)
      for (const { method, path, requirement } of yield* assertAccessDeclared(Api)) {
        const operation = spec["paths"][path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()]
        assert.isArray(operation?.security, `${method} ${path}`)
        const tokens = operation.security.flatMap(
          (way: Record<string, ReadonlyArray<string>>) => way["api_token"] ?? []
        )
        assert.deepStrictEqual(tokens, requirement._tag === "Scoped" ? [requirement.scope] : [], `${method} ${path}`)
        if (requirement._tag === "Session" && requirement.action !== null)
          assert.include(operation.description, requirement.action)
      }
      const schemes = new Set(Object.keys(spec["components"].securitySchemes))
      const used = new Set(
        Object.values<Record<string, any>>(spec["paths"]).flatMap((operations) =>
          Object.values(operations).flatMap(({ security }) => security.flatMap(Object.keys))
        )
      )
      assert.deepStrictEqual([...used].sort(), [...schemes].sort())
    })
  )
})
