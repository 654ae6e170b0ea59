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
  // S3 has no folders: one that nothing is in is an empty object under its name
  if (inside.length === 0) return [{ file: new File([], entry.name, { lastModified: 0 }), path: `${folder}${entry.name}/` }]
  return (await Promise.all(inside.map((child) => collect(child, `${folder}${entry.name}/`)))).flat()
}

/** The files of a drop, folders walked. Call it inside the drop event: the browser empties the transfer right after. */
export const droppedFiles = (transfer: DataTransfer): Promise<Array<PickedFile>> => {
  const found = [...transfer.items].map((item): Promise<Array<PickedFile>> => {
    if (item.kind !== "file") return Promise.resolve([])
    const entry = item.webkitGetAsEntry()
    if (entry !== null) return collect(entry, "")
    // what another program hands over need not lie in a file system
    const file = item.getAsFile()
    return Promise.resolve(file === null ? [] : [{ file, path: file.name }])
  })
  return Promise.all(found).then((files) => files.flat())
}
