import type { PickedFile } from "./upload-files"

const fileOf = (entry: FileSystemFileEntry): Promise<File> => new Promise((resolve, reject) => entry.file(resolve, reject))

/** A directory is read a hundred entries at a time, until a read gives none. */
const entriesOf = async (directory: FileSystemDirectoryEntry): Promise<Array<FileSystemEntry>> => {
  const reader = directory.createReader()
  const all: Array<FileSystemEntry> = []
  for (;;) {
    const some = await new Promise<Array<FileSystemEntry>>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all
    all.push(...some)
  }
}

const collect = async (entry: FileSystemEntry, folder: string): Promise<Array<PickedFile>> => {
  if (entry.isFile) return [{ file: await fileOf(entry as FileSystemFileEntry), path: folder + entry.name }]
  const inside = await entriesOf(entry as FileSystemDirectoryEntry)
  return (await Promise.all(inside.map((child) => collect(child, `${folder}${entry.name}/`)))).flat()
}

/** The files of a drop, folders walked. Call it inside the drop event: the browser empties the transfer right after. */
export const droppedFiles = (transfer: DataTransfer): Promise<Array<PickedFile>> => {
  const entries = [...transfer.items].flatMap((item) => {
    const entry = item.kind === "file" ? item.webkitGetAsEntry() : null
    return entry === null ? [] : [entry]
  })
  return Promise.all(entries.map((entry) => collect(entry, ""))).then((found) => found.flat())
}
