import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { FileKind } from './written-files.ts'

const SERVER = join(import.meta.dirname, '../../../server')

/** The functions of `node:fs` that write, and `open`, which may. Removing needs no space. */
const WRITING =
  /^(appendFile|copyFile|cp|createWriteStream|link|mkdir|mkdtemp|open|rename|symlink|truncate|utimes|write|writeFile)(Sync)?$/

/** A trial of `failing-disk.slow.test.ts`. */
type Request =
  | 'uploading a photo'
  | 'uploading a report'
  | 'ordering a report'
  | 'sending a part of an upload'

/**
 * Each file of the server that imports such a function, and the trial in which its calls fail. A `string` says why there is none: it only reads,
 * or nobody has written the trial yet.
 */
const TRIALS: Record<string, (FileKind | Request)[] | string> = {
  'commands/actions/back-up.ts':
    'not tried: notes the time of a backup; the backup is complete without it, and a failure is only told',
  'commands/actions/dossier.ts':
    'not tried: a command, which writes a new file where the operator wants it, and removes it if that fails',
  'core/access/secret-file.ts': ['the token secret'],
  'infrastructure/clouds/octree/make-cloud-archive.ts':
    'not tried: archives of point clouds; a job that fails is repeated',
  'infrastructure/clouds/octree/node-writer.ts':
    'not tried: archives of point clouds; a job that fails is repeated',
  'infrastructure/clouds/reading/laz-spool.ts':
    'not tried: decoded points of LAZ; a job that fails is repeated',
  'infrastructure/clouds/reading/open-cloud.ts': 'reads',
  'infrastructure/database/sqlite/snapshot.ts': ['a backup'],
  'infrastructure/disk/disk-errors.ts': ['the probe of the health check'],
  'infrastructure/disk/durable-files.ts': ['a mail of the outbox', 'the token secret'],
  'infrastructure/disk/marker-file.ts': ['the marker of an installation or a move'],
  'infrastructure/disk/reserve.ts': ['the reserve'],
  'infrastructure/images/decode-image.ts': ['uploading a photo'],
  'infrastructure/images/image-worker.ts': ['uploading a photo'],
  'infrastructure/images/make-tiles.ts': 'not tried: tiles of panoramas; a job that fails is repeated',
  'infrastructure/exif/hostile-exif.ts': 'reads',
  'infrastructure/exif/read-tags.ts': 'reads',
  'infrastructure/exif/split-exif.ts': 'reads',
  'infrastructure/images/render-first-page.ts': ['uploading a report'],
  'features/inspections/describe-report-thread.ts': ['ordering a report'],
  'infrastructure/mail/outbox.ts': ['a mail of the outbox'],
  'features/reports/pdf/write-report.ts': ['ordering a report'],
  'features/reports/make-thumbnails.ts': 'not tried: thumbnails of old reports; a job that fails is repeated',
  'features/reports/report-upload.ts': 'reads',
  'infrastructure/pictures/heif-metadata.ts': 'reads',
  'infrastructure/pictures/open-picture.ts': 'reads',
  'infrastructure/pictures/png-colours.ts': 'reads',
  'infrastructure/pictures/whole-jpeg.ts': 'reads',
  'infrastructure/store/bucket/bucket-marker.ts':
    'not tried: with a bucket; writes to `incoming/` like an upload',
  'infrastructure/store/bucket/bucket-partial-files.ts':
    'not tried: with a bucket; writes to `incoming/` like an upload',
  'infrastructure/store/bucket/bucket-store.ts':
    'not tried: with a bucket; writes to `incoming/` like an upload',
  'infrastructure/store/disk/disk-partial-files.ts': ['sending a part of an upload'],
  'infrastructure/store/disk/disk-store.ts': ['uploading a photo', 'a copy of a file of the bucket'],
  'infrastructure/store/incoming.ts': ['uploading a photo'],
  'infrastructure/store/read-whole.ts': 'reads',
  'infrastructure/store/disk/store-copy.ts': ['a backup'],
  'core/uploads/receive-files.ts': ['uploading a photo'],
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
  expect(found.sort()).toEqual(Object.keys(TRIALS).sort())
})

function namesOf(names: string): string[] {
  return names.split(/[{},]/).map((name) => name.trim().split(' as ')[0] ?? '')
}
