/** Tests that quarantine `q` is of this bucket and not of an earlier one of its name. Times have milliseconds. */
export const sameBucketAs = (row: string): string =>
  `coalesce(abs(extract(epoch from ${row}.created_at - q.made_at::timestamptz)) < 0.002, true)`
