export const CATEGORIES = ["read", "list", "write", "copy", "delete", "configuration", "identity", "other"] as const
