/** A cloud whose coordinates are degrees is shown in metres around its middle: in degrees it would be as narrow as a thread. */
import { expect, it } from 'vitest'
import { pcd } from '../../support/files/pcd.ts'
import { setUpTestFolder } from '../../support/files/test-folder.ts'
import { makeArchive } from './read-archive.ts'

const files = setUpTestFolder()

/** A grid of points, whose last axis goes from 0 to `height`. */
function grid(
  [x, y]: [number, number],
  [width, length, height]: [number, number, number],
  others: [number, number, number][] = [],
): Buffer {
  const places = Array.from({ length: 11 * 11 }, (_, index) => [index % 11, Math.floor(index / 11)] as const)
  return pcd('binary', [
    {
      name: 'x',
      type: 'F',
      size: 8,
      values: [...places.map(([column]) => x + (column / 10 - 0.5) * width), ...others.map(([at]) => at)],
    },
    {
      name: 'y',
      type: 'F',
      size: 8,
      values: [...places.map(([, row]) => y + (row / 10 - 0.5) * length), ...others.map(([, at]) => at)],
    },
    {
      name: 'z',
      type: 'F',
      size: 8,
      values: [...places.map((_, index) => (index / 120) * height), ...others.map(([, , at]) => at)],
    },
  ])
}

it.each<[place: string, middle: [number, number], metres: [number, number]]>([
  // The lengths of a degree on the ellipsoid, in metres: 87,392 and 110,996 at 38.37° north; 111,303 and 110,574 near the equator.
  ['in Çeşme', [26.45, 38.37], [87.392, 110.996]],
  ['near the meridian of Greenwich', [0.4, 53.1], [66.946, 111.285]],
  ['south of the equator, in the west', [-70.2, -1.5], [111.282, 110.575]],
])('is as large as it is on the ground %s', async (_, middle, [east, north]) => {
  const { head, points } = await makeArchive(files.path, grid(middle, [0.001, 0.001, 40]))
  expect(head.middle?.longitude).toBeCloseTo(middle[0], 9)
  expect(head.middle?.latitude).toBeCloseTo(middle[1], 9)
  expect(head.origin).toEqual([0, 0, 0])
  const [from, to] = [head.min, head.max]
  expect(to[0] - from[0]).toBeCloseTo(east, 1)
  expect(to[1] - from[1]).toBeCloseTo(north, 1)
  expect(to[2] - from[2]).toBeCloseTo(40, 3)
  expect(points.flat()).toHaveLength(121)
})

it.each<[title: string, middle: [number, number], size: [number, number, number]]>([
  ['a tower in metres', [26.45, 38.37], [4, 4, 80]],
  ['a small object in metres, as high as it is wide', [26.45, 38.37], [0.01, 0.01, 0.012]],
  ['coordinates of a map', [512_340, 4_201_877], [0.01, 0.01, 40]],
  ['a pole around the scanner', [0.2, 0.1], [0.01, 0.01, 3]],
])('leaves %s as it is', async (_, middle, size) => {
  const { head } = await makeArchive(files.path, grid(middle, size))
  expect(head.middle).toBeNull()
  expect(head.max[0] - head.min[0]).toBeCloseTo(size[0], 4)
})

it.each<[title: string, far: [number, number, number]]>([
  ['without an echo', [0, 0, 0]],
  ['as far away as a point can be', [9e29, 0, 0]],
])('a point %s does not hide that the others are degrees, and stays', async (_, far) => {
  const { head, points } = await makeArchive(files.path, grid([26.45, 38.37], [0.001, 0.001, 40], [far]))
  expect(head.middle?.longitude).toBeCloseTo(26.45, 3)
  expect(head.max[0] - head.min[0]).toBeCloseTo(87.392, 1)
  expect(points.flat()).toHaveLength(122)
})
