import { releaseRealGateways, runVariable } from "./RealGateway.ts"

/** Gateways are brought up by the first test file that asks; the run ends what it alone used. */
export default function setup() {
  process.env[runVariable] = String(process.pid)
  return releaseRealGateways
}
