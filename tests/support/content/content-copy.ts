import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { checkContent } from '../../../site/content-check/check-content.ts'
import { faultLine } from '../../../site/content-check/fault.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** A question in an editor's file; `order` is its place in the category. */
export const question = (order: number, answer = 'Yanıtı burada.') =>
  `---\nquestion: Bir soru?\ncategory: pricing\norder: ${order}\n---\n\n${answer}\n`

const TABLE = 'Fiyatlar:\n\n| Paket | Fiyat |\n| --- | --- |\n| Başlangıç | 150 TL |\n| Kurumsal | 350 TL |'
const NOTICE =
  '---\ntitle: Bir\nsummary: Özet\nupdated: 2026-11-01\n---\n\n## Bir\n\nMetin.\n\n## İki\n\nMetin.\n'
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'

/** Texts for tests, so that the tests do not depend on the editors' texts. */
function sampleTexts(language: 'tr' | 'en'): Record<string, string> {
  const contact = language === 'tr' ? '/contact' : '/en/contact'
  return {
    [`faq/${language}/prices.md`]: question(1, TABLE),
    [`faq/${language}/trial.md`]: question(2, `[Bize](${contact}) yazın.`),
    [`privacy/${language}.md`]: NOTICE,
  }
}

/** Texts that a test adds to those of a folder, so that it does not depend on how the editors' texts are written. */
const ADDED_TEXTS: Record<string, Record<string, string>> = {
  panel: {
    cancel: 'Vazgeç',
    found: '{n, plural, other {# türbin}}',
    blade: 'Kanat {blade}',
    kind: '{kind, select, drone {Drone} other {Robot}}',
  },
  mail: { greeting: 'Merhaba {name},' },
}

/** A project with a copy of `content/` that a test may change. */
export class ContentCopy {
  readonly root = mkdtempSync(join(tmpdir(), 'kanat-content-'))
  readonly folder = join(this.root, 'content')

  constructor() {
    cpSync(join(ROOT, 'content'), this.folder, { recursive: true })
    // Some pictures of `content/` are in this folder.
    symlinkSync(join(ROOT, 'site'), join(this.root, 'site'))
    this.remove('faq')
    for (const language of ['tr', 'en'] as const)
      for (const [file, text] of Object.entries(sampleTexts(language))) this.write(file, text)
    for (const [folder, texts] of Object.entries(ADDED_TEXTS))
      for (const language of ['tr', 'en']) {
        const file = `${folder}/${language}.json`
        const before = JSON.parse(readFileSync(join(this.folder, file), 'utf8'))
        this.write(file, json({ ...texts, ...before, ...texts }))
      }
    this.changeJson('showcase.json', ({ slides, partners }) => {
      const [slide, partner] = [slides[0], partners[0]]
      slides.splice(
        0,
        slides.length,
        { ...slide, id: 'one' },
        { ...slide, id: 'two' },
        { ...slide, id: 'three' },
      )
      partners.length = 0
      for (const id of ['bora', 'lodos', 'poyraz']) {
        partners.push({ ...partner, id, logo: `./partners/${id}.svg` })
        this.write(`partners/${id}.svg`, LOGO)
      }
    })
  }

  /** The lines that the check prints. */
  async faults(): Promise<string[]> {
    return (await checkContent(this.folder)).map(faultLine)
  }

  write(file: string, text: string | Uint8Array): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true })
    writeFileSync(join(this.folder, file), text)
  }

  remove(file: string): void {
    rmSync(join(this.folder, file), { recursive: true })
  }

  /** Replaces the match of `pattern` by `text`; there must be a match. */
  change(file: string, pattern: RegExp | string, text: string): void {
    const before = readFileSync(join(this.folder, file), 'utf8')
    const after = before.replace(pattern, text)
    if (after === before) throw new Error(`${file} does not have ${pattern}`)
    this.write(file, after)
  }

  /** Changes the parsed value of a file, for example adds or removes an item of a list. */
  changeJson(file: string, edit: (value: Json) => void): void {
    const value = JSON.parse(readFileSync(join(this.folder, file), 'utf8'))
    edit(value)
    this.write(file, json(value))
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true })
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a test may change any value of a file
type Json = any

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
