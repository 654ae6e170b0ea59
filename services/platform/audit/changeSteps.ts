import { Duration, Effect, Exit, Option, Schema } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { DomainError, StorageError } from "#domain/platform/errors/Errors.ts"
import { byCaller } from "./auditBy.ts"
import { contradictedAnswer, endingOfExit, errorCodeMetadata } from "./changeEndings.ts"
import { type ChangeJournal, type Verdict, verdictOf } from "./changeJournal.ts"
import type { GatewayChangeKind, Recovered } from "./GatewayChangeKind.ts"
import type { IntendedEntry } from "./GatewayIntents.ts"

const LIVE_READ_TIMEOUT = Duration.seconds(5)

/** Steps of one change of a kind: what is intended, what the gateway shows afterwards, and how it ended. */
export const changeStepsOf = <About, Where, Seen>(
  { recordOutcome, release, timeout, tryRecover }: ChangeJournal,
  kind: GatewayChangeKind<About, Where, Seen>
) => {
  const encode = Schema.encodeSync(kind.about)
  const liveReadTimeout = Duration.min(timeout, LIVE_READ_TIMEOUT)

  const entryFor = (caller: Caller, about: About): IntendedEntry => ({
    ...byCaller(caller, typeof kind.scope === "function" ? kind.scope(about) : kind.scope),
    action: kind.action,
    entity: kind.entity(about),
    metadata: kind.metadata(about),
    messages: kind.messages(about)
  })

  const observe = (id: string, where: Where, about: About) =>
    Effect.map(Effect.timeoutOption(tryRecover(id, kind.recover(where, about, true)), liveReadTimeout), Option.flatten)

  const endingNow = (
    exit: Exit.Exit<unknown, DomainError>,
    alreadyApplied: boolean,
    observed: Option.Option<Recovered<Seen>>,
    where: Where,
    about: About
  ) => {
    const now =
      Exit.isSuccess(exit) && kind.assumeApplied !== null
        ? Option.orElseSome(observed, () => kind.assumeApplied!(where, about))
        : observed
    const verdict = verdictOf({
      ending: endingOfExit(exit),
      before: alreadyApplied,
      now,
      isSettled: false,
      expired: false
    })
    return { now, verdict }
  }

  const exitOf = <E>(
    exit: Exit.Exit<unknown, E>,
    verdict: Verdict,
    now: Option.Option<Recovered<Seen>>
  ): Exit.Exit<Seen, E | StorageError> => {
    if (verdict === "success" && Option.isSome(now)) return Exit.succeed(now.value.observed)
    return Exit.isFailure(exit) ? Exit.failCause(exit.cause) : Exit.fail(contradictedAnswer(kind.action))
  }

  const settle = <Found>(
    id: string,
    entry: IntendedEntry,
    exit: Exit.Exit<unknown, DomainError>,
    verdict: Verdict,
    now: Option.Option<Recovered<Found>>
  ) => {
    const rows = Option.match(now, { onNone: () => Effect.void, onSome: (observed) => observed.rows })
    if (verdict === "open") return Effect.andThen(release(id, timeout), rows)
    return recordOutcome(id, entry, verdict, verdict === "failure" ? errorCodeMetadata(exit) : {}, rows)
  }

  const intentOf = (about: About, entry: IntendedEntry) => ({ thing: kind.thing(about), about: encode(about), entry })

  return { liveReadTimeout, entryFor, intentOf, observe, endingNow, exitOf, settle }
}

export interface ChangeSteps<About, Where, Seen> extends ReturnType<typeof changeStepsOf<About, Where, Seen>> {}
