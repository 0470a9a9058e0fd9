import { foldForSearch } from '#domain/text/turkish.ts'
import { zipNames } from '#server/core/media/zip-names.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'

/** Longest name in a folder of the ZIP, in characters, without what `zipNames` adds. */
const NAME_MAX_LENGTH = 150

/** The name of the ZIP, such as `denetim-dosyasi-T07-2026-1.zip`, in ASCII letters for both languages, because people pass it on. */
export function dossierName({ code }: { code: string }, year: number, version: number): string {
  return `denetim-dosyasi-${plain(code, '-').slice(0, 60)}-${year}-${version}.zip`
}

/**
 * Gives each file of a ZIP folder a unique ASCII name: without a UTF-8 locale, `unzip` writes other letters as `#U0131`, and `sha256sum`
 * does not find the file.
 *
 * @param folder with a slash at its end
 */
export async function namesIn(folder: string, names: readonly string[]): Promise<string[]> {
  const unique = await zipNames(await mapInTurns(names, shortened), [])
  return unique.map((name) => folder + name)
}

function shortened(name: string): string {
  const safe = plain(name, '_')
  const dot = safe.lastIndexOf('.')
  const extension = dot > 0 ? safe.slice(dot).slice(0, 10) : ''
  return safe.slice(0, safe.length - extension.length).slice(0, NAME_MAX_LENGTH) + extension
}

/** Letters without Turkish marks; every other character is `other`. */
function plain(text: string, other: string): string {
  const letters = [...text].map((letter) => (/[\w.-]/.test(letter) ? letter : foldForSearch(letter)))
  return letters.join('').replaceAll(/[^A-Za-z0-9_.-]+/g, other)
}
