/** The name of the IAM user behind an access: whose it is, for people, and what no other has. IAM takes 64 characters of these. */
export const iamUserName = (email: string, id: string): string =>
  `stowage-${email.split("@")[0]!.replace(/[^\w.-]+/g, "-").slice(0, 32)}-${id.replace(/-/g, "").slice(0, 12)}`
