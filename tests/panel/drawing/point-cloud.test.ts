import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { colourAt, colouringsOf, coloursOf } from '#panel/turbine-page/point-cloud/cloud-colours.ts'
import { parseCloud, TooManyPoints } from '#panel/turbine-page/point-cloud/parse-cloud.ts'

const DATA = join(import.meta.dirname, '../../../../shared/data/pointcloud')

function header(points: number, data: string, fields = 'x y z'): string {
  const each = (value: string) => fields.replace(/\w+/g, value)
  const lines = [
    'VERSION .7',
    `FIELDS ${fields}`,
    `SIZE ${each('4')}`,
    `TYPE ${each('F')}`,
    `COUNT ${each('1')}`,
  ]
  return [...lines, `WIDTH ${points}`, 'HEIGHT 1', `POINTS ${points}`, `DATA ${data}`, ''].join('\n')
}

function ascii(lines: string[], fields?: string): ArrayBuffer {
  return bytesOf(header(lines.length, 'ascii', fields) + lines.join('\n'))
}

function bytesOf(text: string, values: number[] = []): ArrayBuffer {
  return Uint8Array.from([
    ...new TextEncoder().encode(text),
    ...new Uint8Array(Float32Array.from(values).buffer),
  ]).buffer
}

describe('a point cloud', () => {
  it('has the points of the file, without those that have no position', () => {
    const cloud = parseCloud(ascii(['0 0 0', 'nan nan nan', '1 2 3']))
    expect([...cloud.positions]).toEqual([0, 0, 0, 1, 2, 3])
    expect(cloud).toMatchObject({ total: 3, colours: null, intensities: null })
  })

  it('is coloured by its height, or by its intensity if the file has one', () => {
    const cloud = parseCloud(ascii(['0 0 0 5', '0 0 1 5', '0 0 2 9'], 'x y z intensity'))
    expect(colouringsOf(cloud)).toEqual(['height', 'intensity'])
    expect([...coloursOf(cloud, 'height')]).toEqual([...colourAt(0), ...colourAt(0.5), ...colourAt(1)])
    expect([...coloursOf(cloud, 'intensity')]).toEqual([...colourAt(0), ...colourAt(0), ...colourAt(1)])
  })

  it('has one colour if it is flat', () => {
    const cloud = parseCloud(ascii(['0 0 4', '1 0 4']))
    expect([...coloursOf(cloud, 'height')]).toEqual([...colourAt(0.5), ...colourAt(0.5)])
  })

  it('is thinned evenly if a binary file has too many points', () => {
    const values = Array.from({ length: 10 }, (_, index) => [index, 0, 0]).flat()
    const cloud = parseCloud(bytesOf(header(10, 'binary'), values), { shownMax: 4, wholeMax: 9 })
    expect([...cloud.positions].filter((_, index) => index % 3 === 0)).toEqual([0, 3, 6])
    expect(cloud.total).toBe(10)
  })

  it('is refused if another encoding has too many points', () => {
    expect(() => parseCloud(ascii(['0 0 0', '1 1 1', '2 2 2']), { shownMax: 1, wholeMax: 2 })).toThrow(
      TooManyPoints,
    )
  })

  it.each<[string, ArrayBuffer]>([
    ['no header', bytesOf('this is no point cloud')],
    ['an empty file', new ArrayBuffer(0)],
    ['too few bytes', bytesOf(header(10, 'binary'), [1, 2, 3])],
    ['only points without a position', ascii(['nan nan nan'])],
    ['no positions', ascii(['1', '2'], 'intensity')],
  ])('is not shown with %s', (_, file) => {
    expect(() => parseCloud(file)).toThrow()
  })
})

describe.skipIf(!existsSync(DATA))('real point clouds (skipped if their folder is missing)', () => {
  it.each([
    ['bunny_ascii', ['height']],
    ['colored_binary', ['file', 'height']],
    ['logo_compressed', ['file', 'height']],
    ['room_scan_compressed', ['height']],
  ])('%s is parsed', (name, expected) => {
    const cloud = parseCloud(Uint8Array.from(readFileSync(join(DATA, `${name}.pcd`))).buffer)
    expect(cloud.positions.length).toBeGreaterThan(300)
    expect(cloud.positions.every((value) => Number.isFinite(value))).toBe(true)
    expect(colouringsOf(cloud)).toEqual(expected)
  })
})
