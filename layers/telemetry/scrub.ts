const patterns: ReadonlyArray<readonly [RegExp, string]> = [
  [/stw_[A-Za-z0-9_.-]+/g, "stw_<redacted>"],
  [/(__(?:Host|Secure)-stowage_[a-z0-9]+=)[^;\s"]+/g, "$1<redacted>"],
  [/(X-Amz-(?:Signature|Credential|Security-Token)=)[^&\s"]+/gi, "$1<redacted>"],
  [/(Bearer )[A-Za-z0-9._~+/-]+=*/g, "$1<redacted>"],
  [/("secret_key"\s*:\s*")[^"]+/g, "$1<redacted>"],
  [/([a-z][a-z0-9+.-]*:\/\/[^:/\s"]+:)[^@/\s"]+@/gi, "$1<redacted>@"]
]

/** Last protection of the logs: secrets are `Redacted`, but error texts of libraries may carry URLs or headers. */
export const scrub = (text: string): string =>
  patterns.reduce((line, [pattern, replacement]) => line.replace(pattern, replacement), text)
