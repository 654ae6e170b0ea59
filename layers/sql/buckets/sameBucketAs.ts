/** That a quarantine `q` is of the bucket in a row, and not of an earlier one of its name; moments are told to the millisecond. */
export const sameBucketAs = (row: string): string =>
  `coalesce(abs(extract(epoch from ${row}.created_at - q.made_at::timestamptz)) < 0.002, true)`
