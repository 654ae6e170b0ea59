const WORDS: Readonly<Record<string, string>> = {
  unreachable: "Cannot be reached",
  no_answer: "No answer within 5 seconds",
  certificate_refused: "Certificate not accepted",
  no_tls: "Does not speak TLS",
  connection_broken: "Connection broken",
  not_s3: "Not an S3 gateway",
  gateway_failing: "Answers with an error"
}

export const causeInWords = (code: string): string => WORDS[code] ?? code
