import type { AccessLogAction } from "./AccessLog.ts"

const actions: ReadonlyArray<readonly [pattern: RegExp, action: AccessLogAction]> = [
  [/\.COPY\.|\.COPY_|^[A-Z]+\.PUT\.copy_obj$/u, "copy"],
  [/^[A-Z]+\.(?:GET|HEAD)\.(?:OBJECT|OBJECT_TAGGING|stat_obj|get_obj\w*|select_obj)$|\.select_obj$/u, "read"],
  [/^[A-Z]+\.GET\.(?:BUCKET|BUCKETVERSIONS|VERSIONS|UPLOADS?|PART|list_\w+)$/u, "list"],
  [/\.(?:DELETE_MULTI_OBJECT|multi_object_delete)$|^[A-Z]+\.DELETE\.(?:OBJECT|UPLOAD|OBJECT_TAGGING)$/u, "delete"],
  [/^[A-Z]+\.(?:PUT|POST)\.(?:OBJECT|OBJECT_TAGGING|PART|UPLOADS?|post_obj|POST_OBJECT)$/u, "write"],
  [/^[A-Z]+\.(?:GET|PUT|POST|DELETE|HEAD|OPTIONS)\./u, "configuration"]
]

/** Ceph RGW writes some names in lower case. */
export const accessLogActionOf = (operation: string): AccessLogAction =>
  actions.find(([pattern]) => pattern.test(operation))?.[1] ?? "other"
