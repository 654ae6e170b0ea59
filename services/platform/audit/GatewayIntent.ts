import { Context } from "effect"

/**
 * Leave to change a gateway: a committed row says who wants what, so that the change cannot be half-told whatever ends
 * this process. Every port method that changes a gateway requires it, and only `Audited.gateway` gives it: a change
 * elsewhere does not compile.
 */
export class GatewayIntent extends Context.Service<GatewayIntent, {
  readonly id: string
}>()("stowage/services/platform/audit/GatewayIntent") {}
