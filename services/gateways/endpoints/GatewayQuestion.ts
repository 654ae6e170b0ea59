import { Context, Effect } from "effect"

export interface GatewayPlace {
  readonly url: string
  readonly verifyTls: boolean
  /** Typed by a user: its host is checked against the allowlist. */
  readonly userSupplied: boolean
}

/** Any response, no connection, or a connection without a response. */
export type QuestionEnd = "answered" | "unreached" | "silent"

/**
 * Read-only reachability probe of our own. Bypasses limiter and breakers; callers set the timeout. Defaults to
 * `answered`.
 */
export const GatewayQuestion = Context.Reference<(place: GatewayPlace) => Effect.Effect<QuestionEnd>>(
  "stowage/services/gateways/endpoints/GatewayQuestion", { defaultValue: () => () => Effect.succeed("answered") })
