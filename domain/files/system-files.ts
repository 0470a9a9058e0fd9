/** System folders, in lower case: their content is no user file. */
const SYSTEM_FOLDERS = ['__macosx']
/** Files that systems add to folders, in lower case. */
const SYSTEM_FILES = ['.ds_store', 'thumbs.db', 'desktop.ini']

/**
 * True for a file added by macOS or Windows: a resource fork (`._a.jpg`), folder settings, thumbnails.
 *
 * @param path the names of its folders and its own name, with slashes between them; the name alone if the folders are not known
 */
export function isSystemFile(path: string): boolean {
  const folders = path.toLowerCase().split('/')
  const name = folders.pop() ?? ''
  return (
    name.startsWith('._') ||
    SYSTEM_FILES.includes(name) ||
    folders.some((folder) => SYSTEM_FOLDERS.includes(folder))
  )
}
