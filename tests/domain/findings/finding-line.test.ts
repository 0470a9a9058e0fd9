import { describe, expect, it } from 'vitest'
import types from '#content/findings/types.json' with { type: 'json' }
import { findTypes } from '#domain/findings/find-types.ts'
import { parseFindingLine } from '#domain/findings/finding-line.ts'
import { FindingTypes } from '#domain/findings/finding-type.ts'
import { offerPlace } from '#domain/findings/offered-place.ts'
import type { Language } from '#domain/text/language.ts'

const TYPES = FindingTypes.parse(types).types

describe('a line', () => {
  it.each([
    ['enine 3 ps 24,5 620', { words: 'enine', severity: 3, side: 'PS', place: '24,5', length: '620' }],
    [
      'transverse 3 PS 24.5 620',
      { words: 'transverse', severity: 3, side: 'PS', place: '24.5', length: '620' },
    ],
    ['boyuna çatlak ss 4 12', { words: 'boyuna çatlak', severity: 4, side: 'SS', place: '12' }],
    ['yağ le 0', { words: 'yağ', severity: null, side: 'LE' }],
    // A number with a unit or a fraction is no severity.
    ['enine te 3m', { words: 'enine', side: 'TE', place: '3' }],
    ['enine 3,0 ps', { words: 'enine', side: 'PS', place: '3,0' }],
    ['enine 620 mm', { words: 'enine', length: '620' }],
    ['enine 620 mm 24,5 m', { words: 'enine', length: '620', unread: ['24,5m'] }],
    ['erozyon 2 34,6–37,1', { words: 'erozyon', severity: 2, place: '34,6–37,1' }],
    ['kiriş 3 kutu 9', { words: 'kiriş', severity: 3, side: 'BOX', place: '9' }],
    ['kiriş 3 TAİL 9', { words: 'kiriş', severity: 3, side: 'TAIL', place: '9' }],
    ['debond, 3, nose', { words: 'debond', severity: 3, side: 'NOSE' }],
  ])('%s', (typed, read) => {
    const nothing = { severity: undefined, side: undefined, place: undefined, length: undefined, unread: [] }
    expect(parseFindingLine(typed)).toEqual({ ...nothing, ...read })
  })

  it.each(['', 'enine', 'boyuna çatlak', 'le', '3', '24,5 620'])('"%s" is none', (typed) => {
    expect(parseFindingLine(typed)).toBeUndefined()
  })

  it.each([
    // A blade is not that long, and a length without a distance is not guessed.
    ['enine 3 620', ['620']],
    ['enine 3 ps ss', ['ss']],
    ['enine 3 ps uç', ['uç']],
    ['enine 3 12 620 40', ['40']],
    ['enine 3 -5', ['-5']],
    ['enine 3 12 10-20', ['10-20']],
    // No tenth of a length is filled in.
    ['enine 3 12 62 cm', ['62cm']],
  ])('%s: does not guess %j', (typed, unread) => {
    expect(parseFindingLine(typed)?.unread).toEqual(unread)
  })
})

it.each(TYPES.flatMap(({ tr, en }) => [tr, en]))('a line has the whole name of a type: %s', (name) => {
  expect(parseFindingLine(`${name} 3 ps 24,5 620`)).toMatchObject({ words: name, side: 'PS', length: '620' })
  expect(parseFindingLine(`${name}, 3`)?.words).toBe(name)
})

describe('the words of a type', () => {
  const ids = (language: Language, words: string) => {
    const { found, isClear } = findTypes(TYPES, language, words)
    return [isClear, found.map(({ id }) => id)]
  }

  it('find it in either language, the own one first', () => {
    expect(ids('tr', 'ENİNE')).toEqual([true, ['crack-transverse']])
    expect(ids('tr', 'transverse')).toEqual([true, ['crack-transverse']])
    expect(ids('en', 'enine')).toEqual([true, ['crack-transverse']])
    expect(ids('en', 'oil')).toEqual([true, ['oil', 'serration-damage']])
  })

  it('are not clear if several fit as well', () => {
    const [isClear, found] = ids('tr', 'çatlak')
    expect(isClear).toBe(false)
    expect(found).toEqual(expect.arrayContaining(['crack-transverse', 'crack-longitudinal']))
    expect(ids('tr', 'kahve')).toEqual([false, []])
  })
})

describe('an offered distance', () => {
  const photo = { id: 5, blade: 'A', room: '2', year: 2026 } as const
  const at = (photo_id: number, from_m: number | null, room = '2') =>
    ({ photo_id, from_m, blade: 'A', room, year: 2026 }) as const

  it('is that of another finding on the photo', () => {
    expect(offerPlace(photo, [at(4, 10), at(5, 24.5), at(6, 30)], 60)).toEqual({
      from: 'photo',
      metres: 24.5,
    })
  })

  it('lies between the photos before and after it in the room', () => {
    expect(offerPlace(photo, [at(1, 2), at(3, 20), at(7, 30), at(9, 40), at(5, 1, '3')], 60)).toEqual({
      from: 'neighbours',
      metres: 25,
    })
    expect(offerPlace(photo, [at(3, 20.04)], null)).toEqual({ from: 'neighbours', metres: 20 })
  })

  it('is otherwise the third of the blade that the room shows, if the length is known', () => {
    expect(offerPlace(photo, [], 60)).toEqual({ from: 'room', metres: 20, to: 40 })
    expect(offerPlace(photo, [], null)).toBeUndefined()
    expect(offerPlace({ ...photo, room: 'hub' }, [], 60)).toBeUndefined()
  })
})
