export interface ClusterContextRef {
  readonly endpointId: number
  readonly tenant: string
}

const shape = /^cluster-0*([1-9][0-9]{0,14})(?::([A-Za-z0-9_.-]{1,128}))?$/

/** Parses the context of Cluster Admin: `cluster-3`, or `cluster-3:research` for a tenant. Null for others. */
export const parseClusterContextId = (text: string): ClusterContextRef | null => {
  const match = shape.exec(text)
  return match === null ? null : { endpointId: Number(match[1]), tenant: match[2] ?? "" }
}

export const formatClusterContextId = ({ endpointId, tenant }: ClusterContextRef): string =>
  tenant === "" ? `cluster-${endpointId}` : `cluster-${endpointId}:${tenant}`
