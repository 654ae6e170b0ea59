export const operationCategories = [
  "read",
  "list",
  "write",
  "copy",
  "delete",
  "configuration",
  "identity",
  "other"
] as const
export type OperationCategory = (typeof operationCategories)[number]

/** Names of RGW's usage log. HEAD of an object is counted as `get_obj`, parts of an upload as `put_obj`. */
const names: Readonly<Partial<Record<OperationCategory, ReadonlyArray<string>>>> = {
  read: ["get_obj", "get_obj_attrs", "get_obj_tags", "get_obj_layout", "get_obj_torrent", "stat_obj", "select_obj"],
  list: ["list_bucket", "list_buckets", "list_bucket_multiparts", "list_multipart", "stat_account", "get_bucket_stats"],
  write: ["put_obj", "post_obj", "init_multipart", "complete_multipart", "put_obj_tags", "put_metadata_object"],
  copy: ["copy_obj"],
  delete: ["delete_obj", "multi_object_delete", "abort_multipart", "delete_obj_tags", "bulk_delete"],
  configuration: [
    "create_bucket",
    "delete_bucket",
    "stat_bucket",
    "options_cors",
    "get_acls",
    "put_acls",
    "get_cors",
    "put_cors",
    "delete_cors",
    "get_lifecycle",
    "put_lifecycle",
    "delete_lifecycle",
    "post_bucket_logging",
    "get_request_payment",
    "set_request_payment"
  ],
  identity: ["get_session_token", "assume_role", "assume_role_web_identity", "get_caller_identity"]
}

const categoryByName = new Map(
  operationCategories.flatMap((category) => (names[category] ?? []).map((name) => [name, category] as const))
)

/** Names of families that grow with each release: sub-resources of buckets, topics, IAM and STS. */
const families: ReadonlyArray<readonly [RegExp, OperationCategory]> = [
  [/^(get|put|set|delete)_(bucket|public_access_block)(_|$)/u, "configuration"],
  [/^(get|put)_obj_(lock|retention|legal_hold|acls?)/u, "configuration"],
  [/^pubsub_/u, "configuration"],
  [/_(user|role|group|access_key|oidc_provider)s?(_|$)/u, "identity"]
]

export const operationCategoryOf = (operation: string): OperationCategory =>
  categoryByName.get(operation) ?? families.find(([pattern]) => pattern.test(operation))?.[1] ?? "other"

export type CategoryCounts = Readonly<Record<OperationCategory, number>>

export const countByCategory = (operations: Readonly<Record<string, number>>): CategoryCounts => {
  const counts = Object.fromEntries(operationCategories.map((category) => [category, 0])) as Record<
    OperationCategory,
    number
  >
  for (const [operation, count] of Object.entries(operations)) counts[operationCategoryOf(operation)] += count
  return counts
}
