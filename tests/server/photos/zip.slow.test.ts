import { open, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { openPromise } from 'yauzl'
import { MIB } from '#domain/limits.ts'
import { streamOf } from '#server/core/media/download.ts'
import { zipLength, zipOf } from '#server/core/media/zip.ts'
import { ZipDirectory, type ZipFile } from '#server/core/media/zip-directory.ts'
import { fileNameFor, zipNames } from '#server/core/media/zip-names.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'
import { checkByOtherPrograms, readZip } from '../../support/files/read-zip.ts'
import { folder, setUpFolder } from '../../support/folder-setup.ts'
import { growth } from '../../support/time/growth.ts'

setUpFolder('file')

const TIME = new Date('2026-03-04T05:06:08.000Z')

type TextFile = ZipFile & { text: string }

function fileOf(name: string, text: string): TextFile {
  return { name, size: Buffer.byteLength(text), modifiedAt: TIME, text }
}

async function openText({ text }: TextFile) {
  const bytes = Buffer.from(text)
  return { crc32: crc32(bytes), bytes: [bytes] }
}

/** Writes the ZIP to a file. @returns its path and its length */
async function save(pieces: AsyncIterable<Uint8Array>, name: string) {
  const path = join(folder, name)
  await writeFile(path, pieces)
  return { path, length: (await stat(path)).size }
}

describe('a ZIP', () => {
  it('has every file with its name, its bytes and its time, and the length that was predicted', async () => {
    const files = [fileOf('Çeşme ığdır – 1.jpg', 'ş'.repeat(1000)), fileOf('empty.jpg', ''), fileOf('b', 'b')]
    const { path, length } = await save(zipOf(files, openText), 'small.zip')
    expect(length).toBe(await zipLength(files))
    const read = await readZip(path)
    expect(read.map(({ name, size }) => [name, size])).toEqual(files.map(({ name, size }) => [name, size]))
    for (const { method, modifiedAt } of read) expect([method, modifiedAt]).toEqual([0, TIME])
    await expect(checkByOtherPrograms(path)).resolves.toBeDefined()
  })

  it('has more than 65,535 files', async () => {
    const files = Array.from({ length: 65_600 }, (_, index) => fileOf(`${index}.txt`, ''))
    const { path, length } = await save(zipOf(files, openText), 'many.zip')
    expect(length).toBe(await zipLength(files))
    const zip = await openPromise(path)
    expect(zip.entryCount).toBe(65_600)
    zip.close()
    await expect(checkByOtherPrograms(path)).resolves.toBeDefined()
  })

  it('has a file of more than 4 GiB, and files after it', async () => {
    const zeros = Buffer.alloc(16 * MIB)
    const pieces = 257
    const large = { name: 'large.bin', size: pieces * zeros.length, modifiedAt: TIME }
    const last = fileOf('last.txt', 'behind 4 GiB')
    const files = [large, last]
    const path = join(folder, 'large.zip')
    const file = await open(path, 'w')
    let length = 0
    // The zeros are holes of the file, which take no disk space.
    for await (const piece of zipOf(files, async (one) => (one === large ? zeroContent() : openText(last)))) {
      if (piece !== zeros) await file.write(piece, 0, piece.length, length)
      length += piece.length
    }
    await file.close()
    expect(length).toBe(await zipLength(files))

    const zip = await openPromise(path)
    const found = []
    for await (const entry of zip.eachEntry()) {
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry)
      found.push([entry.fileName, entry.uncompressedSize, fileDataStart > 2 ** 32])
    }
    expect(found).toEqual([
      ['large.bin', large.size, false],
      ['last.txt', last.size, true],
    ])

    function zeroContent() {
      let sum = 0
      for (let count = 0; count < pieces; count += 1) sum = crc32(zeros, sum)
      return { crc32: sum, bytes: Array.from({ length: pieces }, () => zeros) }
    }
  })

  it('needs a newer program only for a file whose size has no room in four bytes', () => {
    const versions = [0xffff_fffe, 0xffff_ffff].map((size) => {
      const zip = new ZipDirectory()
      const header = zip.add({ name: 'a', size, modifiedAt: TIME }, 0)
      return [header.readUInt16LE(4), header.readUInt32LE(18), zip.end().readUInt16LE(6)]
    })
    expect(versions).toEqual([
      [20, 0xffff_fffe, 20],
      [45, 0xffff_ffff, 45],
    ])
  })

  it.each(['too short', 'much too long'])('fails if a content is %s', async (text) => {
    const file = { ...fileOf('a.txt', text), size: 10 }
    await expect(save(zipOf([file], openText), 'wrong.zip')).rejects.toThrow(
      'The content of a.txt is not 10 bytes long.',
    )
  })
})

describe('the stream of a ZIP', () => {
  const files = [fileOf('a.txt', 'a'), fileOf('b.txt', 'b')]

  it('reads a file only when the reader has taken what is before it', async () => {
    const opened = vi.fn(openText)
    const onEnd = vi.fn()
    const reader = streamOf(zipOf(files, opened), onEnd).getReader()
    expect(opened).not.toHaveBeenCalled()
    await reader.read()
    await reader.read()
    expect(opened.mock.calls.map(([{ name }]) => name)).toEqual(['a.txt'])
    await reader.cancel()
    expect(onEnd).toHaveBeenCalledOnce()
  })

  it('ends once, also with the error of a file', async () => {
    const onEnd = vi.fn()
    const failure = new Error('no disk')
    const zip = streamOf(
      zipOf(files, (file) => (file.name === 'b.txt' ? Promise.reject(failure) : openText(file))),
      onEnd,
    )
    await expect(new Response(zip).arrayBuffer()).rejects.toThrow('no disk')
    expect(onEnd).toHaveBeenCalledOnce()
  })
})

describe('the names in a ZIP', () => {
  it.each([
    ['foto.jpg', 'foto.jpg'],
    ['Çağrı ışığı.jpg', 'Çağrı ışığı.jpg'],
    ['İzmir.jpg'.normalize('NFD'), 'İzmir.jpg'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['C:\\Windows\\a.jpg', 'C__Windows_a.jpg'],
    ['a\u0000b\n.jpg', 'a_b_.jpg'],
    ['..', '_'],
    ['', '_'],
    ['photo. .', 'photo'],
    ['CON', '_CON'],
    ['lpt1.jpg', '_lpt1.jpg'],
    ['console.jpg', 'console.jpg'],
  ])('%j becomes %j', (name, allowed) => {
    expect(fileNameFor(name)).toBe(allowed)
  })

  it('are different, also if upper and lower case count as equal', async () => {
    const names = ['foto.jpg', 'FOTO.jpg', 'foto (2).jpg', 'foto.jpg', 'Photos.CSV', 'a', 'a']
    expect(await zipNames(names, ['photos.csv'])).toEqual([
      'foto.jpg',
      'FOTO (2).jpg',
      'foto (2) (2).jpg',
      'foto (3).jpg',
      'Photos (2).CSV',
      'a',
      'a (2)',
    ])
  })

  it('are found in a time that grows with their number if they differ in their case only', async () => {
    const inCase = (number: number) =>
      [...'photo of a blade']
        .map((letter, bit) => ((number >> bit) & 1 ? letter.toUpperCase() : letter))
        .join('')
    const namesOf = (count: number) => Array.from({ length: count }, (_, index) => inCase(index))
    expect(await growth((count) => zipNames(namesOf(count), []), 4000)).toBeLessThan(3)
    const names = namesOf(4000)
    const found = await zipNames([...names, 'photo of a blade (7)'], ['PHOTO OF A BLADE (3)'])
    expect(found.slice(0, 3).map((name) => name.toLowerCase())).toEqual([
      'photo of a blade',
      'photo of a blade (2)',
      'photo of a blade (4)',
    ])
    expect(found.at(-1)).toBe('photo of a blade (7) (2)')
    expect(new Set(found.map((name) => name.toUpperCase())).size).toBe(names.length + 1)
  })
})

it('lets other requests be answered while thousands of headers and names are made', async () => {
  let turns = 0
  let isRunning = true
  const countTurns = () => {
    turns += 1
    if (isRunning) setImmediate(countTurns)
  }
  setImmediate(countTurns)
  const results = await mapInTurns(Array.from({ length: 100 }), (_, index) => {
    const end = performance.now() + 1
    while (performance.now() < end);
    return index
  })
  isRunning = false
  expect(results).toEqual(Array.from({ length: 100 }, (_, index) => index))
  expect(turns).toBeGreaterThan(5)
})
