export interface CommandPlace {
  readonly endpoint: string
  readonly bucket: string
}

export interface Command {
  readonly tool: string
  readonly text: string
  readonly note?: string
}

export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, `'\\''`)}'`

export const awsCommand = (verb: string, { bucket, endpoint }: CommandPlace, rest = ""): Command => ({
  tool: "awscli",
  text: `aws --endpoint-url ${quoted(endpoint)} s3api ${verb} --bucket=${quoted(bucket)}${rest}`
})

export const inSequence = ([first, ...more]: ReadonlyArray<Command>): ReadonlyArray<Command> =>
  first === undefined ? [] : [{ ...first, text: [first, ...more].map(({ text }) => text).join(" && \\\n") }]

/** Admin Ops get `path` as a parameter. curl before 8 omits the payload hash, so sub-resources need `=`. */
export const s3Command = (
  method: string,
  path: string,
  { bucket, endpoint }: CommandPlace,
  document: string | null = null
): Command => {
  const root = endpoint.replace(/\/+$/, "")
  const address = path.startsWith("/admin/")
    ? `${root}${path}?bucket=${encodeURIComponent(bucket)}`
    : `${root}/${encodeURIComponent(bucket)}${path.replace(/^\?[\w-]+$/, "$&=")}`
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}--aws-sigv4 aws:amz:us-east-1:s3 -u ` +
      `"$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" ${quoted(address)}`,
    "-H 'x-amz-content-sha256: UNSIGNED-PAYLOAD'",
    // Other options read a value beginning with @ from a file.
    ...(document === null
      ? []
      : [
          `-H 'Content-Type: application/${document.startsWith("{") ? "json" : "xml"}'`,
          `-H "Content-MD5: $(printf %s ${quoted(document)} | openssl md5 -binary | base64)"`,
          `--data-raw ${quoted(document)}`
        ])
  ]
  return { tool: "curl", text: lines.join(" \\\n  ") }
}
