import { Context } from "effect"

/** Proof of a committed intent. Port methods that change a gateway require it; only `Audited.gateway` provides it. */
export class GatewayIntent extends Context.Service<
  GatewayIntent,
  {
    readonly id: string
  }
>()("stowage/services/platform/audit/GatewayIntent") {}
