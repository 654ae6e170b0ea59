import type { S3Target, WrittenVersion } from "#domain/gateways/endpoints/Targets.ts"

/** The other commands of a write, such as those of its parts, ACL or tags, address no version id. */
const writes = new Set([
  "PutObjectCommand",
  "CopyObjectCommand",
  "CreateMultipartUploadCommand",
  "CompleteMultipartUploadCommand",
  "DeleteObjectCommand"
])

/** RGW's replication between zones. Without the owner, a delete marker would belong to the system user. */
const parametersOf = ({ id, owner }: WrittenVersion) => ({ "rgwx-uid": owner, "rgwx-version-id": id })

export const versionQuery = ({ writtenVersion }: Pick<S3Target, "writtenVersion">): string =>
  writtenVersion === undefined
    ? ""
    : Object.entries(parametersOf(writtenVersion))
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join("&")

interface Request {
  readonly request: { readonly query: Record<string, string> }
}
type Next = (args: Request) => unknown
interface Changeable {
  readonly middlewareStack: { readonly add: (middleware: (next: Next) => Next, options: object) => void }
}

export const writeVersion = (target: Pick<S3Target, "writtenVersion">, command: object): void => {
  const { writtenVersion } = target
  if (writtenVersion === undefined || !writes.has(command.constructor.name)) return
  ;(command as Changeable).middlewareStack.add(
    (next) => (args) => {
      Object.assign(args.request.query, parametersOf(writtenVersion))
      return next(args)
    },
    { step: "build", name: "writtenVersion" }
  )
}
