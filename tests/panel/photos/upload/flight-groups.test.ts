import { expect, it } from 'vitest'
import { changePlaces, fillRooms, joinGroups, splitGroup } from '#panel/photos/upload/flight/flight-edit.ts'
import {
  type FlightDrop,
  type FlightFile,
  type FlightPlace,
  groupFlight,
} from '#panel/photos/upload/flight/flight-groups.ts'
import { type Shot, shotIn } from '#panel/photos/upload/flight/read-shot.ts'
import { offerOtherNames } from '#panel/photos/upload/same-names.ts'
import type { UploadTarget } from '#panel/photos/upload/upload-target.ts'

const ROOMS = Array.from({ length: 25 }, (_, index) => String(index + 1))
const CHOICES = { rooms: ROOMS, years: [2026, 2025] }
const ON_BLADE: UploadTarget = { turbineId: 4, category: 'blade', blade: 'B', room: '2', year: 2026 }
const ON_DRONE: UploadTarget = { turbineId: 4, category: 'drone', blade: 'B', year: 2026 }
const ON_PAGE: FlightDrop = { turbineId: 4, year: 2026 }

const pick = (...paths: string[]) => paths.map((path) => shoot(path))

function shoot(path: string, shot: Shot = {}): FlightFile {
  const folders = path.split('/')
  return { file: new File([path], folders.pop() ?? '', { type: 'image/jpeg' }), folders, ...shot }
}

/** A place as text; `?` is what a person has to choose. */
const words = ({ category, blade = '?' as never, room = '?' }: FlightPlace) =>
  [category ?? '?', blade, ...(category === undefined || category === 'blade' ? [room] : [])].join('/')

const grouped = (drop: FlightDrop, ...files: (string | FlightFile)[]) =>
  groupFlight(
    files.map((file) => (typeof file === 'string' ? shoot(file) : file)),
    drop,
    CHOICES,
  ).map(({ path, files, place }) => [path, files.map(({ file }) => file.name).join(), words(place)])

it('puts the photos of folders together by the innermost folder that names a place', () => {
  expect(
    grouped(
      ON_BLADE,
      'S/A/Tip-WW/100/1.jpg',
      'S/x/9.jpg',
      'S/A/Tip-WW/101/2.jpg',
      'S/A/1.jpg',
      'S/Drone/C/1.jpg',
      '1.jpg',
    ),
  ).toEqual([
    ['S/A', '1.jpg', 'blade/A/?'],
    ['S/x', '9.jpg', 'blade/B/?'],
    ['', '1.jpg', 'blade/B/2'],
    ['S/A/Tip-WW', '1.jpg,2.jpg', 'blade/A/3'],
    ['S/Drone/C', '1.jpg', 'drone/C'],
  ])
})

it('takes from the place of the drop what the names do not say, for photos of the same kind only', () => {
  expect(grouped(ON_BLADE, 'Tip-WW/1.jpg', '4/1.jpg', 'Drone/1.jpg', 'A/B/1.jpg')).toEqual([
    ['A/B', '1.jpg', 'blade/B/?'],
    ['Drone', '1.jpg', 'drone/?'],
    ['4', '1.jpg', 'blade/B/4'],
    ['Tip-WW', '1.jpg', 'blade/B/3'],
  ])
  expect(grouped(ON_DRONE, 'A/1.jpg', 'Tip-WW/1.jpg', '4/1.jpg', 'İHA/1.jpg', 'A/Oda 4/1.jpg')).toEqual([
    ['4', '1.jpg', 'drone/?'],
    ['Tip-WW', '1.jpg', 'blade/?/3'],
    ['A', '1.jpg', 'drone/A'],
    ['A/Oda 4', '1.jpg', 'blade/A/4'],
    ['İHA', '1.jpg', 'drone/B'],
  ])
})

it('reads what file names say before their number', () => {
  expect(
    grouped(
      ON_PAGE,
      'A_3_0001.jpg',
      'B-Tip-WW-0002.jpg',
      'A_3_0003.jpg',
      'Blade C Oda 7_12.jpg',
      'Drone_B_0001.jpg',
      'DJI_0001.JPG',
      'x/A/Kök WW_0001.jpg',
      'x/A/B_4_0001.jpg',
    ),
  ).toEqual([
    ['', 'DJI_0001.JPG', '?/?/?'],
    ['x/A', 'B_4_0001.jpg', '?/A/?'],
    ['', 'A_3_0001.jpg,A_3_0003.jpg', 'blade/A/3'],
    ['', 'B-Tip-WW-0002.jpg', 'blade/B/3'],
    ['', 'Blade C Oda 7_12.jpg', 'blade/C/7'],
    ['', 'Drone_B_0001.jpg', 'drone/B'],
    ['x/A', 'Kök WW_0001.jpg', 'blade/A/1'],
  ])
})

it('separates photos without a place where the drone paused or the camera turned, in the order of the flight', () => {
  const at = (name: string, second: number, yaw?: number) =>
    shoot(`100MEDIA/${name}`, {
      takenAt: `2025-09-12T14:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`,
      ...(yaw !== undefined && { yaw }),
    })
  const flight = [at('3', 90, 12), at('1', 0, 350), at('2', 3, 2), at('4', 93, 8), at('5', 96, 120)]
  expect(grouped(ON_PAGE, ...flight).map(([, names]) => names)).toEqual(['1,2', '3,4', '5'])
  const years = (drop: FlightDrop) => groupFlight(flight, drop, CHOICES).map(({ place }) => place.year)
  expect(years(ON_PAGE)).toEqual([2025, 2025, 2025])
  expect(years(ON_BLADE)).toEqual([2026, 2026, 2026])
})

it('joins groups, splits them, and gives them the rooms that follow', () => {
  const groups = groupFlight(pick('A/3/1.jpg', 'x/1.jpg', 'x/2.jpg', 'y/1.jpg'), ON_PAGE, CHOICES)
  const shown = (all: typeof groups) => all.map(({ files, place }) => `${files.length} ${words(place)}`)
  expect(shown(groups)).toEqual(['2 ?/?/?', '1 ?/?/?', '1 blade/A/3'])
  expect(shown(joinGroups(groups, new Set(['0', '1'])))).toEqual(['3 ?/?/?', '1 blade/A/3'])
  const first = changePlaces(groups, new Set(['0']), { category: 'blade', blade: 'B', room: '24' })
  const filled = fillRooms(first, new Set(['0', '1', '2']), ROOMS)
  // The rooms end with the 25th.
  expect(shown(filled)).toEqual(['2 blade/B/24', '1 blade/B/25', '1 blade/A/3'])
  const split = splitGroup(filled, '0', new Set(filled[0]?.files.slice(1)))
  expect(shown(split)).toEqual(['1 blade/B/24', '1 blade/B/?', '1 blade/B/25', '1 blade/A/3'])
  expect(new Set(split.map(({ id }) => id)).size).toBe(4)
})

it('reads the time of the camera and the direction of the gimbal from the beginning of a file', () => {
  const bytes = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer
  const dji = 'Exif\0 2026:09:14 08:00:00\0 2026:09:12 14:03:05\0 drone-dji:GimbalYawDegree="-31.40"'
  expect(shotIn(bytes(dji))).toEqual({ takenAt: '2026-09-12T14:03:05', yaw: -31.4 })
  expect(shotIn(bytes('<Camera:GimbalYawDegree>+12</x> 2026:13:40 99:00:00'))).toEqual({ yaw: 12 })
})

it('offers a second photo with the same name under the names of its folders', () => {
  const seen = new Set<string>()
  const a = offerOtherNames(pick('S/A/DJI_0001.JPG', 'S/A/Uç 1.jpg'), seen)
  const b = offerOtherNames(
    pick('S/B/DJI_0001.JPG', 'S/B/Uç 1.jpg', 'T/B/DJI_0001.JPG', 'DJI_0001.JPG'),
    seen,
  )
  const namesOf = ({ first, offered }: typeof a) => [
    first.map(({ name }) => name),
    offered.map(({ pickedName, file }) => [pickedName, file.name]),
  ]
  expect(namesOf(a)).toEqual([['DJI_0001.JPG', 'Uç 1.jpg'], []])
  expect(namesOf(b)).toEqual([
    // A file that was picked itself has no folder; its name is refused as the same.
    ['DJI_0001.JPG'],
    [
      ['S/B/DJI_0001.JPG', 'B_DJI_0001.JPG'],
      ['S/B/Uç 1.jpg', 'B_Uc_1.jpg'],
      ['T/B/DJI_0001.JPG', 'T_B_DJI_0001.JPG'],
    ],
  ])
})
