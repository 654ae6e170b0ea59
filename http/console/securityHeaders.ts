export const fileHeaders: ReadonlyArray<readonly [string, string]> = [
  ["X-Content-Type-Options", "nosniff"],
  ["Cross-Origin-Resource-Policy", "same-origin"]
]

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
