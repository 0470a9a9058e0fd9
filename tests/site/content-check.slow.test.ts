import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkContent } from '../../site/content-check/check-content.ts'
import { faultLine } from '../../site/content-check/fault.ts'
import { NAMED_FOLDERS } from '../../site/content-check/pair-faults.ts'
import { readUsedTexts, usedTextsOf } from '../../site/content-check/used-texts.ts'
import { question } from '../support/content/content-copy.ts'
import { copy, inBoth, type Mistakes, setUpContent, testMistakes } from '../support/content/content-setup.ts'

setUpContent()

const ROOT = join(import.meta.dirname, '../..')

it('finds no fault in the current content', async () => {
  expect((await checkContent(join(ROOT, 'content'))).map(faultLine)).toEqual([])
  expect(await copy.faults()).toEqual([])
})

it('knows the texts that the product uses; after a change run: npm run content -- --record', () => {
  expect(readUsedTexts()).toEqual(usedTextsOf(join(ROOT, 'content'), NAMED_FOLDERS))
})

describe('an editor', () => {
  it('may add, remove and reorder questions in both languages', async () => {
    for (const language of ['tr', 'en']) {
      copy.write(`faq/${language}/new-one.md`, question(2))
      copy.write(`faq/${language}/trial.md`, question(1))
      copy.remove(`faq/${language}/prices.md`)
    }
    expect(await copy.faults()).toEqual([])
  })

  it('learns which file is missing if a question exists in one language', async () => {
    copy.write('faq/tr/new-one.md', question(3))
    copy.remove('faq/tr/trial.md')
    expect(await copy.faults()).toEqual([
      'content/faq/en/new-one.md: the file is missing; write this question in the other language, as in content/faq/tr/new-one.md.',
      'content/faq/tr/trial.md: the file is missing; write this question in the other language, as in content/faq/en/trial.md.',
    ])
  })

  it('may add, remove and reorder partners and slides', async () => {
    copy.changeJson('showcase.json', ({ slides, partners }) => {
      slides.push(slides.shift(), { ...slides[0], id: 'four' })
      partners.push(partners.shift(), { ...partners[0], id: 'karayel' })
    })
    expect(await copy.faults()).toEqual([])
    copy.changeJson('showcase.json', ({ slides, partners }) => {
      slides.splice(0, 2)
      partners.splice(1, 2)
    })
    expect(await copy.faults()).toEqual([])
  })

  it('may add a type of finding with a family that exists and a new id', async () => {
    copy.changeJson('findings/types.json', ({ types }) => types.push({ ...types[0], id: 'ice' }))
    expect(await copy.faults()).toEqual([])
    copy.changeJson('findings/types.json', ({ types }) => {
      types.push(
        { ...types[0], id: 'ice' },
        { ...types[0], id: 'rust', family: 'metal' },
        { ...types[0], id: 'Pas' },
      )
    })
    expect((await copy.faults()).sort()).toEqual([
      'content/findings/types.json, types "Pas".id: write small letters a-z, digits and hyphens.',
      'content/findings/types.json, types "ice".id: "ice" is taken already; write another one.',
    ])
  })

  it('may add, remove and reorder paragraphs and values', async () => {
    for (const language of ['tr', 'en']) {
      copy.change(`privacy/${language}.md`, 'Metin.\n', 'Metin.\n\nBir paragraf daha.\n')
      copy.changeJson(`site/${language}.json`, ({ about }) => {
        about.story.paragraphs.push('Bir paragraf daha.')
        about.values.items.pop()
      })
    }
    expect(await copy.faults()).toEqual([])
  })

  it('must leave enough partners and slides for the page', async () => {
    copy.changeJson('showcase.json', (showcase) => {
      showcase.slides.length = 1
      showcase.partners.length = 1
    })
    expect(await copy.faults()).toEqual([
      'content/showcase.json, slides: there are too few; give 2 or more.',
      'content/showcase.json, partners: there are too few; give 2 or more.',
    ])
  })
})

const MISTAKES: Mistakes = {
  'a misspelt category': [
    () => inBoth((language) => copy.change(`faq/${language}/trial.md`, 'pricing', 'prcing')),
    'content/faq/tr/trial.md, category: "prcing" is not allowed here; write general, panorama, monitoring, support, pricing, or security.',
  ],
  'a category that differs between the languages': [
    () => copy.change('faq/en/trial.md', 'pricing', 'general'),
    'content/faq/en/trial.md, category: "general" differs from "pricing" in content/faq/tr/trial.md; write the same in both.',
  ],
  'an order that is taken': [
    () => inBoth((language) => copy.change(`faq/${language}/trial.md`, 'order: 2', 'order: 1')),
    'content/faq/tr/trial.md, order: content/faq/tr/prices.md has 1 in this category too; write another number.',
  ],
  'a table without its second line': [
    () => copy.change('faq/tr/prices.md', '| --- | --- |', '| --- |'),
    'content/faq/tr/prices.md, line 9: this table is broken; give every row the same number of |, write a line such as | --- | --- | below the first, and leave no empty line between them.',
  ],
  'a table with a row that is too short': [
    () => copy.change('faq/tr/prices.md', '| Kurumsal | 350 TL |', '| Kurumsal 350 TL |'),
    'content/faq/tr/prices.md, line 12: cells in this row: 1, in the first row of its table: 2; write as many, with | between them.',
  ],
  'a table with an empty line in it': [
    () => copy.change('faq/tr/prices.md', '| Kurumsal', '\n| Kurumsal'),
    'content/faq/tr/prices.md, line 13: this table is broken; give every row the same number of |, write a line such as | --- | --- | below the first, and leave no empty line between them.',
  ],
  'a question without an answer': [
    () => copy.write('faq/tr/trial.md', question(2, '')),
    'content/faq/tr/trial.md: there is no text below the fields; write it.',
  ],
  'a question without its fields': [
    () => copy.write('faq/tr/trial.md', 'Yanıt.\n'),
    'content/faq/tr/trial.md, line 1: the fields between two lines of --- are missing; add them.',
  ],
  'a question that is empty': [
    () => copy.change('faq/tr/trial.md', 'Bir soru?', '""'),
    'content/faq/tr/trial.md, question: the text is empty; write one.',
  ],
  'a colon in a field': [
    () => copy.change('faq/tr/trial.md', 'Bir soru?', 'Soru: bu mu?'),
    'content/faq/tr/trial.md, line 2: this field cannot be read; write "name: text", with the text in quotation marks if it has a colon.',
  ],
  'a partner without its logo': [
    () => copy.remove('partners/lodos.svg'),
    'content/showcase.json, partners "lodos".logo: there is no file content/partners/lodos.svg; add it or correct its name.',
  ],
  'two partners with the same id': [
    () => copy.change('showcase.json', '"poyraz"', '"bora"'),
    'content/showcase.json, partners "bora".id: "bora" is taken already; write another one.',
  ],
  'a comma that is missing': [
    () => copy.change('panel/tr.json', '"Vazgeç",', '"Vazgeç"'),
    'content/panel/tr.json, line 3, column 3: a comma is missing before this place; add it.',
  ],
  'a name that occurs twice': [
    () => copy.change('panel/tr.json', '{', '{\n  "cancel": "İptal",'),
    'content/panel/tr.json, line 3, column 3: "cancel" stands here for the second time; remove one of the two.',
  ],
  'a field with a wrong name': [
    () => copy.change('company.json', '"phone"', '"telephone"'),
    'content/company.json, telephone: there is no field "telephone"; correct its spelling or remove it.',
  ],
  'a field that is missing': [
    () => copy.changeJson('site/en.json', (site) => delete site.landing.hero.text),
    'content/site/en.json, landing.hero.text: the field is missing; add it.',
  ],
  'an item of a list that one language has': [
    () => copy.changeJson('site/tr.json', ({ about }) => about.story.paragraphs.splice(1)),
    'content/site/tr.json, about.story.paragraphs 2: this is missing, but is in content/site/en.json; add it here or remove it there.',
  ],
  'a text of the panel that is missing in one language': [
    () => copy.changeJson('panel/en.json', (panel) => delete panel.cancel),
    'content/panel/en.json, cancel: this is missing, but is in content/panel/tr.json; add it here or remove it there.',
  ],
  'an error that is missing in one language': [
    () => copy.changeJson('errors/tr.json', ({ issues }) => delete issues.invalid_year),
    'content/errors/tr.json, issues.invalid_year: this is missing, but is in content/errors/en.json; add it here or remove it there.',
  ],
  'a text that is empty': [
    () => copy.change('panel/tr.json', '"Vazgeç"', '" "'),
    'content/panel/tr.json, cancel: the text is empty; write one.',
  ],
  'a title that is too long': [
    () => copy.changeJson('site/tr.json', ({ about }) => (about.title = 'u'.repeat(75))),
    'content/site/tr.json, about.title: the text has 75 characters; shorten it to 70.',
  ],
  'a missing brace in a message': [
    () => copy.change('panel/en.json', '{# türbin}}', '{# türbin}'),
    'content/panel/en.json, found: the braces of this text cannot be read; compare it with the other language.',
  ],
  'a value that only one language has': [
    () => copy.change('panel/en.json', '{blade}', '{balde}'),
    'content/panel/en.json, blade: the values in braces are {balde}, in content/panel/tr.json {blade}; use the same in both.',
  ],
  'a value of a mail that only one language has': [
    () => copy.change('mail/en.json', 'Merhaba {name},', 'Hello,'),
    'content/mail/en.json, greeting: the values in braces are none, in content/mail/tr.json {name}; use the same in both.',
  ],
  'a link to a page that is not there': [
    () => copy.change('faq/tr/trial.md', '(/contact)', '(/iletisim)'),
    'content/faq/tr/trial.md, line 7: there is no page "/iletisim"; write one of /, /about, /contact, /demo, /faq, /privacy, /product.',
  ],
  'a link to the other language': [
    () => copy.change('faq/en/trial.md', '(/en/contact)', '(/contact)'),
    'content/faq/en/trial.md, line 7: the link "/contact" leads to the other language; write /en/contact.',
  ],
  'a link to a section that is not there': [
    () => copy.change('faq/tr/trial.md', '(/contact)', '(/privacy#section-3)'),
    'content/faq/tr/trial.md, line 7: the page /privacy has no place "#section-3"; write the address without it.',
  ],
  'a link that is no address': [
    () => copy.change('faq/tr/trial.md', '(/contact)', '(www.kanat.example)'),
    'content/faq/tr/trial.md, line 7: the link "www.kanat.example" leads nowhere; write /… for a page of this site or https://… for another one.',
  ],
  'a link with a space in it': [
    () => copy.change('faq/tr/trial.md', '(/contact)', '(/con tact)'),
    'content/faq/tr/trial.md, line 7: this link is broken; write it as [text](/address), without spaces in the address.',
  ],
  'a section that one language has': [
    () => copy.change('privacy/en.md', '\n## İki', '\n## Storage\n\nText.\n\n## İki'),
    'content/privacy/en.md: there are 3 sections (##), in content/privacy/tr.md 2; write the same sections in both.',
  ],
  'a text above the first section': [
    () => copy.change('privacy/tr.md', '\n## Bir', '\nGiriş metni.\n\n## Bir'),
    'content/privacy/tr.md, line 7: this is not shown; write it below a heading that begins with ##.',
  ],
  'a date that is none': [
    () => copy.change('privacy/tr.md', '2026-11-01', '1 Kasım'),
    'content/privacy/tr.md, updated: "1 Kasım" is not what belongs here; write a date, as in 2026-11-01.',
  ],
  'a file that lies in the wrong place': [
    () => copy.write('faq/new-one.md', question(3)),
    'content/faq/new-one.md: nothing reads this file; move it where it belongs, name it in small letters a-z, or remove it.',
  ],
  'a file that is missing': [
    () => copy.remove('mail/en.json'),
    'content/mail/en.json: the file is missing; bring it back.',
  ],
}

testMistakes(MISTAKES)
