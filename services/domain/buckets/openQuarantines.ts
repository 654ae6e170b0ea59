export const openQuarantines = ["quarantined", "deleting", "failed"] as const
