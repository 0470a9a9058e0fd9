import { expect, it } from 'vitest'
import { compareNames } from '#domain/text/name-order.ts'
import { sortRows } from '../../panel/ui/address/sort-address.ts'

/** The Turkish alphabet has ç after c, ğ after g, ı before i, ö after o, ş after s and ü after u. */
it.each([
  [['Bursa', 'Çanakkale', 'Denizli', 'Tekirdağ']],
  [['Cide', 'Cuma', 'Çamlı', 'Çorlu', 'Datça']],
  [['Gökçe', 'Güre', 'Ğ', 'Hatay']],
  [['Hozat', 'Iğdır', 'Isparta', 'İnegöl', 'İzmir', 'Kars']],
  [['Of', 'Oy', 'Ödemiş', 'Öz', 'Pazar']],
  [['Sarıyer', 'Susurluk', 'Şanlıurfa', 'Şile', 'Tire']],
  [['Urla', 'Uzunköprü', 'Ünye', 'Van']],
  [['ığdır', 'izmir', 'İzmit']],
  [['Ş1', 'T1', 'T2', 'T10']],
])('sorts %j as the alphabet has them', (sorted) => {
  const mixed = [...sorted].reverse()
  expect(mixed.toSorted(compareNames)).toEqual(sorted)
  expect(sortRows(mixed, (name) => name, false)).toEqual(sorted)
  expect(sortRows(mixed, (name) => name, true)).toEqual(sorted.toReversed())
})
