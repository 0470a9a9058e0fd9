/** HEIC files that are damaged, or made to hold a decoder. */
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { decodeImage } from '#server/infrastructure/images/decode-image.ts'
import { HeifLibrary } from '#server/infrastructure/pictures/heif-library.ts'
import { ImageRefused } from '#server/infrastructure/pictures/image-refused.ts'
import { setUpTestFolder } from '../../support/files/test-folder.ts'
import { QUARTERS, ROW } from '../../support/pictures/heic-files.ts'
import { gridHeic } from '../../support/pictures/heic-grid.ts'
import { box, boxAt } from '../../support/pictures/heif-boxes.ts'

const files = setUpTestFolder()

describe('a hostile HEIC', () => {
  const refusal = async (file: Buffer) => {
    const path = await files.save(file)
    const derivatives = {
      320: join(files.path, crypto.randomUUID()),
      1280: join(files.path, crypto.randomUUID()),
      2560: join(files.path, crypto.randomUUID()),
    }
    const error = await decodeImage({ path, maxPixels: 3e8, derivatives }).catch((thrown: unknown) => thrown)
    return error as { code?: string; reason?: { code: string }; mediaType?: string } | undefined
  }

  it('that ends too early is refused wherever it ends', async () => {
    for (let end = 40; end < ROW.length; end += 9) {
      expect([end, (await refusal(ROW.subarray(0, end)))?.code]).toEqual([end, 'unsupported_file'])
    }
  })

  it.each([
    ['30,000 × 30,000 pixels', 30_000, 'too_many_pixels'],
    ['10,000 × 10,000 pixels', 10_000, 'decoded_too_large'],
  ])('that says it has %s is refused before it is decoded', async (_, side, reason) => {
    const grown = Buffer.from(QUARTERS)
    for (let at = grown.indexOf('ispe'); at >= 0; at = grown.indexOf('ispe', at + 1)) {
      grown.writeUInt32BE(side, at + 8)
      grown.writeUInt32BE(side, at + 12)
    }
    const load = vi.spyOn(HeifLibrary, 'load')
    onTestFinished(() => load.mockRestore())
    expect(await refusal(grown)).toMatchObject({ code: 'too_large', reason: { code: reason } })
    expect(load).not.toHaveBeenCalled()
  })

  it('whose size is another than that of its coded picture is refused', async () => {
    const grown = Buffer.from(ROW)
    for (let at = grown.indexOf('ispe'); at >= 0; at = grown.indexOf('ispe', at + 1))
      grown.writeUInt32BE(1024, at + 8)
    expect((await refusal(grown))?.code).toBe('unsupported_file')
  })

  it('with thousands of items is refused', async () => {
    const infe = box('infe', Buffer.from('\x02\0\0\0\0\x63\0\0hvc1\0', 'latin1'))
    const iinf = boxAt(QUARTERS, ['meta', 'iinf'])
    const count = 5000
    const many = Buffer.alloc(infe.length * count, infe)
    const meta = boxAt(QUARTERS, ['meta'])
    const file = Buffer.concat([QUARTERS.subarray(0, iinf.end), many, QUARTERS.subarray(iinf.end)])
    file.writeUInt32BE(iinf.end - iinf.begin + many.length, iinf.begin)
    file.writeUInt32BE(meta.end - meta.begin + many.length, meta.begin)
    file.writeUInt16BE(file.readUInt16BE(iinf.content + 4) + count, iinf.content + 4)
    expect((await refusal(file))?.code).toBe('unsupported_file')
  })

  it('with millions of references is refused before they are read', async () => {
    const references = Buffer.alloc(4 + 2 * 65_535, 1).fill(0xff, 2, 4)
    const many = Buffer.concat(Array.from({ length: 30 }, () => box('cdsc', references)))
    const iref = boxAt(QUARTERS, ['meta', 'iref'])
    const file = Buffer.concat([QUARTERS.subarray(0, iref.end), many, QUARTERS.subarray(iref.end)])
    file.writeUInt32BE(iref.end - iref.begin + many.length, iref.begin)
    const meta = boxAt(QUARTERS, ['meta'])
    file.writeUInt32BE(meta.end - meta.begin + many.length, meta.begin)
    const load = vi.spyOn(HeifLibrary, 'load')
    onTestFinished(() => load.mockRestore())
    expect((await refusal(file))?.code).toBe('unsupported_file')
    expect(load).not.toHaveBeenCalled()
  })

  it('whose picture is made of itself is refused', async () => {
    // The reference of the grid to its tile (item 1) becomes one to itself (item 2).
    const file = Buffer.from(QUARTERS)
    const reference = boxAt(file, ['meta', 'iref'])
    const tile = file.lastIndexOf(Buffer.from([0, 1]), reference.end)
    file.writeUInt16BE(2, tile)
    expect((await refusal(file))?.code).toBe('unsupported_file')
  })

  it.each([0, 3, 5])('of which tile %d ends too early is refused', async (cut) => {
    const file = gridHeic({ columns: 3, rows: 2, width: 160, height: 88, cut })
    expect((await refusal(file))?.code).toBe('unsupported_file')
  })

  it('whose bytes are damaged anywhere ends no process and is decoded or refused', async () => {
    for (let at = 12; at < ROW.length; at += 5) {
      const damaged = Buffer.from(ROW)
      damaged.writeUInt8((damaged.readUInt8(at) ^ 0xff) & 0xff, at)
      const outcome = await refusal(damaged)
      expect([
        at,
        outcome instanceof ImageRefused || outcome?.mediaType === 'image/heic' || outcome === undefined,
      ]).toEqual([at, true])
    }
  })
})
