/** A project with sample texts that a test may change, made anew before each test. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ContentCopy } from './content-copy.ts'

export let copy: ContentCopy

/** Call this once at the top of a test file: the files of one process share this module. */
export function setUpContent(): void {
  beforeEach(() => {
    copy = new ContentCopy()
  })
  afterEach(() => copy[Symbol.dispose]())
}

export const inBoth = (edit: (language: 'tr' | 'en') => void) => {
  for (const language of ['tr', 'en'] as const) edit(language)
}

/** What an editor does wrong, by its name: the edit, and the line that the check prints. */
export type Mistakes = Record<string, [edit: () => void, said: string]>

/** Tests that the check names each mistake, and each place only once. */
export function testMistakes(mistakes: Mistakes): void {
  it.each(Object.entries(mistakes))('one line describes the fault: %s', async (_, [edit, said]) => {
    edit()
    const lines = await copy.faults()
    expect(lines).toContain(said)
    const places = lines.map((line) => line.split(': ')[0])
    expect(new Set(places).size, lines.join('\n')).toBe(places.length)
  })
}
