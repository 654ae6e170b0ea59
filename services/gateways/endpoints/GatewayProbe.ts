import { Context, Effect } from "effect"

export interface GatewayAddress {
  readonly url: string
  readonly verifyTls: boolean
  /** User input: its host is checked against the allowlist. */
  readonly userSupplied: boolean
}

/** Any response, no connection, or a connection without a response. */
export type ProbeOutcome = "answered" | "unreached" | "silent"

/** Bypasses limiter and breakers; callers set the timeout. Defaults to `answered`. */
export const GatewayProbe = Context.Reference<(place: GatewayAddress) => Effect.Effect<ProbeOutcome>>(
  "stowage/services/gateways/endpoints/GatewayProbe",
  { defaultValue: () => () => Effect.succeed("answered") }
)
