import { describe, expect, it } from 'vitest'
import { type FolderPlace, placeNamedBy } from '#domain/files/folder-place.ts'

const ROOMS = [...Array.from({ length: 25 }, (_, index) => String(index + 1)), 'Göbek içi']

function placeOf(path: string, hasBlade = true): Partial<FolderPlace> {
  const { depth: _, ...place } = placeNamedBy(path.split('/'), ROOMS, hasBlade)
  return Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined))
}

describe('the names of folders', () => {
  it.each([
    ['A', { blade: 'A' }],
    ['b', { blade: 'B' }],
    ['Blade A', { blade: 'A' }],
    ['BLADE-C', { blade: 'C' }],
    ['bladeB', { blade: 'B' }],
    ['Kanat A', { blade: 'A' }],
    ['kanat_b', { blade: 'B' }],
    ['A Kanadı', { blade: 'A' }],
    ['A KANADI', { blade: 'A' }],
    ['T05-Blade-C', { blade: 'C' }],
    ['Kanatlar/B', { blade: 'B' }],
    ['Saha 12/B kanadı fotoğrafları', { blade: 'B' }],
    ['A/Tip-WW', { blade: 'A', room: '3' }],
    ['2026/Kanat C/root lw/DJI', { blade: 'C', room: '7' }],
    ['A/tip/ww', { blade: 'A', room: '3' }],
    ['A - Mid_SW', { blade: 'A', room: '5' }],
    ['MİD-SW', { room: '5' }],
    ['TİPWW', { room: '3' }],
    ['Kök rüzgâr üstü', { room: '1' }],
    ['UÇ RÜZGAR ALTI', { room: '9' }],
    ['orta-yan', { room: '5' }],
    ['Oda 12', { room: '12' }],
    ['ODA-07', { room: '7' }],
    ['3. oda', { room: '3' }],
    ['room3', { room: '3' }],
    ['B/04', { blade: 'B', room: '4' }],
    // A number beside other words is the day, the copy or the next card: no room.
    ['Kanat A (2)', { blade: 'A' }],
    ['A/2026-09', { blade: 'A' }],
    ['A/12.09.2026', { blade: 'A' }],
    ['göbek  içi', {}],
    ['GÖBEK İÇİ', { room: 'Göbek içi' }],
    ['Drone', { category: 'drone' }],
    ['İHA çekimleri', { category: 'drone' }],
    ['DRONE/a kanadı', { category: 'drone', blade: 'A' }],
    ['Operatör', { category: 'operator' }],
    ['OPERATÖR FOTOĞRAFLARI', { category: 'operator' }],
    ['Robot-B', { category: 'robot', blade: 'B' }],
    // The room of a drone photo is none of the product, but says nothing against it.
    ['Drone/A/Tip-WW', { category: 'drone', blade: 'A', room: '3' }],
  ])('%j say the place', (path, place) => {
    expect(placeOf(path)).toEqual(place)
  })

  it.each([
    'DCIM',
    '100MEDIA',
    'Yeni klasör',
    'Tip',
    'WW',
    'Kanat',
    // Many number the blades.
    'Kanat 1',
    'BLADE-02',
    'Fotoğraflar 3',
    '2026-09',
    'ABC',
    'Açı',
    'Dronlar ve robotlar',
    'A/B',
    'Drone/Robot',
    'Tip-WW/Oda 4',
    'Oda 26',
    '',
  ])('%j say no place', (path) => {
    expect(placeOf(path)).toEqual({})
  })

  it('are rooms if they are numbers, but only on a blade', () => {
    expect(placeOf('3', true)).toEqual({ room: '3' })
    expect(placeOf('3', false)).toEqual({})
    expect(placeOf('A/3', false)).toEqual({ blade: 'A', room: '3' })
    expect(placeOf('Drone/3', true)).toEqual({ category: 'drone' })
    // Cameras number their folders, too.
    expect(placeOf('A/Tip-WW/2')).toEqual({ blade: 'A', room: '3' })
    expect(placeOf('A/101')).toEqual({ blade: 'A' })
  })

  it('count until the innermost one that says something', () => {
    const depthOf = (path: string) => placeNamedBy(path.split('/'), ROOMS, true).depth
    const paths = ['Saha/A/Tip-WW/100MEDIA/x', 'Saha/x', 'A/x', 'A/x/Tip-WW', 'A/Tip-WW/2', 'A/2']
    expect(paths.map(depthOf)).toEqual([3, 0, 1, 3, 2, 2])
  })
})
