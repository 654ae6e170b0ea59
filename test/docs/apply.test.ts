import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import * as path from "node:path"
import { ApplyDocument, MAX_ENTRIES } from "#domain/fleet/apply/ApplyDocument.ts"
import { MAX_SOURCE_CHARACTERS } from "#domain/fleet/apply/ApplyPlan.ts"
import { documentSchema } from "#domain/fleet/apply/documentSchema.ts"
import { sections } from "#domain/fleet/apply/sections.ts"
import { MAX_CHANGES_PER_REQUEST } from "#services/fleet/apply/Apply.ts"
import { DocumentText } from "#services/fleet/apply/DocumentText.ts"
import * as DocumentTextYaml from "#layers/yaml/DocumentTextYaml.ts"

const root = path.resolve(import.meta.dirname, "../..")
const page = readFileSync(path.join(root, "docs/apply.md"), "utf8")
const example = /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? ""

/** An independent validator of the console's linter: draft 7, and the part of 2020-12 with its spelling. */
const Ajv = createRequire(import.meta.url)("ajv")

layer(DocumentTextYaml.layer)("docs/apply.md", (it) => {
  it.effect("shows a document that is one, with every section but one", () =>
    Effect.gen(function* () {
      const { value } = yield* (yield* DocumentText).read(example)
      const document = Schema.decodeUnknownSync(ApplyDocument)(value, { onExcessProperty: "error" })
      assert.deepStrictEqual(
        sections.filter((section) => document[section] === undefined),
        ["ldap_providers"]
      )
    })
  )

  it.effect("and the JSON Schema takes it, and refuses what we refuse", () =>
    Effect.gen(function* () {
      const { value } = yield* (yield* DocumentText).read(example)
      const { $schema: _, ...schema } = documentSchema()
      const validate = new Ajv({ strict: false, allErrors: true, logger: false }).compile(schema)
      assert.isTrue(validate(value), JSON.stringify(validate.errors))
      const whole = value as { readonly users: ReadonlyArray<object> }
      for (const wrong of [
        {},
        { version: 2 },
        { version: 1, buckets: [] },
        { version: 1, users: [{ ...whole.users[0], role: "root" }] },
        { version: 1, users: [{ ...whole.users[0], user_ids: [1] }] },
        { version: 1, users: [{ ...whole.users[0], password: "in clear" }] },
        { version: 1, users: null },
        { version: 1, groups: [{ name: "" }] }
      ]) {
        assert.isFalse(validate(wrong), JSON.stringify(wrong))
      }
    })
  )

  it.effect("says the limits as they are", () =>
    Effect.sync(() => {
      for (const limit of [MAX_ENTRIES, MAX_SOURCE_CHARACTERS, MAX_CHANGES_PER_REQUEST])
        assert.include(page, limit.toLocaleString("en-US"))
    })
  )
})
