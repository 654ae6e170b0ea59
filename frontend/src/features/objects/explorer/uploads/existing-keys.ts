import { Lane } from "~/components/operations/page-source"
import { commonPrefix } from "../../../../../../services/domain/objects/commonPrefix.ts"
import type { ObjectPage } from "../listing/entries"

export type ListedObject = ObjectPage["objects"][number]

export type ListKeys = (query: {
  readonly prefix: string
  readonly token: string | null
  readonly size: number
}) => Promise<Pick<ObjectPage, "objects" | "prefixes" | "next_continuation_token">>

const PAGE = 1000
/** Pages read of a folder before the remaining keys are checked one by one. */
const PAGES = 10
const AT_ONCE = 4

const encoder = new TextEncoder()

/** S3 keys have at most 1024 bytes. */
const isPossible = (key: string): boolean => encoder.encode(key).length <= 1024

/** Reads by folder and common prefix: a new folder of thousands of files takes one request. */
export const findExistingKeys = async (
  keys: ReadonlyArray<string>,
  list: ListKeys
): Promise<ReadonlyMap<string, ListedObject>> => {
  const found = new Map<string, ListedObject>()
  const lane = new Lane(AT_ONCE)
  const ask = async (query: Parameters<ListKeys>[0]): ReturnType<ListKeys> => {
    let page: Awaited<ReturnType<ListKeys>> | undefined
    await lane.run(async () => {
      page = await list(query)
    })
    return page as Awaited<ReturnType<ListKeys>>
  }
  const look = async (wanted: ReadonlySet<string>): Promise<void> => {
    if (wanted.size === 0) return
    const prefix = commonPrefix([...wanted])
    const folders: Array<string> = []
    let token: string | null = null
    for (let page = 0; page < (wanted.size === 1 ? 1 : PAGES); page++) {
      const answer = await ask({ prefix, token, size: wanted.size === 1 ? 1 : PAGE })
      for (const object of answer.objects) if (wanted.has(object.key)) found.set(object.key, object)
      folders.push(...answer.prefixes)
      token = answer.next_continuation_token
      if (token === null) break
    }
    const below = folders.map(
      (folder) => new Set([...wanted].filter((key) => key.startsWith(folder) && key !== prefix))
    )
    await Promise.all(below.map(look))
    if (token === null || wanted.size === 1) return
    const left = [...wanted].filter((key) => !found.has(key) && !below.some((some) => some.has(key)))
    await Promise.all(left.map((key) => look(new Set([key]))))
  }
  await look(new Set(keys.filter(isPossible)))
  return found
}
