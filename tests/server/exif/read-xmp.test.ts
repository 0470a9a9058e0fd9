/** How much of a packet of XMP is read, and which of several values counts. */
import { expect, it } from 'vitest'
import { readXmp } from '#server/infrastructure/exif/read-xmp.ts'

const TIFF = 'http://ns.adobe.com/tiff/1.0/'

function makeIn(properties: string): string | undefined {
  return readXmp(Buffer.from(`<rdf:Description xmlns:tiff="${TIFF}" ${properties}</rdf:Description>`)).get(
    TIFF,
    'Make',
  )
}

it('the first value of a property counts: programs append the properties of pictures from which one is composed', () => {
  expect(makeIn('tiff:Make="DJI"><a tiff:Make="Canon"/>')).toBe('DJI')
  expect(makeIn('><tiff:Make>DJI</tiff:Make><tiff:Make>Canon</tiff:Make>')).toBe('DJI')
  expect(makeIn('tiff:Make=""><tiff:Make>Canon</tiff:Make>')).toBe('Canon')
})

it('a packet of 256 KiB is read, and a longer one counts as empty', () => {
  const packet = `<rdf:Description xmlns:tiff="${TIFF}" tiff:Make="DJI"/>`
  const padded = (length: number) => readXmp(Buffer.from(packet.padEnd(length))).get(TIFF, 'Make')
  expect(padded(256 * 1024)).toBe('DJI')
  expect(padded(256 * 1024 + 1)).toBeUndefined()
})
