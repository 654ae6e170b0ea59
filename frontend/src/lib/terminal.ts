/** Where a command is run: the gateway's address and the bucket by the name that S3 knows it by. */
export interface CommandPlace {
  readonly endpoint: string
  readonly bucket: string
}

/** A way to do the same in a terminal; credentials are the terminal's own. */
export interface Command {
  readonly tool: string
  readonly text: string
  /** Whom it asks, where that is not the gateway, and what it needs for that. */
  readonly note?: string
}

/** A word as a shell of the POSIX kind takes it. */
export const quoted = (word: string): string => /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, `'\\''`)}'`

/** `aws s3api`; `rest` follows the bucket, and is quoted already. An option and its value are one word: a value may begin with a hyphen. */
export const awsCommand = (verb: string, { bucket, endpoint }: CommandPlace, rest = ""): Command =>
  ({ tool: "awscli", text: `aws --endpoint-url ${quoted(endpoint)} s3api ${verb} --bucket=${quoted(bucket)}${rest}` })

/** One after the other, as long as each goes well. */
export const inTurn = ([first, ...more]: ReadonlyArray<Command>): ReadonlyArray<Command> =>
  first === undefined ? [] : [{ ...first, text: [first, ...more].map(({ text }) => text).join(" && \\\n") }]

/**
 * A request that curl signs for the gateway. `path` follows the bucket; one of Admin Ops gets the bucket as a parameter. Curl before 8 signs what it
 * sends, not what that comes to, and says nothing of the payload: a sub-resource has its `=`, and the headers that RGW asks for are named.
 */
export const s3Command = (method: string, path: string, { bucket, endpoint }: CommandPlace, document: string | null = null): Command => {
  const root = endpoint.replace(/\/+$/, "")
  const address = path.startsWith("/admin/") ? `${root}${path}?bucket=${encodeURIComponent(bucket)}` : `${root}/${encodeURIComponent(bucket)}${path.replace(/^\?[\w-]+$/, "$&=")}`
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}--aws-sigv4 aws:amz:us-east-1:s3 -u "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" ${quoted(address)}`,
    "-H 'x-amz-content-sha256: UNSIGNED-PAYLOAD'",
    // what begins with @ would be read from a file by the other options
    ...(document === null ? [] : [
      `-H 'Content-Type: application/${document.startsWith("{") ? "json" : "xml"}'`,
      `-H "Content-MD5: $(printf %s ${quoted(document)} | openssl md5 -binary | base64)"`,
      `--data-raw ${quoted(document)}`
    ])
  ]
  return { tool: "curl", text: lines.join(" \\\n  ") }
}
