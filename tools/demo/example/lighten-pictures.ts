import sharp from 'sharp'

/** Enough for a look at the screen. */
const QUALITY = 58

/** A picture of a PDF as pdfkit writes it: its dictionary ends with the length of its bytes. */
const PICTURE = /\/Filter \/DCTDecode[^>]*?\/Length (\d+)\s*>>\s*stream\r?\n/g

/** The same PDF with smaller pictures. It must have a plain table of its objects, as those of pdfkit. */
export async function lightenPictures(pdf: Uint8Array): Promise<Uint8Array> {
  const text = Buffer.from(pdf).toString('latin1')
  const parts: string[] = []
  let end = 0
  for (const match of text.matchAll(PICTURE)) {
    const begin = match.index + match[0].length
    const length = Number(match[1])
    const picture = Buffer.from(text.slice(begin, begin + length), 'latin1')
    const lighter = await sharp(picture).jpeg({ quality: QUALITY, mozjpeg: true }).toBuffer()
    const isLighter = lighter.length < length
    const dictionary = isLighter
      ? match[0].replace(`/Length ${length}`, `/Length ${lighter.length}`)
      : match[0]
    parts.push(text.slice(end, match.index), dictionary, (isLighter ? lighter : picture).toString('latin1'))
    end = begin + length
  }
  return withNewTable([...parts, text.slice(end)].join(''))
}

/** Writes the places of the objects again. */
function withNewTable(text: string): Uint8Array {
  const table = text.lastIndexOf('\nxref\n') + 1
  const body = text.slice(0, table)
  const objects = body.matchAll(/(?<=\nendobj\n|^%PDF-\S+\n%.*\n)(\d+) 0 obj\b/g)
  const places = new Map([...objects].map(({ 1: id, index }) => [Number(id), index]))
  let id = 0
  const written = text
    .slice(table)
    .replace(/(?<=\n)\d{10} 00000 n/g, () => {
      id += 1
      return `${String(places.get(id)).padStart(10, '0')} 00000 n`
    })
    .replace(/startxref\n\d+/, `startxref\n${table}`)
  return Buffer.from(body + written, 'latin1')
}
