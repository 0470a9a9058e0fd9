interface Box {
  type: string
  begin: number
  /** Where its content begins; of a full box, its version and flags. */
  content: number
  end: number
}

/** The box at a path such as `['meta', 'iprp', 'ipco']`. @see ISO/IEC 14496-12, 4.2 */
export function boxAt(
  file: Buffer,
  path: string[],
  within: { content: number; end: number } = { content: 0, end: file.length },
): Box {
  const [type, ...rest] = path
  for (let at = within.content; at + 8 <= within.end; at += file.readUInt32BE(at)) {
    const found = file.toString('latin1', at + 4, at + 8)
    if (found !== type) continue
    const box = { type: found, begin: at, content: at + 8, end: at + file.readUInt32BE(at) }
    if (rest.length === 0) return box
    return boxAt(file, rest, { content: found === 'meta' ? box.content + 4 : box.content, end: box.end })
  }
  throw new Error(`There is no box ${type}.`)
}

export function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

/** The HEIC or AVIF with one more property of its primary picture, such as its turn. @see ISO/IEC 23008-12, 9.3 */
export function withProperty(file: Buffer, property: Buffer): Buffer {
  const primary = file.readUInt16BE(boxAt(file, ['meta', 'pitm']).content + 4)
  const ipco = boxAt(file, ['meta', 'iprp', 'ipco'])
  let properties = 0
  for (let at = ipco.content; at < ipco.end; at += file.readUInt32BE(at)) properties += 1
  const ipma = boxAt(file, ['meta', 'iprp', 'ipma'])
  const associations = Buffer.from(file.subarray(ipma.content, ipma.end))
  let at = 8
  for (let left = associations.readUInt32BE(4); left > 0; left -= 1) {
    const count = associations.readUInt8(at + 2)
    const next = at + 3 + count
    if (associations.readUInt16BE(at) === primary) {
      associations.writeUInt8(count + 1, at + 2)
      // It is essential, and the number of the property begins with one.
      return rebuilt(
        file,
        ipco,
        property,
        box('ipma', inserted(associations, next, Buffer.from([0x80 | (properties + 1)]))),
      )
    }
    at = next
  }
  throw new Error('The primary picture has no property.')
}

/** The file with another list of properties and of associations. What follows moves. */
function rebuilt(file: Buffer, ipco: Box, property: Buffer, ipma: Buffer): Buffer {
  const iprp = boxAt(file, ['meta', 'iprp'])
  const meta = boxAt(file, ['meta'])
  const properties = Buffer.concat([
    box('ipco', Buffer.concat([file.subarray(ipco.content, ipco.end), property])),
    ipma,
  ])
  const changed = box('iprp', properties)
  const moved = changed.length - (iprp.end - iprp.begin)
  const result = Buffer.concat([file.subarray(0, iprp.begin), changed, file.subarray(iprp.end)])
  result.writeUInt32BE(meta.end - meta.begin + moved, meta.begin)
  moveItems(result, moved)
  return result
}

function inserted(bytes: Buffer, at: number, piece: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)])
}

/** Adds to the places of all items that are in the file. @see ISO/IEC 14496-12, 8.11.3 */
function moveItems(file: Buffer, bytes: number): void {
  const iloc = boxAt(file, ['meta', 'iloc'])
  const version = file.readUInt8(iloc.content)
  const sizes = file.readUInt16BE(iloc.content + 4)
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  let at = iloc.content + 8
  for (let left = file.readUInt16BE(iloc.content + 6); left > 0; left -= 1) {
    const method = version === 0 ? 0 : file.readUInt16BE(at + 2) & 15
    at += (version === 0 ? 2 : 4) + 2
    const base = baseBytes === 0 ? 0 : file.readUIntBE(at, baseBytes)
    if (method === 0 && base > 0) file.writeUIntBE(base + bytes, at, baseBytes)
    at += baseBytes
    const extents = file.readUInt16BE(at)
    at += 2
    for (let extent = 0; extent < extents; extent += 1) {
      if (method === 0 && base === 0)
        file.writeUIntBE(file.readUIntBE(at, offsetBytes) + bytes, at, offsetBytes)
      at += offsetBytes + lengthBytes
    }
  }
}

/** Turns the picture counterclockwise. @see ISO/IEC 23008-12, 6.5.10 */
export function turnOf(quarters: 0 | 1 | 2 | 3): Buffer {
  return box('irot', Buffer.from([quarters]))
}

/** Mirrors the picture: 0 swaps its top and bottom, 1 its left and right. @see ISO/IEC 23008-12, 6.5.12 */
export function mirrorOf(axis: 0 | 1): Buffer {
  return box('imir', Buffer.from([axis]))
}

/** Says which colours the numbers are. @see ISO/IEC 14496-12, 12.1.5; ITU-T H.273 */
export function codedColours(primaries: number, transfer: number): Buffer {
  return box('colr', Buffer.from([...Buffer.from('nclx'), 0, primaries, 0, transfer, 0, 6, 0x80]))
}

/** Shows a part of the picture. @param right how far its middle is from that of the picture, in pixels. @see ISO/IEC 14496-12, 12.1.4 */
export function cropOf(part: { width: number; height: number; right: number; down: number }): Buffer {
  const values = [part.width, part.height, part.right, part.down].flatMap((value) => [value, 1])
  return box('clap', Buffer.from(Int32Array.from(values).buffer).swap32())
}
