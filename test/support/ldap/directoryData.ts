import * as path from "node:path"
import type { Person } from "./people.ts"

export const baseDn = "dc=example,dc=org"
export const readerDn = `cn=reader,${baseDn}`
const peopleDn = `ou=people,${baseDn}`

const line = (attribute: string, value: string | Buffer) => `${attribute}:: ${Buffer.from(value).toString("base64")}`
const entry = (...lines: ReadonlyArray<string>) => `${lines.join("\n")}\n`

const escaped = (value: string) =>
  Array.from(Buffer.from(value), (octet) => `\\${octet.toString(16).padStart(2, "0")}`).join("")

const personEntry = ({ email, groups = [], name, password, photo, uid }: Person) =>
  entry(
    line("dn", `uid=${escaped(uid)},${peopleDn}`),
    "objectClass: inetOrgPerson",
    line("uid", uid),
    line("cn", name),
    line("sn", name),
    line("userPassword", password),
    ...(email === undefined ? [] : [line("mail", email)]),
    ...(photo === undefined ? [] : [line("jpegPhoto", photo)]),
    ...groups.map((group) => line("seeAlso", group))
  )

export const directoryData = (readerPassword: string, people: ReadonlyArray<Person>): string =>
  [
    entry(`dn: ${baseDn}`, "objectClass: organization", "objectClass: dcObject", "o: Example", "dc: example"),
    entry(`dn: ${peopleDn}`, "objectClass: organizationalUnit", "ou: people"),
    entry(
      `dn: ${readerDn}`,
      "objectClass: organizationalRole",
      "objectClass: simpleSecurityObject",
      "cn: reader",
      line("userPassword", readerPassword)
    ),
    ...people.map(personEntry)
  ].join("\n")

export const configuration = (folder: string): string => {
  const file = (name: string) => `"${path.join(folder, name)}"`
  return [
    ...["core", "cosine", "inetorgperson"].map((schema) => `include /etc/ldap/schema/${schema}.schema`),
    "modulepath /usr/lib/ldap",
    "moduleload back_mdb",
    `pidfile ${file("slapd.pid")}`,
    `TLSCACertificateFile ${file("ca.pem")}`,
    `TLSCertificateFile ${file("server.pem")}`,
    `TLSCertificateKeyFile ${file("server.key")}`,
    "require authc",
    "security simple_bind=64",
    "database mdb",
    "maxsize 16777216",
    `suffix "${baseDn}"`,
    `directory ${file("data")}`,
    "index objectClass,uid,mail eq",
    "access to attrs=userPassword by anonymous auth by * none",
    "access to * by users read by * none",
    ""
  ].join("\n")
}
