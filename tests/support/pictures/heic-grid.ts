import { QUARTERS } from './heic-files.ts'
import { box, boxAt } from './heif-boxes.ts'

/** The side of the tile of `QUARTERS`, in pixels. Its lowest 16 rows repeat the one above them. */
export const TILE_SIDE = 64

/**
 * A HEIC as phones write them: a grid of tiles that are coded one by one. Each tile is that of `QUARTERS`.
 *
 * @param cut the number of the tile, from 0, that ends too early
 * @see ISO/IEC 23008-12, 6.6.2.3 (grid); ISO/IEC 14496-12, 8.11 (boxes of `meta`)
 */
export function gridHeic(size: {
  columns: number
  rows: number
  width: number
  height: number
  cut?: number
}): Buffer {
  const { columns, rows, width, height, cut } = size
  const tiles = Array.from({ length: columns * rows }, (_, index) => index + 1)
  const grid = tiles.length + 1
  const hvcC = boxAt(QUARTERS, ['meta', 'iprp', 'ipco', 'hvcC'])
  const mdat = boxAt(QUARTERS, ['mdat'])
  const tile = QUARTERS.subarray(mdat.content, mdat.end)
  const description = Buffer.concat([Buffer.from([0, 1, rows - 1, columns - 1]), longs(width, height)])
  const media = Buffer.concat([tile, description])
  const ipco = [
    QUARTERS.subarray(hvcC.begin, hvcC.end),
    fullBox('ispe', longs(TILE_SIDE, TILE_SIDE)),
    fullBox('ispe', longs(width, height)),
  ]
  const properties = [...tiles.map((id) => [id >> 8, id & 255, 2, 0x81, 2]), [grid >> 8, grid & 255, 1, 3]]
  const iprp = [
    box('ipco', Buffer.concat(ipco)),
    fullBox('ipma', longs(grid), Buffer.from(properties.flat())),
  ]
  const items = [...tiles.map((id) => itemEntry(id, 'hvc1')), itemEntry(grid, 'grid')]
  const metaAt = (begin: number) => {
    const places = [
      ...tiles.map((id) => place(id, begin, id - 1 === cut ? tile.length / 2 : tile.length)),
      place(grid, begin + tile.length, description.length),
    ]
    return fullBox(
      'meta',
      fullBox('hdlr', longs(0), Buffer.from('pict'), Buffer.alloc(13)),
      fullBox('pitm', shorts(grid)),
      fullBox('iloc', shorts(0x4400, grid), ...places),
      fullBox('iinf', shorts(grid), ...items),
      box('iprp', Buffer.concat(iprp)),
      fullBox('iref', box('dimg', shorts(grid, tiles.length, ...tiles))),
    )
  }
  const ftyp = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'))
  const mediaBegin = ftyp.length + metaAt(0).length + 8
  return Buffer.concat([ftyp, metaAt(mediaBegin), box('mdat', media)])
}

function itemEntry(id: number, type: string): Buffer {
  const entry = box('infe', Buffer.concat([longs(0), shorts(id, 0), Buffer.from(`${type}\0`)]))
  entry.writeUInt8(2, 8)
  return entry
}

function place(id: number, begin: number, length: number): Buffer {
  return Buffer.concat([shorts(id, 0, 1), longs(begin, length)])
}

function fullBox(type: string, ...content: Buffer[]): Buffer {
  return box(type, Buffer.concat([longs(0), ...content]))
}

function shorts(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2)
  return bytes
}

function longs(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}
