import { releaseRealGateways, runVariable } from "./RealGateway.ts"

/** Test files start gateways on demand; the run stops those that it alone used. */
export default function setup() {
  // bin/test.mjs sets its own process, which outlives vitest
  process.env[runVariable] ??= String(process.pid)
  return releaseRealGateways
}
