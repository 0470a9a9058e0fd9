import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { FileKind } from './written-files.ts'

const SERVER = join(import.meta.dirname, '../../../server')

/** The functions of `node:fs` that write, and `open`, which may. Removing needs no space. */
const WRITING =
  /^(appendFile|copyFile|cp|createWriteStream|link|mkdir|mkdtemp|open|rename|symlink|truncate|utimes|write|writeFile)(Sync)?$/

/** A trial of `failing-disk.test.ts`. */
type Request = 'uploading a photo' | 'uploading a report' | 'making a report' | 'sending a part of an upload'

/**
 * Each file of the server that imports such a function, and the trial in which its calls fail. A `string` says why there is none: it only reads,
 * or nobody has written the trial yet.
 */
const TRIALS: Record<string, (FileKind | Request)[] | string> = {
  'access/token-secret.ts': ['the token secret', 'a replaced token secret'],
  'database/snapshot.ts': ['a backup'],
  'disk/disk-errors.ts': ['the probe of the health check'],
  'disk/durable-files.ts': ['a mail of the outbox', 'the token secret'],
  'disk/marker-file.ts': ['the marker of an installation or a move'],
  'disk/reserve.ts': ['the reserve'],
  'images/decode-image.ts': ['uploading a photo'],
  'images/image-worker.ts': ['uploading a photo'],
  'images/make-tiles.ts': 'not tried: tiles of panoramas; a job that fails is repeated',
  'images/render-first-page.ts': ['uploading a report'],
  'images/worker-watch.ts': 'writes to a pipe',
  'inspections/describe-report-thread.ts': ['making a report'],
  'mail/outbox.ts': ['a mail of the outbox'],
  'photos/point-cloud.ts': 'reads',
  'report-pdf/write-report.ts': ['making a report'],
  'reports/make-thumbnails.ts': 'not tried: thumbnails of old reports; a job that fails is repeated',
  'reports/report-upload.ts': 'reads',
  'store/bucket-marker.ts': 'not tried: with a bucket; writes to `incoming/` like an upload',
  'store/bucket-partial-files.ts': 'not tried: with a bucket; writes to `incoming/` like an upload',
  'store/bucket-store.ts': 'not tried: with a bucket; writes to `incoming/` like an upload',
  'store/disk-partial-files.ts': ['sending a part of an upload'],
  'store/disk-store.ts': ['uploading a photo'],
  'store/disk-trash.ts': ['a file that goes to the trash', 'a file that comes back from the trash'],
  'store/file-cache.ts': ['a copy of a file of the bucket'],
  'store/incoming.ts': ['uploading a photo'],
  'store/read-whole.ts': 'reads',
  'store/store-copy.ts': ['a backup'],
  'uploads/receive-files.ts': ['uploading a photo'],
}

it('knows each place of the server that writes a file, and the trial on a failing disk', () => {
  const found = globSync('**/*.ts', { cwd: SERVER }).filter((path) => {
    const text = readFileSync(join(SERVER, path), 'utf8')
    return [...text.matchAll(/import ([^'"]*?) from '(?:node:)?fs(?:\/promises)?'/gs)].some(
      ([, names = '']) =>
        // A whole module imported under one name could write anything.
        names.includes('{') ? namesOf(names).some((name) => WRITING.test(name)) : true,
    )
  })
  expect(found.sort()).toEqual(Object.keys(TRIALS))
})

function namesOf(names: string): string[] {
  return names.split(/[{},]/).map((name) => name.trim().split(' as ')[0] ?? '')
}
