/** RGW serves its Admin Ops API under this bucket name. */
export const adminEntry = "admin"

/** Accepts names of RGW's relaxed mode. `..` or a slash would address another bucket. */
export const namesBucket = (name: string): boolean =>
  /^[A-Za-z0-9._-]{1,255}$/.test(name) && name !== "." && name !== ".." && name !== adminEntry

/** Amazon S3's naming rules, which RGW enforces in strict mode. Null: valid. */
export const bucketNameFault = (name: string): string | null => {
  if (name.length < 3 || name.length > 63) return "Use 3 to 63 characters"
  if (!/^[a-z0-9.-]+$/.test(name)) return "Use lower-case letters, digits, dots and hyphens"
  if (!/^[a-z0-9].*[a-z0-9]$/.test(name)) return "Begin and end with a letter or digit"
  if (name.includes("..") || name.includes(".-") || name.includes("-.")) return "Do not put dots beside dots or hyphens"
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(name)) return "A name may not look like an IP address"
  if (name === adminEntry) return "The gateway keeps this name for itself"
  if (name.startsWith("xn--") || name.startsWith("sthree-")) return "This prefix is reserved"
  if (name.endsWith("-s3alias") || name.endsWith("--ol-s3")) return "This suffix is reserved"
  return null
}
