import { Layer } from "effect"
import { EndpointHealthHandlers } from "./admin/EndpointHealth.ts"
import { InternalEndpointChecksHandlers } from "./internal/EndpointChecks.ts"

/** Handlers of the health of storage endpoints, and of the job behind it. */
export const HealthHandlers = Layer.merge(EndpointHealthHandlers, InternalEndpointChecksHandlers)
