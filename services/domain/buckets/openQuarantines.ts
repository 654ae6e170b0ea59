/** States of a quarantine that has not ended. */
export const openQuarantines = ["quarantined", "deleting", "failed"] as const
