interface ObjectsAsked {
  readonly prefix?: string
  readonly delimiter?: "/" | ""
  readonly start_after?: string
  readonly continuation_token?: string
  readonly max_keys?: number
}

export const listRequest = ({ continuation_token, delimiter, max_keys, prefix, start_after }: ObjectsAsked) => ({
  prefix: prefix ?? "",
  delimiter: delimiter ?? ("/" as const),
  startAfter: start_after ?? "",
  continuationToken: continuation_token ?? null,
  maxKeys: max_keys ?? 1000
})
