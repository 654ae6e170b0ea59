import { quoted } from "./terminal"

export interface UsableKey {
  readonly endpoint: string
  readonly region: string
  readonly access_key: string
  readonly secret_key: string
  readonly session_token?: string
}

export interface KeyBlock {
  readonly tool: string
  readonly file: string
  readonly download: string
  readonly text: string
}

/** RGW accepts any. */
const DEFAULT_REGION = "us-east-1"

/** `https://s3.eu-central-1.amazonaws.com` has one; else the default. */
export const regionOfEndpoint = (endpoint: string): string => {
  const [service, region, ...domain] = URL.canParse(endpoint) ? new URL(endpoint).hostname.split(".") : []
  return service === "s3" && region !== undefined && domain.join(".") === "amazonaws.com" ? region : DEFAULT_REGION
}

const lines = (...text: ReadonlyArray<string | ReadonlyArray<string>>): string => `${text.flat().join("\n")}\n`

const xml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

const plistEntry = (key: string, text: string): ReadonlyArray<string> => [
  `  <key>${key}</key>`,
  `  <string>${xml(text)}</string>`
]

/** A profile has no secret: Cyberduck asks for it. */
const cyberduckProfile = (endpoint: string, region: string, access: string): KeyBlock => {
  const { hostname, port, protocol } = new URL(endpoint)
  const scheme = protocol === "https:" ? "https" : "http"
  return {
    tool: "Cyberduck",
    file: "open the profile, then type the keys",
    download: `${hostname}.cyberduckprofile`,
    text: lines(
      `<?xml version="1.0" encoding="UTF-8"?>`,
      `<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">`,
      `<plist version="1.0">`,
      "<dict>",
      plistEntry("Protocol", "s3"),
      plistEntry("Vendor", `stowage-${hostname}`),
      plistEntry("Scheme", scheme),
      plistEntry("Description", `S3 at ${hostname}`),
      plistEntry("Default Hostname", hostname),
      plistEntry("Default Port", port || (scheme === "https" ? "443" : "80")),
      plistEntry("Region", region),
      plistEntry("Username Placeholder", access),
      plistEntry("Password Placeholder", "Secret key"),
      "  <key>Properties</key>",
      "  <array>",
      "    <string>s3.bucket.virtualhost.disable=true</string>",
      "  </array>",
      "</dict>",
      "</plist>"
    )
  }
}

export const keyBlocks = (
  { access_key: access, endpoint, region, secret_key: secret, session_token }: UsableKey,
  name = "stowage"
): ReadonlyArray<KeyBlock> => {
  const { host, protocol } = new URL(endpoint)
  const session = (line: (token: string) => string) => (session_token === undefined ? [] : [line(session_token)])
  return [
    {
      tool: "awscli",
      file: "~/.aws/config",
      download: "aws-config.txt",
      text: lines(
        `[profile ${name}]`,
        `aws_access_key_id = ${access}`,
        `aws_secret_access_key = ${secret}`,
        session((token) => `aws_session_token = ${token}`),
        `region = ${region}`,
        `endpoint_url = ${endpoint}`,
        "s3 =",
        "  addressing_style = path"
      )
    },
    {
      tool: "rclone",
      file: "~/.config/rclone/rclone.conf",
      download: "rclone.conf",
      text: lines(
        `[${name}]`,
        "type = s3",
        "provider = Ceph",
        `access_key_id = ${access}`,
        `secret_access_key = ${secret}`,
        session((token) => `session_token = ${token}`),
        `endpoint = ${endpoint}`,
        `region = ${region}`
      )
    },
    {
      tool: "s3cmd",
      file: "~/.s3cfg",
      download: "s3cfg.txt",
      text: lines(
        "[default]",
        `access_key = ${access}`,
        `secret_key = ${secret}`,
        session((token) => `access_token = ${token}`),
        `host_base = ${host}`,
        `host_bucket = ${host}`,
        `bucket_location = ${region}`,
        `use_https = ${protocol === "https:" ? "True" : "False"}`
      )
    },
    {
      tool: "boto3",
      file: "Python",
      download: "stowage_s3.py",
      text: lines(
        "import boto3",
        "from botocore.config import Config",
        "",
        "s3 = boto3.client(",
        `    "s3",`,
        `    endpoint_url=${JSON.stringify(endpoint)},`,
        `    region_name=${JSON.stringify(region)},`,
        `    aws_access_key_id=${JSON.stringify(access)},`,
        `    aws_secret_access_key=${JSON.stringify(secret)},`,
        session((token) => `    aws_session_token=${JSON.stringify(token)},`),
        `    config=Config(s3={"addressing_style": "path"}),`,
        ")"
      )
    },
    {
      tool: "Environment",
      file: ".env",
      download: "stowage.env",
      text: lines(
        `AWS_ENDPOINT_URL=${quoted(endpoint)}`,
        `AWS_REGION=${quoted(region)}`,
        `AWS_ACCESS_KEY_ID=${quoted(access)}`,
        `AWS_SECRET_ACCESS_KEY=${quoted(secret)}`,
        session((token) => `AWS_SESSION_TOKEN=${quoted(token)}`)
      )
    },
    // Cyberduck reads session tokens only from the files of awscli.
    ...(session_token === undefined ? [cyberduckProfile(endpoint, region, access)] : [])
  ]
}
