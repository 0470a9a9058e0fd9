import { beforeAll, describe, expect, it } from 'vitest'
import { frameOf } from '#server/infrastructure/clouds/octree/cloud-frame.ts'
import { planOctree } from '#server/infrastructure/clouds/octree/plan-octree.ts'
import { shareOfPoint } from '#server/infrastructure/clouds/octree/share-of-point.ts'
import { las } from '../../support/files/las.ts'
import { LAZ_FILES, lazPoints } from '../../support/files/laz.ts'
import { type PcdValues, pcd } from '../../support/files/pcd.ts'
import { folder, setUpFolder } from '../../support/folder-setup.ts'
import { makeArchive, type ReadArchive } from './read-archive.ts'

setUpFolder('file')

const POINTS = 400_000

/** Points on the ground and on a tower, which have different densities. The intensity is the number of the point. */
function scan(count = POINTS): PcdValues[] {
  const [x, y, z, intensity] = [[], [], [], []] as [number[], number[], number[], number[]]
  for (let index = 0; index < count; index += 1) {
    const turn = index * 2.399963
    const isTower = index % 3 === 0
    const radius = isTower ? 2 : Math.sqrt(index / count) * 150
    x.push(Math.fround(radius * Math.cos(turn)))
    y.push(Math.fround(radius * Math.sin(turn)))
    z.push(isTower ? Math.fround((index / count) * 100) : 0)
    intensity.push(index)
  }
  return Object.entries({ x, y, z, intensity }).map(([name, values]) => ({
    name,
    type: 'F',
    size: 4,
    values,
  }))
}

const places = (fields: PcdValues[]) =>
  (fields[0]?.values ?? []).map((_, index) => fields.slice(0, 3).map(({ values }) => values[index] as number))
const archived = ({ points }: ReadArchive) => points.flat().map(({ place }) => place)
const sorted = (points: readonly (readonly number[])[]) => points.map((point) => point.join()).sort()

describe('the archive of a large cloud', () => {
  const fields = scan()
  let archive: ReadArchive
  beforeAll(async () => {
    archive = await makeArchive(folder, pcd('binary', fields))
  })

  it('has every point exactly once', () => {
    expect(archive.head.points).toBe(POINTS)
    expect(sorted(archived(archive)).join(' ') === sorted(places(fields)).join(' ')).toBe(true)
  })

  it('has a root with an even sample, and several levels', () => {
    const [root = []] = archive.points
    expect(root.length).toBeGreaterThan(50_000)
    expect(root.length).toBeLessThan(100_000)
    const onTower = (points: ArchivedPlaces) => points.filter(([, , z]) => z > 0).length / points.length
    expect(onTower(root.map(({ place }) => place))).toBeCloseTo(1 / 3, 1)
    expect(Math.max(...archive.nodes.map(({ level }) => level))).toBeGreaterThan(0)
    expect(archive.nodes.length).toBeGreaterThan(4)
  })

  it('has a box around the points of each node', () => {
    const inside = archive.nodes.every(({ number, points, box }) => {
      const own = archive.points[number] ?? []
      const [left, front, bottom, right, back, top] = box
      return (
        own.length === points &&
        own.every(
          ({ place: [x, y, z] }) =>
            x >= left && x <= right && y >= front && y <= back && z >= bottom && z <= top,
        )
      )
    })
    expect(inside).toBe(true)
  })

  it('has no box that is wider than the cell of its level, on any axis', () => {
    const { cell } = archive.head
    const excess = archive.nodes.map(({ level, box: [left, front, bottom, right, back, top] }) => {
      const widest = Math.max(right - left, back - front, top - bottom)
      return widest - cell / 2 ** level
    })
    expect(Math.max(...excess)).toBeLessThanOrEqual(0.001)
  })

  it('is the same each time', async () => {
    const again = await makeArchive(folder, pcd('binary', fields))
    expect(again.bytes.equals(archive.bytes)).toBe(true)
  })

  it('does not depend on the encoding of the file', async () => {
    const few = scan(3000)
    const [first, ...others] = await Promise.all(
      (['binary', 'binary_compressed', 'ascii'] as const).map((encoding) =>
        makeArchive(folder, pcd(encoding, few)),
      ),
    )
    expect(others.map(({ bytes }) => first?.bytes.equals(bytes))).toEqual([true, true])
  })
})
type ArchivedPlaces = [number, number, number][]

describe('the origin', () => {
  /** As a surveyor delivers them: UTM zone 35, metres. */
  const UTM = [
    [512_310.253, 4_201_837.501, 118.004],
    [512_370.754, 4_201_917.752, 198.505],
    [512_340.255, 4_201_878.003, 119.006],
  ]
  const axes = (points: number[][]): PcdValues[] =>
    ['x', 'y', 'z'].map((name, axis) => ({
      name,
      type: 'F',
      size: 8,
      values: points.map((point) => point[axis] ?? 0),
    }))

  it('is subtracted from coordinates of UTM, so that they keep their millimetres', async () => {
    const archive = await makeArchive(folder, pcd('binary', axes(UTM)))
    const { origin } = archive.head
    expect(origin).toEqual([512_340, 4_201_880, 0])
    for (const [index, place] of archived(archive).entries()) {
      for (const axis of [0, 1, 2]) {
        expect(Math.abs((place[axis] ?? 0) + (origin[axis] ?? 0) - (UTM[index]?.[axis] ?? 0))).toBeLessThan(
          0.0001,
        )
      }
    }
  })

  it('is 0 if the coordinates are small: then they are those of the file', async () => {
    const points = UTM.map(([x = 0, y = 0, z = 0]) => [x - 512_000, y - 4_201_800, z])
    const archive = await makeArchive(folder, pcd('binary', axes(points)))
    expect(archive.head.origin).toEqual([0, 0, 0])
    expect(archived(archive)).toEqual(points.map((point) => point.map(Math.fround)))
  })

  it('is that of each axis by its own width', async () => {
    const points = [0, 1, 2].map((step) => [5026.45 + step / 1e5, 3038.37 + step / 1e5, 100 * step])
    const archive = await makeArchive(folder, pcd('binary', axes(points)))
    const { origin } = archive.head
    for (const [index, place] of archived(archive).entries())
      for (const axis of [0, 1])
        expect(
          Math.abs((place[axis] ?? 0) + (origin[axis] ?? 0) - (points[index]?.[axis] ?? 0)),
        ).toBeLessThan(1e-9)
  })

  it('is a round number of a small cloud, too', async () => {
    const points = [0, 0.125, 0.25].map((step) => [1000 + step, 2000 + step, step])
    const archive = await makeArchive(folder, pcd('binary', axes(points)))
    expect(archive.head.origin).toEqual([1000, 2000, 0])
  })

  it.each([142, 900, 5000])(
    'is that of a cloud of %i points, although one more is far away',
    async (count) => {
      const points = Array.from({ length: count }, (_, index) => [
        500_000 + (index % 70),
        4_000_000 + (index % 71),
        0,
      ])
      points.push([9e9, -9e9, 9e9])
      const archive = await makeArchive(folder, pcd('binary', axes(points)))
      expect(archive.head.origin).toEqual([500_030, 4_000_040, 0])
      expect(archive.head.max.every((value) => value < 100)).toBe(true)
      expect(archive.head.points).toBe(count + 1)
    },
  )
})

it('a large cloud of which few points have a position has the origin and the box of these', async () => {
  const count = 2_000_000
  const head = `FIELDS x y z\nSIZE 8 8 8\nTYPE F F F\nPOINTS ${count}\nDATA binary\n`
  // All bits of the others are set, so they are no numbers.
  const points = Buffer.alloc(count * 24, 0xff)
  // Those that an even sample of the file leaves out.
  const leftOut = Array.from({ length: 100 }, (_, index) => index).filter(
    (index) => shareOfPoint(index) > 0.5,
  )
  const places = leftOut.slice(0, 3).map((_, step) => [512_340.125 + step, 4_201_877.25, 118 + step])
  for (const [index, place] of places.entries()) {
    for (const [axis, value] of place.entries())
      points.writeDoubleLE(value, (leftOut[index] ?? 0) * 24 + axis * 8)
  }
  const archive = await makeArchive(folder, Buffer.concat([Buffer.from(head), points]))
  const { origin, min, max } = archive.head
  const absolute = (place: readonly number[]) => place.map((value, axis) => value + (origin[axis] ?? 0))
  expect(archived(archive).map(absolute)).toEqual(places)
  expect([absolute(min), absolute(max)]).toEqual([places[0], places[2]])
})

describe('the colours', () => {
  const at = (index: number) => ({ x: index, y: 0, z: 0 })
  it.each<[string, number[], number[]]>([
    ['16 bits', [65_535, 32_768, 257], [255, 128, 1]],
    ['8 bits in fields of 16 bits', [255, 128, 1], [255, 128, 1]],
  ])('of LAS with %s have 8 bits', async (_, colour, expected) => {
    const [red = 0, green = 0, blue = 0] = colour
    const archive = await makeArchive(
      folder,
      las({ format: 2, points: [{ ...at(0), colour: [red, green, blue] }] }),
    )
    expect(archive.head.hasColours).toBe(true)
    expect(archive.points[0]?.[0]?.colour).toEqual(expected)
  })

  it('have 16 bits if a single one of many points has so large a value', async () => {
    const dark = Array.from({ length: 40_000 }, (_, index) => ({
      ...at(index),
      colour: [0, 0, 255] as const,
    }))
    const points = [{ ...at(0), colour: [65_535, 0, 0] as const }, ...dark]
    const archive = await makeArchive(folder, las({ format: 2, points }))
    const colours = new Set(archive.points.flat().map(({ colour }) => colour.join()))
    expect([...colours].sort()).toEqual(['0,0,0', '255,0,0'])
  })

  it('of a file that has only black are none', async () => {
    const archive = await makeArchive(folder, las({ format: 2, points: [at(0), at(1)] }))
    expect(archive.head).toMatchObject({ hasColours: false, intensities: null })
  })
})

describe('the intensities', () => {
  it('lie between those of all but the extreme points, and a point may have none', async () => {
    const values = Array.from({ length: 1000 }, (_, index) =>
      index === 500 ? Number.NaN : index === 999 ? 1e30 : index,
    )
    const axes = ['x', 'y', 'z'].map(
      (name): PcdValues => ({ name, type: 'F', size: 4, values: values.map((_, index) => index) }),
    )
    const file = pcd('binary', [...axes, { name: 'intensity', type: 'F', size: 4, values }])
    const archive = await makeArchive(folder, file)
    expect(archive.head.intensities).toEqual([9, 990])
    expect([0, 9, 499, 500, 989, 999].map((index) => archive.points[0]?.[index]?.intensity)).toEqual([
      0, 0, 127, 255, 254, 254,
    ])
  })
})

it('points at the same place have a few levels of nodes, however many they are', () => {
  const count = 1000
  const zeros = new Float64Array(count)
  const sample = { count, x: zeros, y: zeros, z: zeros, intensities: null, weight: 1_000_000 }
  const octree = planOctree(sample, frameOf({ points: 1e9, brightest: null, sample }))
  expect(octree.count).toBeLessThan(30)
})

it('a LAZ file gives the same archive as the file that was compressed', async () => {
  const options = { format: 7, points: lazPoints(), offset: [512_000, 4_201_000, 0] as const }
  const plain = await makeArchive(folder, las(options))
  expect((await makeArchive(folder, LAZ_FILES['the point format 7'].bytes)).bytes.equals(plain.bytes)).toBe(
    true,
  )
})

it.each<[string, number[][], number]>([
  ['one point', [[1, 2, 3]], 1],
  ['points in a line of no width', Array.from({ length: 10 }, (_, index) => [index * 1e-300, 1e9, 0]), 10],
  [
    'a point that is too far for 32-bit floats',
    [[1e300, 0, 0], ...Array.from({ length: 9 }, (_, index) => [index, 0, 0])],
    9,
  ],
  ['points at the same place', Array.from({ length: 300_000 }, () => [5, 5, 5]), 300_000],
  [
    'points without a position',
    [
      [1, 2, 3],
      [Number.NaN, 1, 1],
      [1, Number.POSITIVE_INFINITY, 1],
    ],
    1,
  ],
])('a cloud with %s has an archive', async (_, points, expected) => {
  const axes = ['x', 'y', 'z'].map(
    (name, axis): PcdValues => ({
      name,
      type: 'F',
      size: 8,
      values: points.map((point) => point[axis] ?? 0),
    }),
  )
  const archive = await makeArchive(folder, pcd('binary', axes))
  expect(archive.head).toMatchObject({ points: expected, filePoints: points.length })
  expect(archived(archive).length).toBe(expected)
  expect(Math.max(...archive.nodes.map((node) => node.points))).toBeLessThanOrEqual(262_144)
  expect(archived(archive).flat().every(Number.isFinite)).toBe(true)
})
