import { Clock, Context, DateTime, Duration, Effect, Layer, type Redacted } from "effect"
import { Caller } from "#domain/platform/access/Caller.ts"
import { CurrentOrigin } from "#domain/platform/access/RequestOrigin.ts"
import { Forbidden, type NotFound, type RateLimited, Unauthenticated } from "#domain/platform/errors/Errors.ts"
import { clientNetwork } from "#domain/platform/clientNetwork.ts"
import { rateLimits } from "#domain/platform/RateLimit.ts"
import type { ShareRecord, Visit } from "#domain/objects/shares/ShareRecord.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { RateLimits } from "#services/platform/limits/RateLimits.ts"
import { Passwords } from "#services/platform/Passwords.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { Tokens } from "#services/platform/Tokens.ts"
import { ShareHits } from "./ShareHits.ts"
import { ShareRecords } from "./ShareRecords.ts"
import { isShareToken, shareNotFound } from "./shareToken.ts"

export const unlockedFor = Duration.hours(8)

const PASSWORD_REQUIRED = new Forbidden({ code: "password_required", detail: "This link asks for its password first" })

/** Visitors have the current rights of the link's maker. */
export class ShareVisits extends Context.Service<
  ShareVisits,
  {
    /** All invalid tokens get the same response. */
    readonly caller: (token: string) => Effect.Effect<Caller, NotFound>
    /** `proof`: from `unlock`, or null. 403 `password_required` while locked. */
    readonly visit: (
      caller: Caller,
      proof: string | null,
      wantsPassword: boolean
    ) => Effect.Effect<Visit, NotFound | Forbidden>
    /** Returns a proof. Attempts are counted before verification and logged as hits. */
    readonly unlock: (visit: Visit, password: Redacted.Redacted) => Effect.Effect<string, Unauthenticated | RateLimited>
  }
>()("stowage/services/objects/shares/ShareVisits") {
  static readonly layer = Layer.effect(
    ShareVisits,
    Effect.gen(function* () {
      const records = yield* ShareRecords
      const hits = yield* ShareHits
      const contexts = yield* ExecutionContexts
      const limits = yield* RateLimits
      const passwords = yield* Passwords
      const secrets = yield* Secrets
      const tokens = yield* Tokens

      const caller = Effect.fn("ShareVisits.caller")(function* (token: string) {
        if (!isShareToken(token)) return yield* shareNotFound
        const share = yield* records.living({ digest: secrets.digest(token) }, yield* DateTime.now)
        if (share === null) return yield* shareNotFound
        return Caller.cases.Share.make({ share_id: share.id, maker_id: share.user_id, context_id: share.context_id })
      })

      const proved = (id: string, until: string) => `share/${id}/unlocked/${until}`

      const isUnlocked = (share: ShareRecord, proof: string | null, now: number): boolean => {
        if (share.password_hash === null) return true
        const [until, signature] =
          proof === null ? [] : [proof.slice(0, proof.indexOf(".")), proof.slice(proof.indexOf(".") + 1)]
        return (
          until !== undefined &&
          /^\d{1,15}$/.test(until) &&
          Number(until) > now &&
          tokens.signatureHolds(proved(share.id, until), signature ?? "")
        )
      }

      const visit = Effect.fn("ShareVisits.visit")(function* (
        visitor: Caller,
        proof: string | null,
        wantsPassword: boolean
      ) {
        if (visitor._tag !== "Share") return yield* shareNotFound
        const now = yield* DateTime.now
        const share = yield* records.living({ id: visitor.share_id }, now)
        if (share === null) return yield* shareNotFound
        const context = yield* Effect.mapError(
          contexts.forUser(share.user_id, "browser", share.context_id),
          () => shareNotFound
        )
        const unlocked = isUnlocked(share, proof, DateTime.toEpochMillis(now))
        if (wantsPassword && !unlocked) return yield* PASSWORD_REQUIRED
        return { share, context, unlocked } satisfies Visit
      })

      const unlock = Effect.fn("ShareVisits.unlock")(function* ({ share }: Visit, password: Redacted.Redacted) {
        const network = clientNetwork((yield* CurrentOrigin).address)
        const counted = [
          { key: `share/${share.id}/${network}`, ...rateLimits.sharePassword },
          { key: `share/${share.id}`, ...rateLimits.sharePasswordFromAll }
        ]
        yield* Effect.forEach(counted, limits.take, { discard: true })
        if (share.password_hash !== null && !(yield* passwords.verify(password, share.password_hash))) {
          yield* hits.add({
            shareId: share.id,
            what: "refused",
            name: "",
            outcome: "cut",
            network,
            bytes: 0,
            at: yield* DateTime.now,
            place: null
          })
          return yield* new Unauthenticated({
            code: "invalid_credentials",
            detail: "This is not the password of this link"
          })
        }
        yield* Effect.forEach(counted, limits.giveBack, { discard: true })
        const until = String((yield* Clock.currentTimeMillis) + Duration.toMillis(unlockedFor))
        return `${until}.${tokens.signature(proved(share.id, until))}`
      })

      return ShareVisits.of({ caller, visit, unlock })
    })
  )
}
