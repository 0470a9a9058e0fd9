import { beforeEach, expect, it } from 'vitest'
import type { SearchItem } from '#panel/frame/search-item.ts'
import { indexOf, rankItems } from '#panel/search/rank-items.ts'
import { readRecent, storeRecent } from '#panel/search/recent-choices.ts'

function item(key: string, ...searched: string[]): SearchItem {
  return { key, address: `/${key}`, title: () => searched[0] ?? '', note: '', searched }
}

const ITEMS = [
  item('1', 'Batı Çeşme', 'T01', 'izmir'),
  item('2', 'Çeşme 1', 'T10', 'izmir'),
  item('3', 'Çeşme', 'T11', 'İzmir'),
  item('4', 'Iğdır 1', 'KRB-04', 'ığdır'),
  item('5', 'Elif Yıldırım', 'elif@kanat.example', 'Bora Enerji'),
]

const ranked = (query: string, limit = 10) => rankItems(indexOf(ITEMS), query, limit).map(({ key }) => key)

it.each([
  ['', []],
  ['   ', []],
  ['çeşme', ['3', '2', '1']],
  ['CESME', ['3', '2', '1']],
  ['eşme', ['1', '2', '3']],
  ['t1', ['2', '3']],
  ['IĞDIR', ['4']],
  ['igdir 04', ['4']],
  ['krb-04', ['4']],
  ['izmir çeşme', ['1', '2', '3']],
  ['yildirim elif', ['5']],
  ['elif@kanat', ['5']],
  ['zeppelin', []],
])('%j finds %j, the best first', (query, keys) => {
  expect(ranked(query)).toEqual(keys)
})

it('gives no more results than the limit', () => {
  expect(ranked('çeşme', 2)).toEqual(['3', '2'])
})

it('folds a list only once, for any number of searches', () => {
  expect(indexOf(ITEMS)).toBe(indexOf(ITEMS))
})

beforeEach(() => localStorage.clear())

it('stores the last six different choices of each user, newest first', () => {
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'b']) storeRecent(4, key)
  expect(readRecent(4)).toEqual(['b', 'g', 'f', 'e', 'd', 'c'])
  expect(readRecent(5)).toEqual([])
})

it('ignores stored choices that are unreadable', () => {
  localStorage.setItem('kanat.recent.4', '{')
  expect(readRecent(4)).toEqual([])
  localStorage.setItem('kanat.recent.4', '[1,"a"]')
  expect(readRecent(4)).toEqual(['a'])
})
