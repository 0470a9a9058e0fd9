/** What of a folder the browser cannot read. */
export const UNREADABLE = Symbol('unreadable')

/** The content of a folder: files by their names, and folders. */
export interface Tree {
  [name: string]: File | Tree | typeof UNREADABLE
}

/** Lists at most this many entries at a time, as Chrome does. */
const LISTED_AT_ONCE = 100

function entryOf(name: string, content: Tree[string]): FileSystemEntry {
  const isFile = content instanceof File || content === UNREADABLE
  const entry = {
    name,
    isFile,
    isDirectory: !isFile,
    file: (resolve: (file: File) => void, reject: (error: DOMException) => void) =>
      content instanceof File ? resolve(content) : reject(new DOMException('It is gone.', 'NotFoundError')),
    createReader() {
      const rest = Object.entries(content as Tree).map(([one, inside]) => entryOf(one, inside))
      return {
        readEntries: (resolve: (entries: FileSystemEntry[]) => void) =>
          resolve(rest.splice(0, LISTED_AT_ONCE)),
      }
    },
  }
  return entry as unknown as FileSystemEntry
}

/** A drop of files and folders, which can be read only while the browser handles it. */
export function dropOf(tree: Tree) {
  let isHandled = true
  queueMicrotask(() => {
    isHandled = false
  })
  const items = Object.entries(tree).map(([name, content]) => ({
    kind: 'file',
    webkitGetAsEntry: () => (isHandled ? entryOf(name, content) : null),
    getAsFile: () => null,
  }))
  return { types: ['Files'], items, files: [] } as unknown as DataTransfer
}

/** Drops files and folders on an element. */
export function drop(target: Element, tree: Tree) {
  const event = new Event('drop', { bubbles: true, cancelable: true })
  Object.defineProperty(event, 'dataTransfer', { value: dropOf(tree) })
  target.dispatchEvent(event)
}

/** Photos with numbered names. */
export function photosIn(prefix: string, count: number): Tree {
  const names = Array.from(
    { length: count },
    (_, index) => `${prefix}_${String(index + 1).padStart(4, '0')}.jpg`,
  )
  return Object.fromEntries(names.map((name) => [name, new File([name], name, { type: 'image/jpeg' })]))
}
