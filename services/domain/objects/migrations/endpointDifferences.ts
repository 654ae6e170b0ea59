import type { StorageEndpoint } from "../../gateways/endpoints/StorageEndpoint.ts"

type ComparedEndpoint = Pick<StorageEndpoint, "capabilities" | "detected" | "provider" | "region" | "url">

export interface EndpointDifference {
  readonly name: string
  readonly source: string
  readonly target: string
}

const bucketCapabilities = ["account", "iam", "sns", "static_website"] as const

const protocolOf = ({ url }: ComparedEndpoint): string => new URL(url).protocol.replace(":", "")

/** Differences of two endpoints that matter to the buckets of a migration, as registered here. */
export const endpointDifferences = (
  source: ComparedEndpoint,
  target: ComparedEndpoint
): ReadonlyArray<EndpointDifference> => {
  const onOff = (endpoint: ComparedEndpoint, name: (typeof bucketCapabilities)[number]) =>
    endpoint.capabilities[name] ? "on" : "off"
  const all = [
    { name: "provider", source: source.provider, target: target.provider },
    { name: "region", source: source.region, target: target.region },
    { name: "protocol", source: protocolOf(source), target: protocolOf(target) },
    ...bucketCapabilities.map((name) => ({ name, source: onOff(source, name), target: onOff(target, name) }))
  ]
  return all.filter((one) => one.source !== one.target)
}

/** Null: not detected on both sides. */
export const isSameCluster = (
  source: Pick<ComparedEndpoint, "detected">,
  target: Pick<ComparedEndpoint, "detected">
): boolean | null => {
  const [one, other] = [source.detected?.cluster_id ?? null, target.detected?.cluster_id ?? null]
  return one === null || other === null ? null : one === other
}
