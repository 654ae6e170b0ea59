/** Pre-shared keys (RFC 5489) give each connection its own key and never expire. Node supports them up to TLS 1.2. */
export const runnerSuite = {
  ciphers: "ECDHE-PSK-CHACHA20-POLY1305",
  minVersion: "TLSv1.2",
  maxVersion: "TLSv1.2"
} as const
