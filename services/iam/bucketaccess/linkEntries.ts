import {
  type AccessEntry,
  type AccessRight,
  type AccessRights,
  NO,
  type RightState
} from "#domain/iam/bucketaccess/AccessEntry.ts"
import { emptyRoute } from "#domain/iam/bucketaccess/accessRoutes.ts"
import type { HolderAccess } from "#domain/iam/bucketaccess/evaluateHolders.ts"
import type { ManagedShare } from "#domain/objects/shares/ManagedShare.ts"

export type FolderAccess = (folder: string) => HolderAccess | null

interface LinkedFolder {
  readonly folder: string
  readonly isWhole: boolean
}

const objectsOf = ({ entries, folders, kind }: ManagedShare): number =>
  kind === "upload" ? 0 : entries - folders.length

const linkedFolders = (share: ManagedShare): ReadonlyArray<LinkedFolder> => [
  ...(share.kind === "upload" ? [{ folder: share.prefix, isWhole: true }] : []),
  ...share.folders.map((folder) => ({ folder, isWhole: true })),
  ...(objectsOf(share) > 0 ? [{ folder: share.prefix, isWhole: false }] : [])
]

const linkRights: Readonly<Record<ManagedShare["kind"], ReadonlyArray<AccessRight>>> = {
  object: ["read"],
  archive: ["list", "read"],
  upload: ["write"]
}

const placesOf = (share: ManagedShare, prefix: string) =>
  linkedFolders(share)
    .filter(({ folder }) => folder.startsWith(prefix) || prefix.startsWith(folder))
    .map(({ folder, isWhole }) =>
      prefix.startsWith(folder)
        ? { folder: prefix, isWhole, patterns: [] }
        : { folder, isWhole, patterns: [`${folder}*`] }
    )
type Place = ReturnType<typeof placesOf>[number]

/** Both rights together; unknown where they are limited to different keys. */
const both = (one: RightState, other: RightState): RightState => {
  if (one.state === "no" || other.state === "no") return NO
  const isMixed = one.only.length > 0 && other.only.length > 0
  return {
    state: one.state === "unknown" || other.state === "unknown" || isMixed ? "unknown" : "yes",
    only: one.only.length > 0 ? one.only : other.only,
    except: isMixed ? [] : [...one.except, ...other.except]
  }
}

const stateIn = (right: AccessRight, place: Place, accessOf: FolderAccess): RightState => {
  const access = accessOf(place.folder)?.rights
  // uploads check whether the name exists: without read and list rights, RGW answers 403 instead of 404
  const rightAccess =
    access === undefined || right !== "write" ? access?.[right] : both(both(access.write, access.read), access.list)
  if (rightAccess === undefined) return { state: "unknown", only: place.patterns, except: [] }
  const only = rightAccess.only.length === 0 ? place.patterns : rightAccess.only
  return rightAccess.state === "yes" && !place.isWhole
    ? { state: "unknown", only, except: [] }
    : { state: rightAccess.state, only, except: rightAccess.except }
}

const anyPlace = (states: ReadonlyArray<RightState>): RightState => {
  const state = (["yes", "unknown"] as const).find((one) => states.some((found) => found.state === one))
  if (state === undefined) return NO
  const chosen = states.filter((found) => found.state === state)
  return {
    state,
    only: chosen.some(({ only }) => only.length === 0) ? [] : chosen.flatMap(({ only }) => only),
    except: chosen.flatMap(({ except }) => except)
  }
}

const counted = (count: number): string => (count === 1 ? "1 selected object" : `${count} selected objects`)

export const linkEntry = (share: ManagedShare, prefix: string, accessOf: FolderAccess): AccessEntry => {
  const given = linkRights[share.kind]
  const places = placesOf(share, prefix)
  const rightOf = (right: AccessRight): RightState =>
    given.includes(right) ? anyPlace(places.map((place) => stateIn(right, place, accessOf))) : NO
  const rights: AccessRights = {
    list: rightOf("list"),
    read: rightOf("read"),
    write: rightOf("write"),
    delete: NO,
    administer: NO
  }
  const objects = objectsOf(share)
  const reached = places.map(({ folder }) => accessOf(folder))
  return {
    id: `link:${share.id}`,
    kind: "link",
    name: share.title === "" ? (share.kind === "upload" ? "Upload link" : "Share link") : share.title,
    detail: `By ${share.made_by}`,
    rights,
    routes: [
      {
        ...emptyRoute,
        via: "link",
        name: share.id,
        until: share.expires_at,
        rights: given,
        revocable: true
      }
    ],
    since: share.created_at,
    until: share.expires_at,
    unknown: [
      ...new Set([
        ...(objects > 0 ? [`It opens ${counted(objects)}, whose names are not shown here`] : []),
        ...reached.flatMap((reachedAccess) =>
          reachedAccess === null
            ? [`It uses ${share.context_name}, whose rights are not evaluated here`]
            : reachedAccess.unknown
        )
      ])
    ],
    notes: [
      ...(share.has_password ? ["Needs a password"] : []),
      ...(share.kind === "upload" ? ["Files arrive directly in the folder"] : [])
    ]
  }
}

export const isLinkWithin = (share: ManagedShare, prefix: string): boolean =>
  share.state === "active" && placesOf(share, prefix).length > 0

export const foldersOfLink = (share: ManagedShare, prefix: string): ReadonlyArray<string> =>
  placesOf(share, prefix).map(({ folder }) => folder)
