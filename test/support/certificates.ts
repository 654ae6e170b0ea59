import { execFileSync, spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import type { Lack } from "./Requirement.ts"

/** A server's key and its certificate, both PEM. */
export interface ServerCertificate {
  readonly key: string
  readonly certificate: string
}

export interface CertificateAuthority {
  /** What clients have to trust, PEM. */
  readonly certificate: string
  /** Good for the host by name and for 127.0.0.1, for one day; `expired`: that day was long ago. */
  readonly issue: (host: string, options?: { readonly expired?: boolean }) => ServerCertificate
}

/** Why no certificates can be made here. */
export const opensslLack = (): Lack =>
  spawnSync("openssl", ["version"]).status === 0 ? undefined : "openssl is not installed (apt-get install openssl)"

/** One name in a certificate's subject; openssl reads `/` and `=` in it as syntax. */
const subject = (name: string) => `/CN=${name.replaceAll(/[^A-Za-z0-9.-]/g, "-")}`
const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]

/**
 * A certification authority of a test's own, made at run time: no key lies in the repository and none outlives its
 * folder. Needs `openssl` 1.1.1 or newer on the path.
 */
export const certificateAuthority = (folder: string): CertificateAuthority => {
  const file = (name: string) => path.join(folder, name)
  const openssl = (...words: ReadonlyArray<string>) => execFileSync("openssl", words, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] })
  const read = (name: string) => readFileSync(file(name), "utf8")
  let issued = 0

  openssl(
    "req", "-x509", ...newKey, "-keyout", "authority.key", "-out", "authority.pem", "-days", "1",
    "-subj", subject("Stowage test authority"), "-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign,cRLSign"
  )
  // `openssl ca`, unlike `openssl x509` before 3.4, can set the dates
  writeFileSync(file("authority.cnf"), [
    "[ca]", "default_ca = own", "[own]", "database = issued.txt", "new_certs_dir = .", "rand_serial = yes", "default_md = sha256",
    "policy = any", "copy_extensions = copy", "unique_subject = no", "[any]", "commonName = supplied", ""
  ].join("\n"))
  writeFileSync(file("issued.txt"), "")

  return {
    certificate: read("authority.pem"),
    issue: (host, { expired = false } = {}) => {
      const name = `server-${issued += 1}`
      openssl(
        "req", ...newKey, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", subject(host),
        "-addext", `subjectAltName=DNS:${host},IP:127.0.0.1`, "-addext", "extendedKeyUsage=serverAuth"
      )
      const dates = expired ? ["-startdate", "20200101000000Z", "-enddate", "20200102000000Z"] : ["-days", "1"]
      openssl(
        "ca", "-batch", "-config", "authority.cnf", "-cert", "authority.pem", "-keyfile", "authority.key",
        "-in", `${name}.csr`, "-out", `${name}.pem`, "-notext", ...dates
      )
      return { key: read(`${name}.key`), certificate: read(`${name}.pem`) }
    }
  }
}
