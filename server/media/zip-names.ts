import { normalizeText } from '#domain/clean-text.ts'

/** Names that Windows reserves for devices, also with an extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i

/** Characters that a name may not have on Windows, and those that would lead out of the folder. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: Windows allows no control characters in names
const FORBIDDEN = /[\u0000-\u001f\u007f"*/:<>?\\|]/g

/** A file name that is valid on every system: `name` itself if it is valid. */
export function fileNameFor(name: string): string {
  const allowed = normalizeText(name.toWellFormed())
    .replace(FORBIDDEN, '_')
    // Windows removes dots and spaces at the end.
    .replace(/(?<![. ])[. ]+$/, '')
  if (allowed === '') return '_'
  return DEVICE.test(allowed) ? `_${allowed}` : allowed
}

/**
 * Gives each file a name of its own. A second `foto.jpg` becomes `foto (2).jpg`. Names that differ only in their case count as equal,
 * because they are one file on Windows and macOS.
 *
 * @param taken names that are already in the ZIP
 */
export function zipNames(names: Iterable<string>, taken: Iterable<string>): string[] {
  const used = new Set([...taken].map(fold))
  return Array.from(names, (name) => {
    const wanted = fileNameFor(name)
    const dot = wanted.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [wanted.slice(0, dot), wanted.slice(dot)] : [wanted, '']
    let free = wanted
    for (let count = 2; used.has(fold(free)); count += 1) free = `${stem} (${count})${extension}`
    used.add(fold(free))
    return free
  })
}

function fold(name: string): string {
  return name.toUpperCase()
}
