import { Layer } from "effect"
import { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"

export const anyIntent = Layer.succeed(GatewayIntent, { id: "00000000-0000-4000-8000-000000000000" })
