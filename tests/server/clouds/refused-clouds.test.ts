import { expect, it } from 'vitest'
import { las } from '../../support/files/las.ts'
import { compressedPart, compressLzf, type PcdValues, pcd } from '../../support/files/pcd.ts'
import { folder, setUpFolder } from '../../support/folder-setup.ts'
import { refusalOf } from './read-cloud.ts'

setUpFolder('file')

const AXES: PcdValues[] = ['x', 'y', 'z'].map((name) => ({ name, type: 'F', size: 4, values: [1, 2, 3] }))
const BINARY = pcd('binary', AXES)
const ASCII = pcd('ascii', AXES)
const LAS = las({ format: 2, points: [1, 2, 3].map((x) => ({ x, y: 2, z: 3 })) })
/** A header of three points with these data. */
const compressed = (data: Buffer) =>
  Buffer.concat([pcd('binary_compressed', AXES).subarray(0, headBytes()), data])
const headBytes = () =>
  pcd('binary_compressed', AXES).indexOf('binary_compressed\n') + 'binary_compressed\n'.length
const PLAIN = Buffer.alloc(36, 7)
const changed = (bytes: Buffer, change: (copy: Buffer) => void) => {
  const copy = Buffer.from(bytes)
  change(copy)
  return copy
}

it.each<[string, Buffer, string, Record<string, number>?]>([
  ['PCD without its last line', ASCII.subarray(0, -6), 'cloud_ends_early', { points: 3, found: 2 }],
  ['PCD without its last number', ASCII.subarray(0, -3), 'cloud_line', { line: 14 }],
  [
    'PCD with a word between its numbers',
    Buffer.from(ASCII.toString().replace('2 2 2', '2 2,5 2')),
    'cloud_line',
    { line: 13 },
  ],
  ['binary PCD without its last byte', BINARY.subarray(0, -1), 'cloud_ends_early', { points: 3, found: 2 }],
  [
    'PCD with an invented number of points',
    pcd('binary', AXES, { change: { POINTS: '999999999' } }),
    'cloud_ends_early',
    { points: 999_999_999, found: 3 },
  ],
  [
    'PCD with 2^32 points',
    pcd('binary', AXES, { change: { POINTS: '4294967296' } }),
    'cloud_too_many_points',
    { max: 1e9 },
  ],
  ['PCD without points', pcd('binary', AXES, { change: { POINTS: '0' } }), 'cloud_empty'],
  [
    'PCD with a number of points that is none',
    pcd('binary', AXES, { change: { POINTS: '-3' } }),
    'cloud_header',
  ],
  ['PCD with too few sizes', pcd('binary', AXES, { change: { SIZE: '4 4' } }), 'cloud_header'],
  ['PCD with too few counts', pcd('binary', AXES, { change: { COUNT: '1 1' } }), 'cloud_header'],
  ['PCD with a size that there is not', pcd('binary', AXES, { change: { SIZE: '4 4 3' } }), 'cloud_header'],
  ['PCD with a type that there is not', pcd('binary', AXES, { change: { TYPE: 'F F G' } }), 'cloud_header'],
  ['PCD with enormous points', pcd('binary', AXES, { change: { COUNT: '1 1 99999999' } }), 'cloud_header'],
  ['PCD with another encoding', pcd('binary', AXES, { change: { DATA: 'text' } }), 'cloud_header'],
  ['PCD without a line DATA', pcd('binary', AXES, { change: { DATA: undefined } }), 'cloud_header'],
  ['PCD without z', pcd('ascii', AXES.slice(0, 2)), 'cloud_without_positions'],
  [
    'PCD with intensities only',
    pcd('binary', [{ name: 'intensity', type: 'U', size: 1, values: [1] }]),
    'cloud_without_positions',
  ],
  [
    'PCD with coordinates of half floats',
    pcd('ascii', AXES, { change: { SIZE: '2 2 2' } }),
    'cloud_without_positions',
  ],
  [
    'PCD without a position',
    pcd(
      'ascii',
      AXES.map((axis) => ({ ...axis, values: [Number.NaN] })),
    ),
    'cloud_empty',
  ],
  [
    'PCD with a long word that is almost a number',
    Buffer.from(ASCII.toString().replace('2 2 2', `2 ${'1'.repeat(500_000)}x 2`)),
    'cloud_line',
    { line: 13 },
  ],
  [
    'PCD whose positions are too far for 32-bit floats',
    pcd(
      'ascii',
      AXES.map((axis) => ({ ...axis, size: 8, values: [1e38, 1e300] })),
    ),
    'cloud_empty',
  ],
  [
    'PCD in one endless line',
    Buffer.concat([ASCII.subarray(0, -18), Buffer.alloc(3_000_000, '1')]),
    'cloud_damaged',
  ],
  [
    'compressed PCD without lengths',
    compressed(Buffer.alloc(7)),
    'cloud_ends_early',
    { points: 3, found: 0 },
  ],
  [
    'compressed PCD that claims more bytes',
    compressed(compressedPart(compressLzf(PLAIN), 37)),
    'cloud_damaged',
  ],
  [
    'compressed PCD that claims fewer points',
    compressed(compressedPart(compressLzf(PLAIN), 24)),
    'cloud_ends_early',
    { points: 3, found: 2 },
  ],
  [
    'compressed PCD that is cut off',
    compressed(compressedPart(compressLzf(PLAIN), 36)).subarray(0, -1),
    'cloud_damaged',
  ],
  [
    'compressed PCD with too few bytes',
    compressed(compressedPart(compressLzf(PLAIN.subarray(1)), 36)),
    'cloud_damaged',
  ],
  [
    'compressed PCD with too many bytes',
    compressed(compressedPart(compressLzf(Buffer.alloc(40, 7)), 36)),
    'cloud_damaged',
  ],
  [
    'compressed PCD that copies from before its beginning',
    compressed(compressedPart(Buffer.alloc(16, 0xff), 36)),
    'cloud_damaged',
  ],
  [
    'compressed PCD whose last step is cut off',
    compressed(compressedPart(Buffer.from([31, 1]), 36)),
    'cloud_damaged',
  ],
  ['LAS without its last byte', LAS.subarray(0, -1), 'cloud_ends_early', { points: 3, found: 2 }],
  ['LAS that ends in its header', LAS.subarray(0, 100), 'cloud_header'],
  ['LAS of version 2', changed(LAS, (copy) => copy.writeUInt8(2, 24)), 'cloud_header'],
  ['LAS with a format that there is not', changed(LAS, (copy) => copy.writeUInt8(11, 104)), 'cloud_header'],
  ['LAS with points that are too short', changed(LAS, (copy) => copy.writeUInt16LE(25, 105)), 'cloud_header'],
  [
    'LAS with points inside of its header',
    changed(LAS, (copy) => copy.writeUInt32LE(100, 96)),
    'cloud_header',
  ],
  ['LAS with a scale of 0', changed(LAS, (copy) => copy.writeDoubleLE(0, 131)), 'cloud_header'],
  [
    'LAS with an offset that is no number',
    changed(LAS, (copy) => copy.writeDoubleLE(Number.NaN, 155)),
    'cloud_header',
  ],
  [
    'LAS with four billion points',
    changed(LAS, (copy) => copy.writeUInt32LE(0xffffffff, 107)),
    'cloud_too_many_points',
    { max: 1e9 },
  ],
  ['LAS without points', changed(LAS, (copy) => copy.writeUInt32LE(0, 107)), 'cloud_empty'],
  [
    'LAZ without the record of its compression',
    changed(LAS, (copy) => copy.writeUInt8(0x82, 104)),
    'cloud_header',
  ],
])('%s is refused with its reason', async (_, bytes, code, values = {}) => {
  expect(await refusalOf(folder, bytes)).toEqual({ code, values })
})

it.each<[string, Buffer]>([
  ['a text', Buffer.from('this is no point cloud\n'.repeat(100))],
  ['zeros', Buffer.alloc(100_000)],
  ['a web page', Buffer.from('<!doctype html>\n<title>FIELDS</title>\n')],
  ['one byte', Buffer.from('L')],
])('%s is no point cloud', async (_, bytes) => {
  expect(await refusalOf(folder, bytes)).toBe('no cloud')
})

it.each<[string, Buffer]>([
  ['bytes after its points', Buffer.concat([BINARY, Buffer.alloc(5)])],
  ['bytes after its compressed points', Buffer.concat([pcd('binary_compressed', AXES), Buffer.alloc(5)])],
  ['no line break at its end', ASCII.subarray(0, -1)],
  ['lines after its points', Buffer.concat([ASCII, Buffer.from('9 9 9\nthe end')])],
])('a cloud may have %s', async (_, bytes) => {
  expect(await refusalOf(folder, bytes)).toBeUndefined()
})
