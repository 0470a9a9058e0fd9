import { expect, it } from 'vitest'
import { groupByTarget, isSameTarget } from '#panel/outbox/staged-file.ts'
import { groupByFolder } from '#panel/photos/upload/folder-groups.ts'
import { offerOtherNames } from '#panel/photos/upload/same-names.ts'
import { targetKey } from '#panel/photos/upload/target-choice.ts'
import type { UploadTarget } from '#panel/photos/upload/upload-target.ts'

const ROOMS = Array.from({ length: 25 }, (_, index) => String(index + 1))
const ON_BLADE: UploadTarget = { turbineId: 4, category: 'blade', blade: 'B', room: '2', year: 2026 }
const ON_DRONE: UploadTarget = { turbineId: 4, category: 'drone', blade: 'B', year: 2026 }

const pick = (...paths: string[]) =>
  paths.map((path) => {
    const folders = path.split('/')
    return { file: new File([path], folders.pop() ?? '', { type: 'image/jpeg' }), folders }
  })

const grouped = (drop: UploadTarget, ...paths: string[]) =>
  groupByFolder(pick(...paths), drop, ROOMS).map(({ path, files, target, isNamed }) => [
    path,
    files.length,
    targetKey(target),
    isNamed,
  ])

it('puts the photos of folders together by the innermost folder that names a place', () => {
  expect(
    grouped(
      ON_BLADE,
      'S/A/Tip-WW/100/1.jpg',
      'S/x/9.jpg',
      'S/A/Tip-WW/101/1.jpg',
      'S/A/1.jpg',
      'S/Drone/C/1.jpg',
      '1.jpg',
    ),
  ).toEqual([
    ['S/A/Tip-WW', 2, 'blade/A/3', true],
    ['S/x', 1, 'blade/B/2', false],
    ['S/A', 1, 'blade/A/2', false],
    ['S/Drone/C', 1, 'drone/C', true],
    ['', 1, 'blade/B/2', true],
  ])
})

it('names the place of the drop as the screen does', () => {
  const folders = groupByFolder(pick('Mid-WW/1.jpg'), ON_BLADE, ROOMS)
  expect(folders.map(({ target }) => isSameTarget(target, ON_BLADE))).toEqual([true])
  expect(groupByTarget([{ target: ON_BLADE }, ...folders])).toHaveLength(1)
})

it('takes what the names do not say from the place of the drop', () => {
  expect(grouped(ON_BLADE, 'Tip-WW/1.jpg', '4/1.jpg', 'Drone/1.jpg', 'A/B/1.jpg')).toEqual([
    ['Tip-WW', 1, 'blade/B/3', true],
    ['4', 1, 'blade/B/4', true],
    ['Drone', 1, 'drone/B', false],
    ['A/B', 1, 'blade/B/2', false],
  ])
  expect(grouped(ON_DRONE, 'A/1.jpg', 'Tip-WW/1.jpg', '4/1.jpg', 'İHA/1.jpg', 'A/Oda 4/1.jpg')).toEqual([
    ['A', 1, 'drone/A', true],
    ['Tip-WW', 1, 'blade/B/3', false],
    ['4', 1, 'drone/B', false],
    ['İHA', 1, 'drone/B', true],
    ['A/Oda 4', 1, 'blade/A/4', true],
  ])
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
