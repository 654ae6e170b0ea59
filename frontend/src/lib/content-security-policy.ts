/** Qwik City's only inline style without a nonce: `:root{view-transition-name:none}`. */
const QWIK_CITY_STYLE = "sha256-BNqWCI6vatXAprQd3EToRi4LD6hlgMUI75jPIWAId3E="

export const contentSecurityPolicy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}' '${QWIK_CITY_STYLE}'`,
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "media-src 'self'",
    "font-src 'self'",
    "frame-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'"
  ].join("; ")
