const frame = (event: string, data: unknown) => ({ id: "1", event, data: JSON.stringify(data) })
const rule = {
  id: "tmp",
  enabled: true,
  filter: { prefix: "tmp/", tags: [], size_greater_than: null, size_less_than: null },
  expiration: { days: 7 },
  noncurrent_expiration: null,
  transitions: [],
  noncurrent_transitions: [],
  abort_multipart: { days: 3 }
}
const none = { count: 0, bytes: 0 }
const effects = [
  {
    days: 7,
    expired: { count: 12_431, bytes: 1_900_000_000_000 },
    noncurrent: none,
    delete_markers: 0,
    uploads: 2,
    transitions: none,
    freed_bytes: 1_900_000_000_000
  }
]
const progress = { stage: "objects", processed: 20_000, effects }
const simulation = {
  simulated_at: "2026-05-04T09:30:00.000Z",
  versioning: "off",
  effects,
  tags: { read: 0, unread: 0 },
  warnings: [],
  scanned: {
    prefixes: ["tmp/"],
    objects: 20_120,
    noncurrent: 0,
    delete_markers: 0,
    uploads: 4,
    bytes: 2_100_000_000_000
  },
  rules: [
    {
      index: 0,
      id: "tmp",
      effects,
      alone: effects,
      samples: [{ key: "tmp/2026-04-02.csv", version_id: null, act: "expire_current", size_bytes: 120, in_days: 1 }]
    }
  ]
}

export const lifecycle = {
  SimulateLifecycle: { rules: [rule], horizons: [7] },
  SimulationFrame: frame("progress", progress),
  SimulationProgressFrame: frame("progress", progress),
  LifecycleSimulationFrame: frame("result", simulation),
  SimulationDoneFrame: frame("done", {})
}
