export const OPERATION_CATEGORIES = [
  "read",
  "list",
  "write",
  "copy",
  "delete",
  "configuration",
  "identity",
  "other"
] as const
