import { Context, Effect } from "effect"

/** An address at which a gateway is asked. */
export interface GatewayPlace {
  readonly url: string
  readonly verifyTls: boolean
  /** Somebody typed it in: its host is checked against the allowlist. */
  readonly userSupplied: boolean
}

/** That it said something, be it a refusal or nonsense; that nothing is there; or that it accepts what is sent and says nothing. */
export type QuestionEnd = "answered" | "unreached" | "silent"

/**
 * A question of our own that changes nothing and that no caller chooses: whether a gateway says anything at all. It passes the turns and
 * breakers of calls by; whoever asks bounds its time. Where nobody can ask, it counts as answered.
 */
export const GatewayQuestion = Context.Reference<(place: GatewayPlace) => Effect.Effect<QuestionEnd>>(
  "stowage/services/gateways/endpoints/GatewayQuestion", { defaultValue: () => () => Effect.succeed("answered") })
