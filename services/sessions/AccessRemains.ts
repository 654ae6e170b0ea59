import { Context, type DateTime, type Effect } from "effect"

/** Rows of signing in whose time is over. None of them opens anything any more. */
export class AccessRemains extends Context.Service<AccessRemains, {
  /**
   * Deletes ended challenges, states of sign-ins with providers, rate-limit windows, addresses that nobody signed in from any more and listings of ended S3 sessions, and
   * sessions that ended before `sessionsBefore`; marks link requests that expired. Answers how many rows it touched.
   */
  readonly clear: (now: DateTime.Utc, sessionsBefore: DateTime.Utc) => Effect.Effect<number>
}>()("stowage/services/sessions/AccessRemains") {}
