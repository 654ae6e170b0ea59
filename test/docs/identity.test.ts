import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { LdapConfig, OidcConfig } from "#domain/identity/federation/Federation.ts"
import { readSettings } from "#layers/config/readSettings.ts"

const page = readFileSync(path.resolve(import.meta.dirname, "../../docs/identity.md"), "utf8")
const [oidc = "", ldap = ""] = Array.from(page.matchAll(/```json\n([\s\S]*?)```/g), (match) => match[1])

const read = (env: Record<string, string>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => mkdtempSync(path.join(tmpdir(), "stowage-docs-"))),
    (dir) =>
      readSettings.pipe(
        Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env: { DATA_DIR: dir, ...env } })))
      ),
    (dir) => Effect.sync(() => rmSync(dir, { recursive: true, force: true }))
  )

describe("docs/identity.md", () => {
  it.effect("its examples of providers from the environment are accepted as they stand", () =>
    Effect.gen(function* () {
      const { providers } = yield* read({ OIDC_PROVIDERS: oidc, LDAP_PROVIDERS: ldap })
      assert.deepStrictEqual(
        [providers.oidc.map(({ id }) => id), providers.ldap.map(({ id }) => id)],
        [["corp"], ["directory"]]
      )
      assert.strictEqual(providers.oidc[0]?.config.linking_policy, "trusted_email")
      assert.notInclude(JSON.stringify(providers), "the secret that the provider gave you")
    })
  )

  it.effect("an unknown field, a wrong type or a directory in clear stops the start, without repeating secrets", () =>
    Effect.gen(function* () {
      const spoilt: ReadonlyArray<Record<string, string>> = [
        { OIDC_PROVIDERS: oidc.replace('"label"', '"colour": "red", "label"') },
        { OIDC_PROVIDERS: oidc.replace('"issuer"', '"issuer_url"') },
        { OIDC_PROVIDERS: oidc.replace("https://", "http://") },
        { LDAP_PROVIDERS: ldap.replace("ldaps://", "ldap://") },
        { LDAP_PROVIDERS: ldap.replace('"id": "directory"', '"id": "Not An Id"') },
        { LDAP_PROVIDERS: "not json" }
      ]
      for (const env of spoilt) {
        const error = yield* Effect.flip(read(env))
        assert.match(error.message, /^(OIDC|LDAP)_PROVIDERS: /)
        assert.notInclude(error.message, "the secret that the provider gave you")
        assert.notInclude(error.message, "the reader's password")
      }
    })
  )

  it("describes every field of both kinds of provider", () => {
    for (const field of [...Object.keys(OidcConfig.fields), ...Object.keys(LdapConfig.fields)])
      assert.include(page, `\`${field}\``)
  })
})
