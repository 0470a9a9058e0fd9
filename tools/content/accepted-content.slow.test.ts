import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ContentCopy, question } from '../../tests/support/content/content-copy.ts'
import { inBoth } from '../../tests/support/content/content-setup.ts'
import { temporaryFolder } from '../../tests/support/test-app.ts'
import { BUILD_TIME_MS, buildProject, copyMadePictures, copyProject } from '../build/project-copy.ts'

/** An answer with everything that Markdown may have here. */
const ANSWER = `Bir **kalın**, *eğik* ve \`kod\` sözcüğü; [sayfa](/contact) ve <https://kanat.example>.

- ş, ğ, İ &amp; ı
- 3 < 5

> Alıntı

1. Bir
2. İki

## Ara başlık

| Paket | Fiyat |
| --- | --- |
| A & B | 150 TL |
`
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="1"><path d="M0 0h3v1z"/></svg>'

/** What an editor may write, each at its limit; the check accepts all of it. */
const ACCEPTED: Record<string, (copy: ContentCopy) => void> = {
  'line breaks of Windows': (copy) => copy.change('faq/tr/trial.md', /\n/g, '\r\n'),
  'a question with signs, in quotation marks': (copy) =>
    copy.change('faq/tr/trial.md', 'Bir soru?', '"Soru #3: {a} <b> \\"x\\"?"'),
  'a question that is named index': (copy) =>
    inBoth((language) => {
      const answer = `${language} – #3: -5 °C, 2 * 3 * 4, ~10, ~~eski~~.`
      copy.write(`faq/${language}/index.md`, question(3, answer))
    }),
  'an answer with all of Markdown': (copy) => copy.write('faq/tr/prices.md', question(1, ANSWER)),
  'a day of a leap year': (copy) =>
    inBoth((language) => copy.change(`privacy/${language}.md`, '2026-11-01', '2024-02-29')),
  'texts at their maximum': (copy) =>
    copy.changeJson('site/tr.json', ({ about }) => {
      about.title = 'ş'.repeat(70)
      about.description = 'İ'.repeat(200)
      about.lead = 'söz '.repeat(500)
    }),
  'signs in a text of the site': (copy) =>
    copy.changeJson('site/tr.json', ({ about }) => (about.headline = `5 > 3 & 'a' "b" \\`)),
  'a logo as a drawing and as a photo': (copy) => {
    copy.write('partners/new.svg', LOGO)
    copy.changeJson('showcase.json', ({ partners }) => {
      partners[0].logo = './partners/new.svg'
      partners[1].logo = '../site/images/coast-tall.webp'
    })
  },
  'a photo of content/ as a slide': (copy) => {
    copy.write('partners/slide.webp', readFileSync(join(copy.root, 'site/images/coast-wide.webp')))
    copy.changeJson('showcase.json', ({ slides }) => (slides[0].image.wide = './partners/slide.webp'))
  },
  'a heading with a part of its own heading': (copy) =>
    inBoth((language) => copy.change(`privacy/${language}.md`, 'Metin.', '### Alt başlık\n\n- Bir')),
  'the shortest phone number': (copy) =>
    copy.changeJson('company.json', (company) => (company.phone = '+1234567')),
  'numbers that are shown in other ways': (copy) =>
    copy.changeJson('panel/tr.json', (panel) => {
      panel['search.found'] = '{n, plural, =0 {Yok} one {Tek sonuç} other {{n} sonuç}}'
      panel['photos.size'] = '{mb} MB'
      panel['photos.count'] = '{n, plural, other {Fotoğraf}}: {n}'
    }),
  'apostrophes in a message': (copy) => copy.change('panel/tr.json', 'Kanat {blade}', "Türbin'in '' {blade}"),
}

it(
  'a clean check means a clean build: what the check accepts is built, and shown as it was written',
  async () => {
    using copy = new ContentCopy()
    for (const [what, edit] of Object.entries(ACCEPTED)) {
      edit(copy)
      expect([what, await copy.faults()]).toEqual([what, []])
    }
    const folder = join(await temporaryFolder(), 'project')
    copyProject(folder)
    copyMadePictures(folder)
    rmSync(join(folder, 'content'), { recursive: true })
    cpSync(copy.folder, join(folder, 'content'), { recursive: true })
    // The panel has no pages of editors, and takes most of the time of a build.
    writeFileSync(join(folder, 'panel/panel.tsx'), 'export default () => null\n')
    await buildProject(folder)
    for (const page of ['about', 'faq', 'en/faq', 'contact', 'privacy'])
      expect(existsSync(join(folder, 'dist', page, 'index.html')), page).toBe(true)
    const faq = readFileSync(join(folder, 'dist/faq/index.html'), 'utf8')
    expect(faq).toContain('Soru #3: {a} &lt;b&gt; ')
    expect(faq).not.toContain('\uFFFD')
    expect(faq).toContain('tr – #3: -5 °C, 2 * 3 * 4, ~10, <del>eski</del>.')
    expect(readFileSync(join(folder, 'dist/about/index.html'), 'utf8')).toContain('5 &gt; 3 &amp; ')
    await rm(folder, { recursive: true })
  },
  BUILD_TIME_MS,
)
