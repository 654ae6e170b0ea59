import type { PickedFile } from "./upload-files"

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))

/** Each readEntries call returns at most 100 entries, the last one none. */
const entriesOf = async (directory: FileSystemDirectoryEntry): Promise<Array<FileSystemEntry>> => {
  const reader = directory.createReader()
  const all: Array<FileSystemEntry> = []
  for (;;) {
    const batch = await new Promise<Array<FileSystemEntry>>((resolve, reject) => reader.readEntries(resolve, reject))
    if (batch.length === 0) return all
    all.push(...batch)
  }
}

const collect = async (entry: FileSystemEntry, folder: string): Promise<Array<PickedFile>> => {
  if (entry.isFile) return [{ file: await fileOf(entry as FileSystemFileEntry), path: folder + entry.name }]
  const inside = await entriesOf(entry as FileSystemDirectoryEntry)
  // S3 has no folders: an empty one becomes an empty object with its name
  if (inside.length === 0)
    return [{ file: new File([], entry.name, { lastModified: 0 }), path: `${folder}${entry.name}/` }]
  return (await Promise.all(inside.map((child) => collect(child, `${folder}${entry.name}/`)))).flat()
}

/** Call it in the event handler: the browser clears the transfer then. */
export const droppedFiles = (transfer: DataTransfer): Promise<Array<PickedFile>> => {
  const pending = [...transfer.items].map((item): Promise<Array<PickedFile>> => {
    if (item.kind !== "file") return Promise.resolve([])
    const entry = item.webkitGetAsEntry()
    if (entry !== null) return collect(entry, "")
    // items of other programs may lack a file system entry
    const file = item.getAsFile()
    return Promise.resolve(file === null ? [] : [{ file, path: file.name }])
  })
  return Promise.all(pending).then((files) => files.flat())
}
