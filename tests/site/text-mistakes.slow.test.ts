import { copy, inBoth, type Mistakes, setUpContent, testMistakes } from '../support/content/content-setup.ts'

setUpContent()

const panelText = (name: string, text: string) => () =>
  inBoth((language) => copy.changeJson(`panel/${language}.json`, (panel) => (panel[name] = text)))

/** Mistakes in the texts that the product uses: they would be lost, or shown without a value. */
const MISTAKES: Mistakes = {
  'a needed text that both languages lack': [
    () =>
      inBoth((language) => copy.changeJson(`mail/${language}.json`, (mail) => delete mail.contact.subject)),
    'content/mail/tr.json, contact.subject: the product uses this text, but both languages lack it; bring it back in both.',
  ],
  'a value that both languages rename': [
    () => inBoth((language) => copy.change(`mail/${language}.json`, '{subject}', '{konu}')),
    'content/mail/tr.json, contact.subject: the values in braces are {konu}, but the product fills in {subject}; use these.',
  ],
  'a value in quotation marks of ICU': [
    () => inBoth((language) => copy.change(`report/${language}.json`, '{turbine}', "'{turbine}'")),
    'content/report/tr.json, title: the values in braces are {year}, but the product fills in {turbine}, {year}; use these.',
  ],
  'a value as a tag': [
    () => copy.change('report/tr.json', '{turbine}', '<turbine></turbine>'),
    'content/report/tr.json, title: the values in braces are <turbine>, {year}, but the product fills in {turbine}, {year}; use these.',
  ],
  'a plural word that is misspelt': [
    () => copy.change('panel/tr.json', 'plural, other', 'plural, on {1} other'),
    'content/panel/tr.json, found: "on" is no plural word of this language; write one or other.',
  ],
  'a plural without its last part': [
    () => copy.change('panel/tr.json', 'plural, other', 'plural, othr'),
    'content/panel/tr.json, found: the part "other {…}" is missing; add it, or correct its spelling.',
  ],
  'a translated word of a choice': [
    () => copy.change('panel/tr.json', 'drone {Drone}', 'insansız {Drone}'),
    'content/panel/en.json, kind: the values in braces are {kind(drone, other)}, in content/panel/tr.json {kind(insansız, other)}; use the same in both.',
  ],
  'a number where the product fills in a text': [
    panelText('frame.person', '{name, number}'),
    'content/panel/tr.json, frame.person: {name} would have to be a number here, but the product fills in a text; write {name}.',
  ],
  'a plural where the product fills in a text': [
    panelText('frame.person', '{name, plural, other {# kişi}}'),
    'content/panel/tr.json, frame.person: {name} would have to be a number here, but the product fills in a text; write {name}.',
  ],
  'a date where the product fills in a text': [
    panelText('frame.person', '{name, date, short}'),
    'content/panel/tr.json, frame.person: {name} would have to be a date here, but the product fills in a text; write {name}.',
  ],
  'a time where the product fills in a number': [
    panelText('search.found', '{n, time}'),
    'content/panel/tr.json, search.found: {n} would have to be a date here, but the product fills in a number; write {n}.',
  ],
  'a plural that loses its number': [
    panelText('search.found', '{n, plural, =0 {Sonuç yok} one {Bir sonuç} other {Sonuç}}'),
    'content/panel/tr.json, search.found: the number {n} is not shown; write # where it belongs, in "other" too.',
  ],
  'a plural that loses its number in its last part': [
    panelText('search.found', '{n, plural, one {# sonuç} other {Sonuçlar}}'),
    'content/panel/tr.json, search.found: the number {n} is not shown; write # where it belongs, in "other" too.',
  ],
}

testMistakes(MISTAKES)
