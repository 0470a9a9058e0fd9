import { type PickedFiles, Picking } from './picked-files.ts'

/** Folders that are further inside are not read: a folder may contain itself by a link. */
const DEPTH_MAX = 64

/**
 * The files of a drop, with those of its folders at all levels, in the order in which the browser lists them.
 *
 * @param transfer must be read while the event of the drop is handled, so this is called there
 */
export function filesOfDrop(transfer: Pick<DataTransfer, 'items' | 'files'>): Promise<PickedFiles> {
  const dropped = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .flatMap((item) => {
      const entry = item.webkitGetAsEntry?.()
      return (entry?.isDirectory ? entry : (item.getAsFile() ?? entry)) ?? []
    })
  return readAll(dropped.length > 0 ? dropped : [...transfer.files])
}

async function readAll(dropped: (File | FileSystemEntry)[]): Promise<PickedFiles> {
  const picking = new Picking()
  for (const one of dropped) {
    if (one instanceof File) picking.add(one, [])
    else await read(picking, one, [])
  }
  return picking.picked
}

/** Reads one after the other: a folder may have thousands of files. */
async function read(picking: Picking, entry: FileSystemEntry, folders: string[]): Promise<void> {
  if (picking.isCut) return
  const path = [...folders, entry.name]
  try {
    if (isFile(entry)) picking.add(await fileOf(entry), folders)
    else if (isFolder(entry) && folders.length < DEPTH_MAX) await readFolder(picking, entry, path)
    else picking.addUnreadable(path)
  } catch {
    picking.addUnreadable(path)
  }
}

async function readFolder(picking: Picking, folder: FileSystemDirectoryEntry, path: string[]): Promise<void> {
  const reader = folder.createReader()
  // Chrome lists at most 100 entries at a time, and none at the end.
  for (let entries = await nextOf(reader); entries.length > 0; entries = await nextOf(reader))
    for (const entry of entries) await read(picking, entry, path)
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

function nextOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject))
}
