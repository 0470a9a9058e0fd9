import { describe, expect, it } from 'vitest'
import { las } from '../../support/files/las.ts'
import { LAZ_FILES, LAZ_WITH_WAVEFORMS, lazPoints } from '../../support/files/laz.ts'
import { folder, setUpFolder } from '../../support/folder-setup.ts'
import { readPoints, refusalOf } from './read-cloud.ts'

setUpFolder('file')

const POINTS = [
  { x: 340_253, y: 877_501, z: 118_004, intensity: 0, colour: [65_535, 0, 257] },
  { x: -340_253, y: 1, z: -5, intensity: 65_535, colour: [1, 2, 3] },
] as const
const OFFSET = [512_000, 4_201_000, 0] as const
const PLACES = POINTS.map(({ x, y, z }) => [x * 0.001 + 512_000, y * 0.001 + 4_201_000, z * 0.001])
const WITH_COLOURS = [2, 3, 5, 7, 8, 10]

describe.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('LAS with the point format %i', (format) => {
  it('has the coordinates, intensities and colours of the file', async () => {
    const found = await readPoints(folder, las({ format, points: POINTS, offset: OFFSET }))
    expect(found).toEqual({
      type: 'application/vnd.las',
      points: PLACES,
      intensities: [0, 65_535],
      colours: WITH_COLOURS.includes(format) ? POINTS.map(({ colour }) => colour) : null,
    })
  })

  it('may have more bytes in each point', async () => {
    const found = await readPoints(folder, las({ format, points: POINTS, offset: OFFSET, extraBytes: 7 }))
    expect(found.points).toEqual(PLACES)
  })
})

it.each([0, 1, 2, 3, 4])('LAS may have the version 1.%i', async (minor) => {
  expect(
    (await readPoints(folder, las({ format: 1, points: POINTS, offset: OFFSET, minor }))).points,
  ).toEqual(PLACES)
})

describe.each(Object.entries(LAZ_FILES))('LAZ with %s', (_, { format, bytes }) => {
  it('has the same points as the file that was compressed', async () => {
    const points = lazPoints()
    const plain = await readPoints(folder, las({ format, points, offset: OFFSET }))
    expect(await readPoints(folder, bytes)).toEqual({ ...plain, type: 'application/vnd.laszip' })
  })

  it('is refused if it is cut off', async () => {
    expect(await refusalOf(folder, bytes.subarray(0, bytes.length / 2))).toMatchObject({
      code: expect.stringMatching(/^cloud_(ends_early|damaged)$/),
    })
  })
})

it('LAZ may name the place of its chunks at its end, as a program writes it that cannot go back', async () => {
  const { bytes } = LAZ_FILES['the point format 2']
  const start = bytes.readUInt32LE(96)
  const place = bytes.subarray(start, start + 8)
  const streamed = Buffer.concat([bytes, place])
  streamed.writeBigInt64LE(-1n, start)
  expect(await readPoints(folder, streamed)).toEqual(await readPoints(folder, bytes))
})

it('LAZ with fewer points than its header says is refused', async () => {
  const bytes = Buffer.from(LAZ_FILES['the point format 2'].bytes)
  bytes.writeUInt32LE(900, 107)
  expect(await refusalOf(folder, bytes)).toEqual({
    code: 'cloud_ends_early',
    values: { points: 900, found: 150 },
  })
})

it('LAZ with fewer points in its last chunk than its header says is refused, if the chunk says it, too', async () => {
  const bytes = Buffer.from(LAZ_FILES['one chunk'].bytes)
  bytes.writeBigUInt64LE(30_000n, 247)
  expect(await refusalOf(folder, bytes)).toEqual({
    code: 'cloud_ends_early',
    values: { points: 30_000, found: 150 },
  })
})

it.each(['the point format 6', 'the point format 7', 'the point format 8'] as const)(
  'LAZ with %s whose chunk is shorter than its layers is refused',
  async (name) => {
    const bytes = Buffer.from(LAZ_FILES[name].bytes)
    const firstChunk = bytes.readUInt32LE(96) + 8
    const firstLayer = firstChunk + bytes.readUInt16LE(105) + 4
    bytes.writeUInt32LE(bytes.readUInt32LE(firstLayer) + 1, firstLayer)
    expect(await refusalOf(folder, bytes)).toEqual({ code: 'cloud_damaged', values: {} })
  },
)

it('LAZ with waveforms is refused: the decoder cannot read them', async () => {
  expect(await refusalOf(folder, LAZ_WITH_WAVEFORMS)).toEqual({ code: 'cloud_compression', values: {} })
})

it('no change of a byte of a LAZ file lets the reader do anything but refuse it or read all points', async () => {
  const { bytes } = LAZ_FILES['the point format 7']
  for (let at = 0; at < bytes.length; at += 23) {
    const copy = Buffer.from(bytes)
    copy.writeUInt8(copy.readUInt8(at) ^ 0x55, at)
    const refusal = await refusalOf(folder, copy)
    expect([at, refusal === undefined || refusal === 'no cloud' || /^cloud_/.test(refusal.code)]).toEqual([
      at,
      true,
    ])
  }
})
