import { Context } from "effect"

/**
 * Proof of a committed intent, so that a change cannot be lost when this process ends. Every port method that changes a
 * gateway requires it, and only `Audited.gateway` provides it: other changes do not compile.
 */
export class GatewayIntent extends Context.Service<
  GatewayIntent,
  {
    readonly id: string
  }
>()("stowage/services/platform/audit/GatewayIntent") {}
