import { normalizeText } from '#domain/text/clean-text.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'

/** Device names reserved by Windows, also with an extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i

/** Characters invalid in Windows names, and those that would leave the folder. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: Windows allows no control characters in names
const FORBIDDEN = /[\u0000-\u001f\u007f"*/:<>?\\|]/g

/** A file name that is valid on every system: `name` itself if it is valid. */
export function fileNameFor(name: string): string {
  const allowed = normalizeText(name.toWellFormed())
    .replace(FORBIDDEN, '_')
    // Windows strips trailing dots and spaces.
    .replace(/(?<![. ])[. ]+$/, '')
  if (allowed === '') return '_'
  return DEVICE.test(allowed) ? `_${allowed}` : allowed
}

/**
 * Makes file names unique: a second `foto.jpg` becomes `foto (2).jpg`. Case is ignored, because Windows and macOS do. Linear in the number
 * of names, even if many are equal.
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
