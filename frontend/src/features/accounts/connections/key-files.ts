export interface Imported {
  readonly name: string
  readonly url: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
  readonly sessionToken: string
  readonly pathStyle: boolean
  readonly provider: "cloud" | "cluster" | "other"
}

type Section = Readonly<Record<string, string>>

/** `#` and `;` start a comment only at the start of a line. Indented lines continue a setting, as AWS nests `s3 =`. */
export const parseSections = (text: string): ReadonlyArray<readonly [name: string, Section]> => {
  const sections: Array<readonly [string, Record<string, string>]> = []
  let parent = ""
  for (const raw of text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/)) {
    const line = raw.trim()
    if (line === "" || line.startsWith("#") || line.startsWith(";")) continue
    const head = /^\[(.*)\]$/.exec(line)
    if (head !== null) {
      sections.push([(head[1] ?? "").trim(), Object.create(null) as Record<string, string>])
      parent = ""
      continue
    }
    const at = line.indexOf("=")
    const current = sections.at(-1)
    if (at < 1 || current === undefined) continue
    const [key, value] = [line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]
    const nested = /^\s/.test(raw) && parent !== ""
    if (!nested) parent = value === "" ? key : ""
    current[1][nested ? `${parent}.${key}` : key] = value
  }
  return sections
}

const addressOf = (text: string | undefined, secure = true): string => {
  const host = (text ?? "").trim().replace(/\/+$/, "")
  return host === "" ? "" : /^https?:\/\//i.test(host) ? host : `${secure ? "https" : "http"}://${host}`
}

const awsOf = (sections: ReadonlyArray<readonly [string, Section]>): ReadonlyArray<Imported> => {
  const profiles = new Map<string, Section>()
  for (const [head, values] of sections) {
    if (/^(sso-session|services|plugins?)\b/.test(head)) continue
    const name = head.replace(/^profile\s+/, "").replace(/^"(.*)"$/, "$1")
    profiles.set(name, { ...profiles.get(name), ...values })
  }
  return [...profiles].flatMap(([name, values]) => {
    const [accessKey, secretKey] = [values["aws_access_key_id"], values["aws_secret_access_key"]]
    if (!accessKey || !secretKey) return []
    const url = addressOf(values["s3.endpoint_url"] ?? values["endpoint_url"])
    return [
      {
        name,
        url,
        region: values["region"] ?? "",
        accessKey,
        secretKey,
        sessionToken: values["aws_session_token"] ?? "",
        pathStyle: url !== "" && values["s3.addressing_style"] !== "virtual",
        provider: url === "" ? ("cloud" as const) : ("other" as const)
      }
    ]
  })
}

const CLUSTERS = new Set(["ceph"])
const OTHER_PROVIDERS = new Set(["minio", "other", "garage", "rclone", "seaweedfs"])

const rcloneOf = (sections: ReadonlyArray<readonly [string, Section]>): ReadonlyArray<Imported> =>
  sections.flatMap(([name, values]) => {
    const [accessKey, secretKey] = [values["access_key_id"], values["secret_access_key"]]
    if (values["type"] !== "s3" || !accessKey || !secretKey) return []
    const provider = (values["provider"] ?? "other").toLowerCase()
    const url = addressOf(values["endpoint"])
    return [
      {
        name,
        url,
        region: values["region"] ?? "",
        accessKey,
        secretKey,
        sessionToken: values["session_token"] ?? "",
        pathStyle: values["force_path_style"] !== "false" && provider !== "aws",
        provider: CLUSTERS.has(provider)
          ? ("cluster" as const)
          : OTHER_PROVIDERS.has(provider)
            ? ("other" as const)
            : ("cloud" as const)
      }
    ]
  })

const s3cmdOf = (sections: ReadonlyArray<readonly [string, Section]>): ReadonlyArray<Imported> =>
  sections.flatMap(([name, values]) => {
    const [accessKey, secretKey] = [values["access_key"], values["secret_key"]]
    if (!accessKey || !secretKey) return []
    const secure = (values["use_https"] ?? "true").toLowerCase() !== "false"
    const host = values["host_base"] ?? ""
    const amazon = host === "" || host === "s3.amazonaws.com"
    return [
      {
        name: name === "default" ? "s3cmd" : name,
        url: amazon ? "" : addressOf(host, secure),
        region: (values["bucket_location"] ?? "").replace(/^US$/, "us-east-1"),
        accessKey,
        secretKey,
        sessionToken: values["access_token"] ?? "",
        pathStyle: !(values["host_bucket"] ?? "").startsWith("%(bucket)"),
        provider: amazon ? ("cloud" as const) : ("other" as const)
      }
    ]
  })

export type FileKind = "AWS" | "rclone" | "s3cmd"

export const readKeyFile = (
  text: string
): { readonly kind: FileKind; readonly found: ReadonlyArray<Imported> } | null => {
  const sections = parseSections(text)
  const has = (key: string) => sections.some(([, values]) => key in values)
  if (has("type")) return { kind: "rclone", found: rcloneOf(sections) }
  if (has("host_base") || (has("access_key") && has("secret_key"))) return { kind: "s3cmd", found: s3cmdOf(sections) }
  return has("aws_access_key_id") || has("region") || has("endpoint_url")
    ? { kind: "AWS", found: awsOf(sections) }
    : null
}

export const endpointUrl = ({ region, url }: Imported): string =>
  url !== "" ? url : `https://s3.${region || "us-east-1"}.amazonaws.com`
