import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { checkContent } from '../../site/content-check/check-content.ts'
import { question } from '../support/content/content-copy.ts'
import { copy, inBoth, type Mistakes, setUpContent, testMistakes } from '../support/content/content-setup.ts'

setUpContent()

const answer = (text: string) => () =>
  inBoth((language) => copy.write(`faq/${language}/trial.md`, question(2, text)))
const slide = (path: string) => () =>
  copy.changeJson('showcase.json', ({ slides }) => (slides[0].image.wide = path))
const read = (file: string) => readFileSync(join(copy.folder, file))

const SAVE = 'save it with the encoding UTF-8 (without BOM)'
const HTML = 'HTML is not allowed here; write the text without <…>, and links as [text](/address)'
const NO_PICTURE = 'is no picture; save it again as a picture of this kind'

/** Mistakes that the build would not name, or would publish silently. */
const MISTAKES: Mistakes = {
  'a text that is saved as Windows-1254': [
    () => copy.write('faq/tr/trial.md', Buffer.from(question(2, 'Deneme s\xfcresi bir ayd\xfdr.'), 'latin1')),
    `content/faq/tr/trial.md, line 7: the file is not saved as UTF-8, so letters such as ş and ğ are lost; ${SAVE}.`,
  ],
  'a JSON file that is saved as Windows-1254': [
    () =>
      copy.write(
        'company.json',
        Buffer.from(read('company.json').toString().replace('"name": "', '"name": "\xfc'), 'latin1'),
      ),
    `content/company.json, line 2: the file is not saved as UTF-8, so letters such as ş and ğ are lost; ${SAVE}.`,
  ],
  'a text that is saved as UTF-16': [
    () => copy.write('faq/tr/trial.md', Buffer.from(`\uFEFF${question(2)}`, 'utf16le')),
    `content/faq/tr/trial.md: the file is saved as UTF-16; ${SAVE}.`,
  ],
  'a file that begins with a BOM': [
    () => copy.write('mail/tr.json', `\uFEFF${read('mail/tr.json')}`),
    `content/mail/tr.json: the file begins with an invisible mark (BOM); ${SAVE}.`,
  ],
  'a letter that is lost already': [
    answer('Deneme s\uFFFDresi.'),
    `content/faq/tr/trial.md, line 7, column 9: a letter is lost here (\uFFFD); write it again, and ${SAVE}.`,
  ],
  'a letter that is garbled already': [
    () => copy.change('panel/tr.json', 'Vazgeç', 'BaÅŸla'),
    `content/panel/tr.json, line 2, column 16: "ÅŸ" is a garbled letter; write it again, and ${SAVE}.`,
  ],
  'an invisible character': [
    answer('Deneme\u0000 süresi.'),
    'content/faq/tr/trial.md, line 7, column 7: an invisible character stands here; remove it.',
  ],
  'a tab in a text of JSON': [
    () => copy.change('panel/tr.json', 'Vazgeç', 'Vaz\tgeç'),
    'content/panel/tr.json, line 2, column 13: a tab stands in a text; write a space instead.',
  ],
  'a tab before a field': [
    () => copy.change('faq/tr/trial.md', 'category', '\tcategory'),
    'content/faq/tr/trial.md, line 3: a tab stands here; write spaces instead.',
  ],
  'typographic quotation marks in JSON': [
    () => copy.change('panel/tr.json', '"Vazgeç"', '“Vazgeç”'),
    'content/panel/tr.json, line 2, column 13: this is no text; write it between straight quotation marks ("…").',
  ],
  'a JSON file that is empty': [
    () => copy.write('panel/tr.json', '\n'),
    'content/panel/tr.json: the file is empty; bring its text back.',
  ],
  'a picture that begins with /': [
    slide('/site/images/coast-wide.webp'),
    'content/showcase.json, slides "one".image.wide: "/site/images/coast-wide.webp" does not say where the picture is; begin with ./ as in ./partners/name.svg.',
  ],
  'a picture outside of the project': [
    slide('../../coast-wide.webp'),
    'content/showcase.json, slides "one".image.wide: "../../coast-wide.webp" is outside of content/; put the picture into content/ and correct the path.',
  ],
  'a drawing as a slide': [
    slide('./partners/bora.svg'),
    'content/showcase.json, slides "one".image.wide: "./partners/bora.svg" is no picture that fits here; name a file that ends in .webp, .png or .jpg.',
  ],
  'a file that is no picture': [
    () => copy.write('partners/lodos.svg', 'Lodos'),
    `content/showcase.json, partners "lodos".logo: the file ./partners/lodos.svg ${NO_PICTURE}.`,
  ],
  'a page that is saved under the name of a picture': [
    () => {
      copy.write('partners/new.png', '<!doctype html><h1>404</h1>')
      copy.changeJson('showcase.json', ({ partners }) => (partners[0].logo = './partners/new.png'))
    },
    `content/showcase.json, partners "bora".logo: the file ./partners/new.png ${NO_PICTURE}.`,
  ],
  'a picture that is cut off': [
    () => {
      const whole = readFileSync(join(copy.root, 'site/images/coast-wide.webp'))
      copy.write('partners/cut.webp', whole.subarray(0, whole.length / 2))
      slide('./partners/cut.webp')()
    },
    'content/showcase.json, slides "one".image.wide: the picture ./partners/cut.webp is damaged; save it again.',
  ],
  'a tag in an answer': [answer('Bir </section> etiketi.'), `content/faq/tr/trial.md, line 7: ${HTML}.`],
  'a link in HTML': [answer('<a href="/nope">Burada</a>.'), `content/faq/tr/trial.md, line 7: ${HTML}.`],
  'a comment as the whole answer': [
    answer('<!-- sonra yazılacak -->'),
    'content/faq/tr/trial.md: there is no text below the fields; write it.',
  ],
  'a tag in a text of the site': [
    () => copy.changeJson('site/tr.json', ({ about }) => (about.lead = 'Biz <b>kimiz</b>?')),
    'content/site/tr.json, about.lead: "<b>" would be shown as it stands; remove it.',
  ],
  'a footnote': [
    answer('Bir not.[^1]\n\n[^1]: Dipnot.'),
    'content/faq/tr/trial.md, line 7: footnotes are not shown here; write it in the text.',
  ],
  'a paragraph that is indented': [
    answer('    Girintili bir paragraf.'),
    'content/faq/tr/trial.md, line 7: this paragraph would look like code; begin its lines without spaces.',
  ],
  'a line of --- directly below a text': [
    answer('Bir metin.\n---\nİkinci metin.'),
    'content/faq/tr/trial.md, line 7: the line below this text makes it a heading; write ## before it, or leave an empty line between them.',
  ],
  'a # in a question': [
    () => copy.change('faq/tr/trial.md', 'Bir soru?', 'Kanat #3 nerede?'),
    'content/faq/tr/trial.md, line 2: everything after # is left out; put the text in quotation marks.',
  ],
  'a # in the second line of a question': [
    () => copy.change('faq/tr/trial.md', 'Bir soru?', 'Kanat\n  numarası #3 nerede?'),
    'content/faq/tr/trial.md, line 3: everything after # is left out; put the text in quotation marks.',
  ],
  'a text after the --- that ends the fields': [
    () => copy.write('faq/tr/trial.md', `${question(2).replace('\n---\n', '\n--- Yanıt\n')}\n---\n`),
    'content/faq/tr/trial.md, line 2: this field cannot be read; write "name: text", with the text in quotation marks if it has a colon.',
  ],
  'a heading without its space': [
    () => inBoth((language) => copy.change(`privacy/${language}.md`, '## İki', '##İki')),
    'content/privacy/tr.md, line 11: the signs # would be shown; write a space after them.',
  ],
  'a heading with a space that does not break lines': [
    answer('##\u00a0Başlık'),
    'content/faq/tr/trial.md, line 7: the signs # would be shown; write a space after them.',
  ],
  'a list without its spaces': [
    answer('-bir\n-iki'),
    'content/faq/tr/trial.md, line 7: this would be no list; begin each of its lines with - and a space, after an empty line.',
  ],
  'bold letters that do not end': [
    answer('Bir **kalın ** söz.'),
    'content/faq/tr/trial.md, line 7: the signs ** would be shown; write them directly before the first and after the last bold word.',
  ],
  'ranges that are written with ~': [
    answer('Şöyle: 150~200 TL ve 5~10 gün.'),
    'content/faq/tr/trial.md, line 7: the text between two ~ would be struck out; write – for a range, as in 5–10.',
  ],
  'a link with a space between its parts': [
    answer('[Bize] (/contact) yazın.'),
    'content/faq/tr/trial.md, line 7: this link is broken; write it as [text](/address), without spaces in the address.',
  ],
  'a link that is no address': [
    answer('[Bize](/\\\\[) yazın.'),
    'content/faq/tr/trial.md, line 7: this link is broken; write it as [text](/address), without spaces in the address.',
  ],
  'a picture with a question mark in its name': [
    () => {
      copy.write('partners/a?b.svg', read('partners/bora.svg'))
      copy.changeJson('showcase.json', ({ partners }) => (partners[0].logo = './partners/a?b.svg'))
    },
    'content/showcase.json, partners "bora".logo: the name "./partners/a?b.svg" has a question mark, which the build cannot read; give the file another name.',
  ],
  'a drawing that was copied out of a page': [
    () => copy.write('partners/lodos.svg', '<svg viewBox="0 0 3 1"><path d="M0 0h3v1z"/></svg>'),
    'content/showcase.json, partners "lodos".logo: browsers do not show the drawing ./partners/lodos.svg; write <svg xmlns="http://www.w3.org/2000/svg" at its beginning.',
  ],
  'a space without width': [
    answer('Deneme\u200b süresi.'),
    'content/faq/tr/trial.md, line 7, column 7: an invisible character stands here; remove it.',
  ],
  'a field that occurs twice': [
    () => copy.change('faq/tr/trial.md', 'order: 2', 'order: 2\norder: 3'),
    'content/faq/tr/trial.md, line 5: this field stands here for the second time; remove one of the two.',
  ],
  'the 31st of February': [
    () => inBoth((language) => copy.change(`privacy/${language}.md`, '2026-11-01', '2026-02-31')),
    'content/privacy/tr.md, updated: "2026-02-31" is no day of the calendar; write a date, as in 2026-11-01.',
  ],
  'a day that differs between the languages': [
    () => copy.change('privacy/en.md', '2026-11-01', '2026-11-02'),
    'content/privacy/en.md, updated: "2026-11-02" differs from "2026-11-01" in content/privacy/tr.md; write the same day in both.',
  ],
  'a phone number without digits': [
    () => copy.changeJson('company.json', (company) => (company.phone = '+ ')),
    'content/company.json, phone: write it as +90 232 000 00 00.',
  ],
  'a section without a text': [
    () => inBoth((language) => copy.change(`privacy/${language}.md`, '## İki\n\nMetin.\n', '## İki\n')),
    'content/privacy/tr.md, line 11: there is no text below this heading; write it, or remove the heading.',
  ],
  'a section with another heading instead of a text': [
    () => inBoth((language) => copy.change(`privacy/${language}.md`, 'Metin.', '### **Başlık**')),
    'content/privacy/tr.md, line 9: there is no text below this heading; write it, or remove the heading.',
  ],
}

testMistakes(MISTAKES)

it('the folder can be given by a relative path with a slash at its end', async () => {
  expect(await checkContent(`./${relative(process.cwd(), copy.folder)}/`)).toEqual([])
})
