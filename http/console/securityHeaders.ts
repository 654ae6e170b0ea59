/** Headers of hashed files, which are never shown as pages. Few, because there are many such files. */
export const fileHeaders: ReadonlyArray<readonly [string, string]> = [
  ["X-Content-Type-Options", "nosniff"],
  ["Cross-Origin-Resource-Policy", "same-origin"]
]

/** Headers of all other console responses; pages add a Content-Security-Policy with their nonce. */
export const securityHeaders = (publicOrigin: string): ReadonlyArray<readonly [string, string]> => [
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "same-origin"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["X-Frame-Options", "DENY"],
  [
    "Permissions-Policy",
    "camera=(), geolocation=(), microphone=(), publickey-credentials-get=(self), publickey-credentials-create=(self)"
  ],
  ...(publicOrigin.startsWith("https://")
    ? [["Strict-Transport-Security", "max-age=31536000; includeSubDomains"] as const]
    : [])
]
