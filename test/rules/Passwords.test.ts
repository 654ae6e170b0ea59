import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { cookieNames } from "#http/sessionCookies.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Bootstrap } from "#services/identity/Bootstrap.ts"
import { Settings } from "#services/platform/Settings.ts"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { WholeService } from "../support/WholeService.ts"
import { password, somebody } from "./people.ts"

const browserAt = Effect.map(Settings, ({ publicOrigin }) => new ConsoleBrowser(publicOrigin))

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })(
  "Passwords: 12 to 256 characters, nothing that is guessed first",
  (it) => {
    it.effect(
      "the first administrator: easily guessed ones are 422 at the field and cost no try; the token is still good",
      () =>
        Effect.gen(function* () {
          const token = Redacted.value(yield* (yield* Bootstrap).issueToken)
          const browser = yield* browserAt
          const found = (typed: string) =>
            Effect.promise(() =>
              browser.send(
                "POST",
                "/api/auth/bootstrap",
                { email: "ada@example.org", full_name: "Ada", password: typed },
                { "x-service-bootstrap-token": token }
              )
            )
          for (const typed of [
            "password12345",
            "ada@example.org",
            "ADA@example.org",
            "aaaaaaaaaaaaaaa",
            "qwertyuiopas",
            "stowage-2026!"
          ]) {
            const answer = yield* found(typed)
            assert.deepStrictEqual(
              [answer.status, answer.body["errors"]?.[0]?.path],
              [422, ["payload", "password"]],
              typed
            )
            assert.notInclude(answer.text, typed)
          }
          assert.strictEqual((yield* found(password)).status, 200)
        })
    )

    it.effect("an administrator's, for others: created with it, set later; and one's own", () =>
      Effect.gen(function* () {
        const admin = yield* somebody("ui_superadmin")
        const opened = yield* (yield* Sessions).open(admin, yield* DateTime.now)
        const browser = yield* browserAt
        browser.enter({ [cookieNames.access]: Redacted.value(opened.access) }, opened.csrf)
        const target = yield* somebody("ui_user")
        const places: ReadonlyArray<
          readonly [method: string, path: string, field: string, email: string, body: (typed: string) => object]
        > = [
          [
            "POST",
            "/api/admin/users",
            "password",
            "new@example.org",
            (typed) => ({ email: "new@example.org", full_name: "New", role: "ui_user", password: typed })
          ],
          [
            "PUT",
            `/api/admin/users/${target.user.id}/password`,
            "password",
            target.user.email,
            (typed) => ({ password: typed })
          ],
          [
            "PUT",
            "/api/me/password",
            "new_password",
            admin.user.email,
            (typed) => ({ current_password: password, new_password: typed })
          ]
        ]
        for (const [method, path, field, email, body] of places) {
          const send = (typed: string) => Effect.promise(() => browser.send(method, path, body(typed)))
          for (const typed of [
            "short",
            "elevenchars",
            "x1".repeat(129),
            "password12345",
            email.toUpperCase(),
            "123456789012345"
          ]) {
            const { body: answer, status } = yield* send(typed)
            assert.deepStrictEqual([status, answer["errors"]?.[0]?.path], [422, ["payload", field]], `${path} ${typed}`)
          }
          assert.include([200, 201, 204], (yield* send(`a long one for ${field} of ${path.length}`)).status, path)
        }
      })
    )
  }
)
