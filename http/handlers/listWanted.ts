interface ObjectsAsked {
  readonly prefix?: string
  readonly delimiter?: "/" | ""
  readonly continuation_token?: string
  readonly max_keys?: number
}

/** What a request says of a listing of objects, with what it leaves out. */
export const listWanted = ({ continuation_token, delimiter, max_keys, prefix }: ObjectsAsked) =>
  ({ prefix: prefix ?? "", delimiter: delimiter ?? "/" as const, continuationToken: continuation_token ?? null, maxKeys: max_keys ?? 1000 })
