import { describe, expect, it } from 'vitest'
import { isOnEarth, looksSwapped, readAngle, readPlace } from '#domain/text/coordinates.ts'

const read = (text: string) => {
  const place = readPlace(text)
  return place && `${place.latitude},${place.longitude}`
}

describe('a place is read from', () => {
  it.each([
    ['38.42,27.14', '38.42,27.14'],
    ['38.4200,27.1', '38.4200,27.1'],
    [' 38.42 , 27.14 ', '38.42,27.14'],
    ['+38.42, +27.14', '38.42,27.14'],
    ['-33.9, −70.5', '-33.9,-70.5'],
    ['38,42; 27,14', '38.42,27.14'],
    ['38,42;27,14', '38.42,27.14'],
    ['38,42 / 27,14', '38.42,27.14'],
    ['38,42, 27,14', '38.42,27.14'],
    ['38,42 27,14', '38.42,27.14'],
    ['38,42,27,14', '38.42,27.14'],
    ['38\u00a027', '38,27'],
    ['38,27', '38,27'],
    ['38.42° N, 27.14° E', '38.42,27.14'],
    ['38.42N 27.14E', '38.42,27.14'],
    ['38.42N27.14E', '38.42,27.14'],
    ['38,42K,27,14D', '38.42,27.14'],
    ['N 38.42 E 27.14', '38.42,27.14'],
    ['N38,42,E27,14', '38.42,27.14'],
    ['27.14 D; 38.42 K', '38.42,27.14'],
    ['33.9 G, 70.5 B', '-33.9,-70.5'],
    ['33.9 South 70.5 west', '-33.9,-70.5'],
    ['38.42 KUZEY, 27.14 DOĞU', '38.42,27.14'],
    ['38.42 kuzey 27.14 batı', '38.42,-27.14'],
    ['38.42° 27.14°', '38.42,27.14'],
    ["38° 25.2' N, 27° 8.4' E", '38.42,27.14'],
    ["38° 25,2' K; 27° 8,4' D", '38.42,27.14'],
    ['38°25′12″N 27°8′24″E', '38.42,27.14'],
    ["38º 25' 12'' K 027º 08' 24'' D", '38.42,27.14'],
    ['38°25’12.36”N,27°8’24”E', '38.4201,27.14'],
    ["-38° 30', 27° 15'", '-38.5,27.25'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })
})

it.each([
  '',
  'north',
  '38.42',
  '38,42,27',
  '38.42, 27.14, 90',
  '38.42 N, 27.14 K',
  '-38.42 S, 27.14 E',
  'N 38.42 N, 27.14',
  "38.5° 25' N, 27° 8' E",
  "38° 60' N, 27° 8' E",
  `38° 25.5' 12" N, 27° 8' E`,
  '1.234.567,89 38',
  `38.42,27.14${' '.repeat(100)}`,
])('no place is read from "%s"', (text) => {
  expect(read(text)).toBeUndefined()
})

it('one angle may say which one it is', () => {
  expect(['38,42° K', '27.14', '27° 8\' 24" B', 'x'].map(readAngle)).toEqual([
    { degrees: '38.42', axis: 'latitude' },
    { degrees: '27.14', axis: undefined },
    { degrees: '-27.14', axis: 'longitude' },
    undefined,
  ])
})

describe('whether a place looks swapped', () => {
  it.each<[text: string, isSwapped: boolean]>([
    ['38.42,27.14', false],
    ['27.14,38.42', true],
    // Both ways in Turkey.
    ['40,36', false],
    // Neither way: in Denmark.
    ['55.5,8.4', false],
    // The latitude is impossible, and the other way round nothing is.
    ['120.5,14.6', true],
    ['120.5,100', false],
    ['27.14 K, 38.42 D', false],
    ['0,0', false],
  ])('%s', (text, isSwapped) => {
    const place = readPlace(text)
    expect(place && looksSwapped(place)).toBe(isSwapped)
  })
})

it('is on the earth within 90 and 180 degrees', () => {
  const places = ['90,180', '-90,-180', '91,0', '0,181'].map(readPlace)
  expect(places.map((place) => place && isOnEarth(place))).toEqual([true, true, false, false])
})
