import { describe, expect, it } from 'vitest'
import { capitalizePlace, endingOfObject, foldForSearch, foldName } from '#domain/text/turkish.ts'

describe('folding for a search', () => {
  it.each([
    ['IĞDIR', 'ığdır'],
    ['izmir', 'İzmir'],
    ['IZMIR', 'İzmir'],
    ['İZMİR', 'izmir'],
    ['canakkale', 'Çanakkale'],
    ['KRB-04', 'krb-04'],
    ['  Soma ', 'soma'],
    ['mugla', 'MUĞLA'],
    // The same letters written with combining marks, as some keyboards send them.
    ['çeşme', 'c\u0327es\u0327me'],
  ])('finds %s in %s', (typed, stored) => {
    expect(foldForSearch(stored)).toContain(foldForSearch(typed))
  })

  it('does not equate different words', () => {
    expect(foldForSearch('Soma')).not.toBe(foldForSearch('Sima'))
  })
})

describe('folding a name', () => {
  it('equates names that differ only in case (by Turkish rules) and spaces', () => {
    expect(foldName('  BORA   ENERJİ ')).toBe(foldName('bora enerji'))
    expect(foldName('IŞIK')).toBe(foldName('ışık'))
  })
  it('distinguishes I/ı from İ/i', () => {
    expect(foldName('ILGAZ')).not.toBe(foldName('ilgaz'))
  })
})

it('capitalizes a place in any stored case', () => {
  expect(['istanbul', 'IĞDIR', 'ığdır', 'izmir / çeşme', 'karaburun-mordoğan'].map(capitalizePlace)).toEqual([
    'İstanbul',
    'Iğdır',
    'Iğdır',
    'İzmir / Çeşme',
    'Karaburun-Mordoğan',
  ])
})

it('ends a number that is an object as people say it', () => {
  const numbers = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 101, 0, 1000, 1200, 2000,
  ]
  expect(numbers.map((number) => `${number}’${endingOfObject(number)}`).join(' ')).toBe(
    '1’i 2’yi 3’ü 4’ü 5’i 6’yı 7’yi 8’i 9’u 10’u 20’yi 30’u 40’ı 50’yi 60’ı 70’i 80’i 90’ı 100’ü 101’i 0’ı 1000’i 1200’ü 2000’i',
  )
})
