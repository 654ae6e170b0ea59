import { Layer } from "effect"
import { EndpointHealthHandlers } from "./admin/EndpointHealth.ts"
import { InternalEndpointChecksHandlers } from "./internal/EndpointChecks.ts"

export const HealthHandlers = Layer.merge(EndpointHealthHandlers, InternalEndpointChecksHandlers)
