import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

export const POINT_CLOUD_TYPE = 'application/vnd.pcd'

/** The longest PCD header that is accepted, in bytes; real ones are much shorter. */
const HEADER_BYTES_MAX = 16 * 1024

/**
 * True for a complete PCD file of version 0.5 to 0.7, with a complete header and all points.
 *
 * @see https://pointclouds.org/documentation/tutorials/pcd_file_format.html
 */
export async function isCompletePcd(path: string): Promise<boolean> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES_MAX), 0, HEADER_BYTES_MAX, 0)
  const head = buffer.subarray(0, bytesRead)
  const header = /^(?:#[^\n]*\n|[A-Z]+ [^\n]*\n)*?DATA (ascii|binary|binary_compressed)[ \t\r]*\n/.exec(
    head.toString('latin1'),
  )
  if (!header) return false
  const entries = new Map(header[0].split('\n').map((line) => splitEntry(line)))
  const fields = entries.get('FIELDS') ?? []
  const sizes = (entries.get('SIZE') ?? []).map(Number)
  const counts = (entries.get('COUNT') ?? fields.map(() => '1')).map(Number)
  const points = Number(entries.get('POINTS')?.[0])
  const isPositiveInteger = (value: number) => Number.isSafeInteger(value) && value > 0
  if (fields.length === 0 || sizes.length !== fields.length || counts.length !== fields.length) return false
  if (![points, ...sizes, ...counts].every(isPositiveInteger)) return false

  const start = header[0].length
  if (header[1] === 'ascii') return (await countLines(path, start)) >= points
  const pointBytes = sizes.reduce((sum, bytes, index) => sum + bytes * (counts[index] ?? 1), 0)
  if (header[1] === 'binary') return size - start >= points * pointBytes
  // Compressed data begins with its length and its uncompressed length, 32 bits each.
  if (head.length < start + 8) return false
  return size - start >= 8 + head.readUInt32LE(start) && head.readUInt32LE(start + 4) === points * pointBytes
}

function splitEntry(line: string): [name: string, values: string[]] {
  const [name = '', ...values] = line.split(/[ \t\r]/).filter(Boolean)
  return [name, values]
}

/** The number of lines from byte `start` on. The last line may have no line break. */
async function countLines(path: string, start: number): Promise<number> {
  let lines = 0
  let last = 10
  for await (const chunk of createReadStream(path, { start }) as AsyncIterable<Buffer>) {
    for (const byte of chunk) if (byte === 10) lines += 1
    last = chunk.at(-1) ?? last
  }
  return last === 10 ? lines : lines + 1
}
