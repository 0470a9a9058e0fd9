import { describe, expect, it } from 'vitest'
import { capitalizePlace, foldForSearch, foldName } from '#domain/text/turkish.ts'

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
