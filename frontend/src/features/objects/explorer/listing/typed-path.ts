export interface TypedPath {
  readonly bucket: string
  readonly prefix: string
  readonly from: string
}

const bucketName = /^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/

/** Parses `s3://bucket/folder/key` or `/folder/key`. Without a final slash, the listing begins at that key. */
export const typedPath = (text: string, open: string): TypedPath | null => {
  const line = text.replace(/[\r\n]+$/, "").replace(/^\s+/, "")
  const s3 = /^s3:\/\/([^/]*)(?:\/([^]*))?$/i.exec(line)
  const [bucket = "", path = ""] = s3 === null ? [open, line.replace(/^\//, "")] : [s3[1], s3[2]]
  if (!bucketName.test(bucket)) return null
  const slash = path.lastIndexOf("/") + 1
  return { bucket, prefix: path.slice(0, slash), from: path.slice(slash) }
}

const MAX_PLACES = 5

export const placesText = (
  places: ReadonlyArray<{ readonly bucket_name: string; readonly prefix: string }>
): string => {
  const shown = places.slice(0, MAX_PLACES).map(({ bucket_name, prefix }) => `s3://${bucket_name}/${prefix}`)
  const rest = places.length - shown.length
  return `${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`
}
