import { Option, Schema } from "effect"
import { calculateJwkThumbprint, CompactSign, compactVerify, importJWK, type JWK } from "jose"
import { createHash } from "node:crypto"
import {
  CERTIFICATE_FORMAT,
  type CertificateKey,
  CertificatePayload,
  CertificateSignature
} from "#domain/objects/migrations/certificate.ts"
import {
  afterCertificateLine,
  certificateEndFault,
  type CertificateSummary
} from "#domain/objects/migrations/readCertificate.ts"

const ALGORITHM = "Ed25519"
const TYPE = `${CERTIFICATE_FORMAT}+jws`
const MAX_LINE_BYTES = 4 * 1024 * 1024

const encoder = new TextEncoder()
const readPayload = Schema.decodeUnknownOption(Schema.fromJsonString(CertificatePayload))
const readSignature = Schema.decodeUnknownOption(Schema.fromJsonString(CertificateSignature))

export const keyThumbprint = (key: CertificateKey): Promise<string> => calculateJwkThumbprint({ ...key })

export const signCertificate = async (key: JWK, thumbprint: string, sha256: string, lines: number): Promise<string> =>
  new CompactSign(encoder.encode(JSON.stringify({ format: CERTIFICATE_FORMAT, sha256, lines })))
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: thumbprint })
    .sign(await importJWK(key, ALGORITHM))

async function* linesOf(bytes: AsyncIterable<Uint8Array>) {
  let rest = Buffer.alloc(0)
  for await (const chunk of bytes) {
    rest = Buffer.concat([rest, chunk])
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      yield { line: rest.subarray(0, end), ended: true }
      rest = rest.subarray(end + 1)
    }
    if (rest.length > MAX_LINE_BYTES) break
  }
  if (rest.length > 0) yield { line: rest, ended: false }
}

const verifySignature = async (
  jws: string,
  key: CertificateKey,
  payload: CertificatePayload
): Promise<string | null> => {
  try {
    const { payload: signed, protectedHeader } = await compactVerify(jws, await importJWK({ ...key }, ALGORITHM), {
      algorithms: [ALGORITHM]
    })
    const signedPayload = Option.getOrNull(readPayload(new TextDecoder().decode(signed)))
    return protectedHeader.typ !== TYPE || signedPayload === null
      ? "its signature is of something else"
      : signedPayload.sha256 === payload.sha256 && signedPayload.lines === payload.lines
        ? null
        : "it was changed after it was signed"
  } catch {
    return "its signature does not match its key"
  }
}

export interface VerifiedCertificate {
  readonly summary: CertificateSummary
  readonly thumbprint: string
}

/** `pinned`: the thumbprint that its key must have; null accepts any. Returns the fault as a text. */
export const verifyCertificate = async (
  bytes: AsyncIterable<Uint8Array>,
  pinned: string | null
): Promise<VerifiedCertificate | string> => {
  const hash = createHash("sha256")
  let summary: CertificateSummary | null = null
  let signature: string | null = null
  let lines = 0
  for await (const { ended, line } of linesOf(bytes)) {
    if (signature !== null) return "something follows its signature"
    const text = line.toString("utf8")
    const signatureLine = Option.getOrNull(readSignature(text))
    if (!ended) return "it is cut off"
    if (signatureLine !== null) {
      signature = signatureLine.jws
      continue
    }
    hash.update(line).update("\n")
    lines += 1
    const next: CertificateSummary | string = afterCertificateLine(summary, text)
    if (typeof next === "string") return `line ${lines}: ${next}`
    summary = next
  }
  if (signature === null) return "it is cut off: it has no signature"
  const fault = certificateEndFault(summary)
  if (fault !== null || summary === null) return fault ?? ""
  const { key } = summary.header
  const thumbprint = await keyThumbprint(key)
  if (pinned !== null && pinned !== thumbprint) return `it was signed with another key, ${thumbprint}`
  const payload = { format: CERTIFICATE_FORMAT, sha256: hash.digest("hex"), lines } as const
  const problem = await verifySignature(signature, key, payload)
  return problem ?? { summary, thumbprint }
}
