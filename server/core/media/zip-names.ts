import { normalizeText } from '#domain/text/clean-text.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'

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
 * because they are one file on Windows and macOS. The time grows with the number of names only, however many of them are equal.
 *
 * @param taken names that are already in the ZIP
 */
export async function zipNames(names: readonly string[], taken: Iterable<string>): Promise<string[]> {
  const used = new Set([...taken].map(fold))
  // All smaller numbers are used, because no name becomes free again.
  const nextNumbers = new Map<string, number>()
  return mapInTurns(names, (name) => {
    const wanted = fileNameFor(name)
    const folded = fold(wanted)
    const dot = wanted.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [wanted.slice(0, dot), wanted.slice(dot)] : [wanted, '']
    let free = wanted
    if (used.has(folded)) {
      let number = nextNumbers.get(folded) ?? 2
      do {
        free = `${stem} (${number})${extension}`
        number += 1
      } while (used.has(fold(free)))
      nextNumbers.set(folded, number)
    }
    used.add(fold(free))
    return free
  })
}

function fold(name: string): string {
  return name.toUpperCase()
}
