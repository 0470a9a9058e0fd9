import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Fault } from './fault.ts'

/** The folder of the editors' files. Paths are relative to it, with `/`. */
export class ContentFolder {
  readonly path: string

  constructor(path: string) {
    this.path = resolve(path)
  }

  has(file: string): boolean {
    return existsSync(join(this.path, file)) && statSync(join(this.path, file)).isFile()
  }

  readBytes(file: string): Buffer {
    return readFileSync(join(this.path, file))
  }

  /** Reads a text. If it is not in UTF-8 or has characters that nobody writes, there are faults and the text must not be used. */
  readText(file: string): { text: string; faults: Fault[] } {
    const bytes = this.readBytes(file)
    const problem = encodingProblem(bytes)
    const text = bytes.toString('utf8')
    return { text, faults: problem ? [{ file, ...problem }] : letterFaults(file, text) }
  }

  /** All files, sorted. Hidden files are ignored, because text editors and systems create them. */
  list(): string[] {
    return readdirSync(this.path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => join(entry.parentPath, entry.name).slice(this.path.length + 1))
      .map((file) => file.replaceAll('\\', '/'))
      .sort()
  }
}

/** The line and the column of an offset in a text, both from 1. */
export function positionOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n')
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

const SAVE = 'save it with the encoding UTF-8 (without BOM)'

function encodingProblem(bytes: Buffer): { place?: string; problem: string } | undefined {
  const start = bytes.subarray(0, 2).toString('hex')
  if (start === 'fffe' || start === 'feff') return { problem: `the file is saved as UTF-16; ${SAVE}` }
  if (bytes.subarray(0, 3).toString('hex') === 'efbbbf')
    return { problem: `the file begins with an invisible mark (BOM); ${SAVE}` }
  const lines = bytes.toString('latin1').split('\n')
  const wrong = lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')))
  if (wrong < 0) return undefined
  return {
    place: `line ${wrong + 1}`,
    problem: `the file is not saved as UTF-8, so letters such as ş and ğ are lost; ${SAVE}`,
  }
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** UTF-8 that a program has read as Windows-1252 or Windows-1254 and saved again, for example "ÅŸ" instead of "ş". */
const GARBLED = /Ã[¼¶§œ–‡¢®]|Ä[±°Ÿž]|Å[Ÿž]|â€[™œ“”¦˜]/u

/** Characters without a look, such as a null, an escape, a space without width or a mark of direction. Tabs and line breaks are allowed. */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the file must not have
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u200B\u200E\u200F\u2028-\u202E\u2060\u2066-\u2069\uFEFF]/u

/** Letters that an earlier program has lost or garbled, and invisible characters. One fault for each kind. */
function letterFaults(file: string, text: string): Fault[] {
  const kinds: [RegExp, (found: string) => string][] = [
    [/\uFFFD/u, () => `a letter is lost here (\uFFFD); write it again, and ${SAVE}`],
    [GARBLED, (found) => `"${found}" is a garbled letter; write it again, and ${SAVE}`],
    [INVISIBLE, () => 'an invisible character stands here; remove it'],
    [/\r(?!\n)/u, () => 'this line break is unknown; save the file with line breaks of Windows or Linux'],
  ]
  return kinds.flatMap(([pattern, say]) => {
    const match = pattern.exec(text)
    return match ? [{ file, place: positionOf(text, match.index), problem: say(match[0]) }] : []
  })
}
