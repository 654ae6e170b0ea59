import { asProblem, ProblemError } from "~/client/problem-error"

export const passkeyError = (cause: unknown): string => {
  if (cause instanceof ProblemError) return cause.message
  const name = cause instanceof Error ? cause.name : ""
  if (name === "NotAllowedError" || name === "AbortError")
    return "The passkey was not given: the browser's window was closed or timed out. Try again."
  if (name === "InvalidStateError") return "This device already holds a passkey for your account."
  if (name === "SecurityError")
    return "This address may not use passkeys. Open the console at its configured address over HTTPS."
  if (name === "NotSupportedError") return "This device or browser cannot make such a passkey."
  return asProblem(cause).message
}

export const passkeysAvailable = (): boolean => "PublicKeyCredential" in window && window.isSecureContext

export const passkeyProblem = (cause: unknown): ProblemError =>
  cause instanceof ProblemError
    ? cause
    : new ProblemError({ status: 0, code: "passkey_refused", title: "No passkey", detail: passkeyError(cause) })
