export const iamUserName = (email: string, id: string): string =>
  `stowage-${email
    .split("@")[0]!
    .replace(/[^\w.-]+/g, "-")
    .slice(0, 32)}-${id.replace(/-/g, "").slice(0, 12)}`
