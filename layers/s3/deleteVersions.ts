import { element, leaf } from "#domain/platform/xml/Element.ts"
import { printXml } from "#domain/platform/xml/printXml.ts"
import type { Answer } from "../rgw/GatewayHttp.ts"
import { scanXml } from "./scanXml.ts"

interface Named {
  readonly key: string
  readonly versionId: string
}

export const deleteDocument = (versions: ReadonlyArray<Named>): string => {
  const objects = versions.map(({ key, versionId }) =>
    element("Object", leaf("Key", key), leaf("VersionId", versionId))
  )
  return `<Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${[leaf("Quiet", true), ...objects].map(printXml).join("")}</Delete>`
}

export const undeletedVersions = <Version extends Named>(
  versions: ReadonlyArray<Version>,
  answer: Answer
): ReadonlyArray<{ readonly version: Version; readonly code: string }> | null => {
  const codes = new Map<string, string>()
  const root = scanXml(answer.text, "DeleteResult", (name, { Code = "Unknown", Key = "", VersionId }) => {
    if (name === "Error") codes.set(`${VersionId || "null"} ${Key}`, Code)
    return true
  })
  if (root === null) return null
  return versions.flatMap((version) => {
    const code = codes.get(`${version.versionId} ${version.key}`)
    return code === undefined || code === "NoSuchKey" || code === "NoSuchVersion" ? [] : [{ version, code }]
  })
}
