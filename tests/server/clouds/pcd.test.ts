import { describe, expect, it } from 'vitest'
import { type PcdValues, pcd } from '../../support/files/pcd.ts'
import { folder, setUpFolder } from '../../support/folder-setup.ts'
import { readPoints } from './read-cloud.ts'

setUpFolder('file')

const read = (bytes: Buffer) => readPoints(folder, bytes)

/** As a surveyor delivers them: UTM zone 35, metres. */
const UTM = [
  [512_340.253, 4_201_877.501, 118.004],
  [512_340.754, 4_201_877.752, 118.505],
  [512_341.255, 4_201_878.003, 119.006],
]
const PLACES = [
  [1, -2, 3],
  [4, 5, -6],
  [7, 8, 9],
]
const ENCODINGS = ['ascii', 'binary', 'binary_compressed'] as const

function axes(points: number[][], type: PcdValues['type'], size: PcdValues['size']): PcdValues[] {
  return ['x', 'y', 'z'].map((name, axis) => ({
    name,
    type,
    size,
    values: points.map((point) => point[axis] ?? 0),
  }))
}

describe.each(ENCODINGS)('a PCD file of the encoding %s', (encoding) => {
  it.each<[PcdValues['type'], PcdValues['size']]>([
    ['I', 1],
    ['I', 2],
    ['I', 4],
    ['I', 8],
    ['F', 4],
    ['F', 8],
  ])('has coordinates of type %s with %i bytes', async (type, size) => {
    expect((await read(pcd(encoding, axes(PLACES, type, size)))).points).toEqual(PLACES)
  })

  it.each<[PcdValues['size']]>([[1], [2], [4], [8]])(
    'has coordinates of type U with %i bytes',
    async (size) => {
      const places = PLACES.map((point) => point.map(Math.abs))
      expect((await read(pcd(encoding, axes(places, 'U', size)))).points).toEqual(places)
    },
  )

  it('has coordinates of UTM in doubles, to the last digit', async () => {
    expect((await read(pcd(encoding, axes(UTM, 'F', 8)))).points).toEqual(UTM)
  })

  it.each([
    ['lines that end with CR LF', { lineEnd: '\r\n' }],
    ['blanks after the last word of a line', { lineTail: '  ' }],
    ['tabs between the words', { space: '\t' }],
    ['several blanks between the words', { space: '   ' }],
    ['no line COUNT', { change: { COUNT: undefined } }],
    ['no line VERSION', { change: { VERSION: undefined } }],
    ['no line POINTS', { change: { POINTS: undefined } }],
    ['the fields in a line COLUMNS', { change: { FIELDS: undefined, COLUMNS: 'x y z' } }],
    ['an empty line and a comment in its header', { change: { WIDTH: '3\n\n# a comment' } }],
    ['version 0.5 without sizes and types', { change: { VERSION: '.5', SIZE: undefined, TYPE: undefined } }],
  ])('may have %s', async (_, options) => {
    // The order of the lines matters only for DATA, which must be the last one.
    const { COLUMNS, ...change } = { ...('change' in options ? options.change : {}) } as Record<
      string,
      string
    >
    const lines = COLUMNS ? { ...change, VERSION: `0.7\nCOLUMNS ${COLUMNS}` } : change
    const bytes = pcd(encoding, axes(PLACES, 'F', 4), { ...options, change: lines })
    expect((await read(bytes)).points).toEqual(PLACES)
  })

  it('may have fields of several values before the coordinates', async () => {
    const normal: PcdValues = {
      name: 'normal',
      type: 'F',
      size: 4,
      values: PLACES.map(() => [0.25, 0.5, 0.75]),
    }
    const flags: PcdValues = { name: 'flags', type: 'U', size: 1, values: PLACES.map(() => [1, 2, 3, 4, 5]) }
    const [x, y, z] = axes(PLACES, 'F', 8)
    if (!x || !y || !z) throw new Error('A field is missing.')
    expect((await read(pcd(encoding, [normal, x, flags, z, y]))).points).toEqual(PLACES)
  })

  it.each<[string, PcdValues['type']]>([
    ['rgb', 'U'],
    ['rgb', 'F'],
    ['rgba', 'U'],
    ['rgba', 'I'],
  ])('has colours in the field %s of type %s', async (name, type) => {
    const colours = [
      [255, 0, 0],
      [1, 2, 3],
      [200, 100, 50],
    ]
    const bits = colours.map(([r = 0, g = 0, b = 0]) => (r << 16) | (g << 8) | b)
    const values =
      type === 'F' ? bits.map((value) => new Float32Array(Uint32Array.of(value).buffer)[0] ?? 0) : bits
    const file = pcd(encoding, [...axes(PLACES, 'F', 4), { name, type, size: 4, values }])
    expect((await read(file)).colours).toEqual(colours)
  })

  it.each<[names: string[], PcdValues['type'], PcdValues['size'], factor: number]>([
    [['red', 'green', 'blue'], 'U', 1, 1],
    [['r', 'g', 'b'], 'U', 1, 1],
    [['Red', 'Green', 'Blue'], 'U', 2, 1],
    [['red', 'green', 'blue'], 'I', 4, 1],
    [['r', 'g', 'b'], 'F', 4, 1 / 255],
    [['r', 'g', 'b'], 'F', 8, 1],
  ])('has colours in the columns %j of type %s with %i bytes', async (names, type, size, factor) => {
    const colours = [
      [255, 0, 0],
      [1, 2, 3],
      [200, 100, 50],
    ]
    const fields = names.map((name, channel) => ({
      name,
      type,
      size,
      values: colours.map((colour) => (colour[channel] ?? 0) * factor),
    }))
    // Floats up to 255 become 16 bits.
    const bits = type === 'F' && factor === 1 ? 255 : 1
    const found = (await read(pcd(encoding, [...axes(PLACES, 'F', 4), ...fields]))).colours
    expect(found).toEqual(colours.map((colour) => colour.map((value) => value * bits)))
  })

  it('has no colour where the colour is NaN', async () => {
    const values = [Number.NaN, new Float32Array(Uint32Array.of(0x123456).buffer)[0] ?? 0, Number.NaN]
    const none = [0, 0, 0]
    const file = pcd(encoding, [...axes(PLACES, 'F', 4), { name: 'rgb', type: 'F', size: 4, values }])
    expect((await read(file)).colours).toEqual([none, [0x12, 0x34, 0x56], none])
    const channels = ['r', 'g', 'b'].map(
      (name): PcdValues => ({
        name,
        type: 'F',
        size: 4,
        values: [Number.NaN, 1, Number.NaN],
      }),
    )
    expect((await read(pcd(encoding, [...axes(PLACES, 'F', 4), ...channels]))).colours).toEqual([
      none,
      [255, 255, 255],
      none,
    ])
  })

  it('has intensities, of which some may be no number', async () => {
    const values = [0.5, Number.NaN, 200]
    const file = pcd(encoding, [...axes(PLACES, 'F', 4), { name: 'intensity', type: 'F', size: 4, values }])
    expect((await read(file)).intensities).toEqual(values)
  })

  it('may have more than one piece that is read at once', async () => {
    const points = Array.from({ length: 150_000 }, (_, index) => [index % 251, index, index % 7])
    const file = pcd(encoding, axes(points, 'F', 8))
    const found = await read(file)
    expect(found.points.length).toBe(points.length)
    expect(found.points.every((point, index) => point.join() === points[index]?.join())).toBe(true)
  })
})

it('reads the colour of a binary float that is no number: its highest byte is full', async () => {
  const file = pcd(
    'binary',
    [...axes(PLACES.slice(0, 1), 'F', 4), { name: 'rgb', type: 'U', size: 4, values: [0xff123456] }],
    { change: { TYPE: 'F F F F' } },
  )
  expect((await read(file)).colours).toEqual([[0x12, 0x34, 0x56]])
})

it('reads numbers as people and programs write them', async () => {
  const lines = [
    '1e3 -2.5E-1 +4',
    '.5 5. 007',
    'nan NaN -nan',
    '1.#QNAN -1.#IND 1.#INF00',
    'inf -inf 0',
    '512340.12345678901234567 1 2',
  ]
  const head = 'FIELDS x y z\nSIZE 8 8 8\nTYPE F F F\nWIDTH 6\nHEIGHT 1\nDATA ascii\n'
  const { points } = await read(Buffer.from(`${head}\n# a comment\n${lines.join('\n\n')}`))
  expect(points).toEqual([
    [1000, -0.25, 4],
    [0.5, 5, 7],
    [Number.NaN, Number.NaN, Number.NaN],
    [Number.NaN, Number.NaN, Number.POSITIVE_INFINITY],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0],
    [512_340.123_456_789, 1, 2],
  ])
})

it('reads each number as JavaScript does', async () => {
  const texts = [
    '0.1',
    '123456.789012345',
    '99999999999999.9',
    '0.000001234',
    '1.7976931348623157e308',
    '4201877.5001',
  ]
  const head = `FIELDS x y z\nSIZE 8 8 8\nTYPE F F F\nPOINTS ${texts.length}\nDATA ascii\n`
  const { points } = await read(Buffer.from(head + texts.map((text) => `${text} 0 0\n`).join('')))
  expect(points.map(([x]) => x)).toEqual(texts.map(Number))
})
