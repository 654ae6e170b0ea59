import { releaseRealGateways, runVariable } from "./RealGateway.ts"

/** Gateways are brought up by the first test file that asks; the run ends what it alone used. */
export default function setup() {
  // bin/test.mjs names its own process, which outlives vitest's
  process.env[runVariable] ??= String(process.pid)
  return releaseRealGateways
}
