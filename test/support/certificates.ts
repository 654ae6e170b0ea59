import { execFileSync, spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import type { Lack } from "./Requirement.ts"

export interface ServerCertificate {
  readonly key: string
  readonly certificate: string
}

export interface CertificateAuthority {
  readonly certificate: string
  readonly issue: (host: string, options?: { readonly expired?: boolean }) => ServerCertificate
}

export const opensslLack = (): Lack =>
  spawnSync("openssl", ["version"]).status === 0 ? undefined : "openssl is not installed (apt-get install openssl)"

const subject = (name: string) => `/CN=${name.replaceAll(/[^A-Za-z0-9.-]/g, "-")}`
const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]

/** Creates a certificate authority in a folder: no key is in the repository. Needs `openssl` 1.1.1. */
export const certificateAuthority = (folder: string): CertificateAuthority => {
  const file = (name: string) => path.join(folder, name)
  const openssl = (...words: ReadonlyArray<string>) =>
    execFileSync("openssl", words, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] })
  const readPem = (name: string) => readFileSync(file(name), "utf8")
  let issued = 0

  openssl(
    "req",
    "-x509",
    ...newKey,
    "-keyout",
    "authority.key",
    "-out",
    "authority.pem",
    "-days",
    "1",
    "-subj",
    subject("Stowage test authority"),
    "-addext",
    "basicConstraints=critical,CA:TRUE",
    "-addext",
    "keyUsage=critical,keyCertSign,cRLSign"
  )
  // `openssl ca` can set dates; `openssl x509` cannot before 3.4
  writeFileSync(
    file("authority.cnf"),
    [
      "[ca]",
      "default_ca = own",
      "[own]",
      "database = issued.txt",
      "new_certs_dir = .",
      "rand_serial = yes",
      "default_md = sha256",
      "policy = any",
      "copy_extensions = copy",
      "unique_subject = no",
      "[any]",
      "commonName = supplied",
      ""
    ].join("\n")
  )
  writeFileSync(file("issued.txt"), "")

  return {
    certificate: readPem("authority.pem"),
    issue: (host, { expired = false } = {}) => {
      const name = `server-${(issued += 1)}`
      openssl(
        "req",
        ...newKey,
        "-keyout",
        `${name}.key`,
        "-out",
        `${name}.csr`,
        "-subj",
        subject(host),
        "-addext",
        `subjectAltName=DNS:${host},IP:127.0.0.1`,
        "-addext",
        "extendedKeyUsage=serverAuth"
      )
      const dates = expired ? ["-startdate", "20200101000000Z", "-enddate", "20200102000000Z"] : ["-days", "1"]
      openssl(
        "ca",
        "-batch",
        "-config",
        "authority.cnf",
        "-cert",
        "authority.pem",
        "-keyfile",
        "authority.key",
        "-in",
        `${name}.csr`,
        "-out",
        `${name}.pem`,
        "-notext",
        ...dates
      )
      return { key: readPem(`${name}.key`), certificate: readPem(`${name}.pem`) }
    }
  }
}
