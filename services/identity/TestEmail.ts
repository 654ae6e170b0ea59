import { Context, Duration, Effect, Layer } from "effect"
import { type Caller, callerUser } from "#domain/platform/access/Caller.ts"
import type { TestEmailReport } from "#domain/identity/application/ApplicationSettings.ts"
import { Conflict, type RateLimited } from "#domain/platform/errors/Errors.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { RateLimits } from "#services/platform/limits/RateLimits.ts"
import { Mail } from "#services/platform/Mail.ts"
import { writeMail } from "#services/platform/writeMail.ts"
import { Settings } from "#services/platform/Settings.ts"
import { ApplicationSettings } from "./ApplicationSettings.ts"
import { mailServerOf } from "./mailServer.ts"

export class TestEmail extends Context.Service<
  TestEmail,
  {
    readonly send: (caller: Caller) => Effect.Effect<TestEmailReport, Conflict | RateLimited>
  }
>()("stowage/services/identity/TestEmail") {
  static readonly layer = Layer.effect(
    TestEmail,
    Effect.gen(function* () {
      const settings = yield* ApplicationSettings
      const mail = yield* Mail
      const audited = yield* Audited
      const limits = yield* RateLimits
      const {
        mail: { password },
        publicOrigin
      } = yield* Settings

      const send = Effect.fn("TestEmail.send")(function* (caller: Caller) {
        const stored = yield* settings.read
        const { branding, quota_notifications: smtp } = stored
        const recipient = callerUser(caller)?.email ?? ""
        const server = mailServerOf(stored, password)
        if (server === null)
          return yield* smtp.smtp_host === null || smtp.sender_address === null ? incomplete : withoutPassword
        yield* limits.take({ key: `test-email/${recipient.toLowerCase()}`, count: 10, window: Duration.minutes(5) })
        const letter = writeMail({
          to: recipient,
          subject: `Test e-mail of ${branding.name}`,
          title: "E-mails arrive",
          paragraphs: [
            `${branding.name} was asked to send this e-mail to ${recipient}, to find out whether its mail ` +
              "server takes what it hands in.",
            "Quota alerts come the same way. Nothing has to be done."
          ],
          link: { label: "Open the settings", href: `${publicOrigin}/admin/settings` },
          product: branding.name
        })
        // audited after sending: no database connection waits for the mail server
        const report = yield* mail.send(server, letter).pipe(
          Effect.match({
            onSuccess: (): TestEmailReport => ({
              delivered: true,
              recipient,
              summary: `The mail server took the e-mail to ${recipient}`,
              next: null
            }),
            onFailure: ({ next, summary }): TestEmailReport => ({ delivered: false, recipient, summary, next })
          })
        )
        return yield* Effect.succeed(report).pipe(
          audited.rows(
            "application_settings.test_email",
            { type: "application_settings", id: null, label: null },
            {
              by: byCaller(caller, "admin"),
              message: ({ summary }) => summary,
              status: ({ delivered }) => (delivered ? "success" : "failure"),
              metadata: { host: server.host, port: server.port, security: server.security }
            }
          )
        )
      })

      return TestEmail.of({ send })
    })
  )
}

const conflict = (detail: string) => new Conflict({ code: "state_conflict", detail })
const incomplete = conflict("No mail server is set up: save its host and a sender address first")
const withoutPassword = conflict(
  "A user name without a password cannot sign in: set SMTP_PASSWORD in the environment of the service, or take " +
    "the user name away"
)
