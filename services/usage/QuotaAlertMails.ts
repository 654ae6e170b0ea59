import { Context, DateTime, Effect, Layer } from "effect"
import { ApplicationSettings } from "#services/identity/ApplicationSettings.ts"
import { mailServerOf } from "#services/identity/mailServer.ts"
import { Mail } from "#services/platform/Mail.ts"
import { Settings } from "#services/platform/Settings.ts"
import { writeMail } from "#services/platform/writeMail.ts"
import { type MailOutcome, type PendingMail, QuotaStateRecords } from "./QuotaStateRecords.ts"

/** A crash between a mail and its mark repeats that mail. */
export class QuotaAlertMails extends Context.Service<
  QuotaAlertMails,
  {
    /** Returns how many mails the server accepted. Failed ones are left to the next run. */
    readonly deliver: Effect.Effect<number>
  }
>()("stowage/services/usage/QuotaAlertMails") {
  static readonly layer = Layer.effect(
    QuotaAlertMails,
    Effect.gen(function* () {
      const records = yield* QuotaStateRecords
      const settings = yield* ApplicationSettings
      const mail = yield* Mail
      const {
        mail: { password },
        publicOrigin
      } = yield* Settings

      const end = (id: number, outcome: MailOutcome) =>
        Effect.flatMap(DateTime.now, (now) => records.endMail(id, outcome, now))

      const deliver = Effect.gen(function* () {
        const pending = yield* records.pendingMails
        if (pending.length === 0) return 0
        const stored = yield* settings.read
        const server = mailServerOf(stored, password)
        if (server === null) {
          yield* Effect.forEach(pending, ({ id }) => end(id, "skipped"), { discard: true })
          yield* Effect.logWarning("Mails of quota alerts were skipped: the mail settings are incomplete").pipe(
            Effect.annotateLogs({ count: pending.length })
          )
          return 0
        }
        const product = stored.branding.name
        const letterTo = ({ message, recipient, title }: PendingMail) =>
          writeMail({
            to: recipient,
            subject: title,
            title,
            paragraphs: [message, "You get this because quota alerts by e-mail are switched on in your profile."],
            link: { label: "Open your notifications", href: `${publicOrigin}/notifications` },
            product
          })
        let sent = 0
        for (const one of pending) {
          const refusal = yield* Effect.match(mail.send(server, letterTo(one)), {
            onFailure: (failure) => failure,
            onSuccess: () => null
          })
          if (refusal === null) {
            yield* end(one.id, "sent")
            sent += 1
            continue
          }
          yield* Effect.logWarning("A mail of a quota alert was not delivered").pipe(
            Effect.annotateLogs({ reason: refusal.reason })
          )
          if (refusal.reason !== "recipient" && refusal.reason !== "refused") break
          yield* end(one.id, "refused")
        }
        return sent
      })

      return QuotaAlertMails.of({ deliver: Effect.withSpan(deliver, "QuotaAlertMails.deliver") })
    })
  )
}
