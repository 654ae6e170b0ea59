/**
 * Replicas speak TLS with keys that both have (RFC 5489): each proves to the other that it has the ring before either says anything, what they
 * say is encrypted with a key of the line alone, and no certificate can expire. Node offers such keys up to TLS 1.2.
 */
export const runnerSuite = { ciphers: "ECDHE-PSK-CHACHA20-POLY1305", minVersion: "TLSv1.2", maxVersion: "TLSv1.2" } as const
