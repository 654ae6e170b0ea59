/** Values that must never be written, wherever they turn up: our tokens and cookies, signatures and passwords in URLs. */
const patterns: ReadonlyArray<readonly [RegExp, string]> = [
  [/stw_[A-Za-z0-9_.-]+/g, "stw_<redacted>"],
  [/(__(?:Host|Secure)-stowage_[a-z0-9]+=)[^;\s"]+/g, "$1<redacted>"],
  [/(X-Amz-(?:Signature|Credential|Security-Token)=)[^&\s"]+/gi, "$1<redacted>"],
  [/(Bearer )[A-Za-z0-9._~+/-]+=*/g, "$1<redacted>"],
  [/("secret_key"\s*:\s*")[^"]+/g, "$1<redacted>"],
  [/([a-z][a-z0-9+.-]*:\/\/[^:/\s"]+:)[^@/\s"]+@/gi, "$1<redacted>@"]
]

/**
 * The last net under the logs: secrets are `Redacted` values and print as such, but a library's error text
 * may carry a URL or header that we did not write.
 */
export const scrub = (text: string): string =>
  patterns.reduce((line, [pattern, replacement]) => line.replace(pattern, replacement), text)
