/**
 * The records that the calls of `call-examples.ts` name. To add a kind of record, add one entry to `RECORD_KINDS`: how to make
 * one, and the ids of one that does not exist.
 */
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { insertPartialUpload, newUploadId } from '#server/core/uploads/partial-upload-queries.ts'
import { insertComment } from '#server/features/comments/comment-queries.ts'
import {
  beginFileJob,
  endFileJob,
  type FileJobSubject,
  insertFileJob,
} from '#server/features/file-jobs/file-job-queries.ts'
import { completeDraft } from '#server/features/findings/complete-finding.ts'
import { insertFinding } from '#server/features/findings/finding-queries.ts'
import { dossierKind } from '#server/features/inspections/dossiers/dossier-kind.ts'
import { findNewestVersion } from '#server/features/inspections/dossiers/dossier-versions.ts'
import { checkDossier, sealDossier } from '#server/features/inspections/dossiers/prepare-dossier.ts'
import { columnsOf, insertDossier } from '#server/features/inspections/dossiers/prepared-dossiers.ts'
import { publishVersion } from '#server/features/inspections/releases/publish-version.ts'
import { reportKind } from '#server/features/inspections/report-jobs/report-kind.ts'
import { insertInvitation } from '#server/features/invitations/invitation-queries.ts'
import { unsubscribeToken } from '#server/features/notices/unsubscribe-token.ts'
import { insertOrder } from '#server/features/photos/archive/archive-orders.ts'
import { cloudOf } from '#server/features/photos/photo-files.ts'
import { insertPhoto } from '#server/features/photos/photo-queries.ts'
import { insertReport } from '#server/features/reports/report-queries.ts'
import { getTurbine } from '#server/features/turbines/turbine-queries.ts'
import { getOwnUser } from '#server/features/users/user-queries.ts'
import { originalOf } from '#server/infrastructure/store/file-store.ts'
import { makeUser } from '../../support/accounts.ts'
import { jpeg, makeCompany, makeTurbine, pdf } from '../../support/builders.ts'
import { pointCloud } from '../../support/files/point-cloud.ts'
import type { TestApp } from '../../support/test-app.ts'
import { makeArchive } from '../clouds/read-archive.ts'
import { MISSING_LINK, makeLinks } from '../links/link-records.ts'

/** What a new record belongs to, by id. */
interface Owner {
  company: number
  turbine: number
  author: number
}

/** The records that are made before all others. */
interface Made {
  photo: { id: number }
  cloud: { id: number }
  report: { id: number }
}

/** The year of all records. */
const YEAR = 2026
const wholeFile = (turbineId: number, year: number, variant: FileJobSubject['variant'], version: number) =>
  ({ turbineId, year, variant, version, extent: 'full' }) as const
const SUPERADMIN = { id: 0, role: 'superadmin', company_id: 999 } as const
const PHOTO_BYTES = await jpeg({ width: 8, height: 8 })
const CLOUD_BYTES = pointCloud(new Uint8Array(9))
const CLOUD_ARCHIVE = (await makeArchive(tmpdir(), CLOUD_BYTES)).bytes
/** Of the file of `photo`. */
export const PHOTO_SHA256 = createHash('sha256').update(PHOTO_BYTES).digest('hex')

const RECORD_KINDS = {
  user: {
    make: async (testApp: TestApp, { company }: Owner) => {
      const user = await makeUser(testApp, { company_id: company })
      const invitation = await insertInvitation(testApp.services.db.write, (await makeUser(testApp)).id)
      return { ...user, unsubscribe: unsubscribeToken(user.id, testApp.services.tokenSecret), invitation }
    },
    missing: {
      id: 99999,
      email: 'missing@kanat.example',
      password: 'yelkovan',
      unsubscribe: '',
      invitation: 'missing',
    },
  },
  photo: {
    make: async (testApp: TestApp, { turbine }: Owner) => {
      const key = `turbines/${turbine}/photos/1-a.jpg`
      await testApp.putFile(originalOf(key), PHOTO_BYTES)
      const { id } = await insertPhoto(testApp.services.db.write, {
        ...fileOf(turbine),
        key,
        original_name: 'a.jpg',
        category: 'blade',
        room: '1',
        blade: 'A',
        month: 1,
        media_type: 'image/jpeg',
        size: PHOTO_BYTES.length,
        sha256: PHOTO_SHA256,
        width: 8,
        height: 8,
        uploader_name: '',
        uploader_email: '',
      })
      return { id, key }
    },
    missing: { id: 99999, key: 'turbines/99999/photos/1-a.jpg' },
  },
  /** A point cloud that is ready to be shown. */
  cloud: {
    make: async (testApp: TestApp, { turbine }: Owner) => {
      const key = `turbines/${turbine}/photos/1-a.pcd`
      await testApp.putFile(originalOf(key), CLOUD_BYTES)
      const { id } = await insertPhoto(testApp.services.db.write, {
        ...fileOf(turbine),
        key,
        original_name: 'a.pcd',
        category: 'blade',
        room: '1',
        blade: 'A',
        month: 1,
        media_type: 'application/vnd.pcd',
        size: CLOUD_BYTES.length,
        width: null,
        height: null,
        uploader_name: '',
        uploader_email: '',
      })
      await testApp.putFile(cloudOf(key), CLOUD_ARCHIVE)
      return { id }
    },
    missing: { id: 99999 },
  },
  archive: {
    make: async (testApp: TestApp, { turbine, author }: Owner, { photo }: Made) => {
      const order = {
        userId: author,
        turbineId: turbine,
        photoIds: [photo.id],
        language: 'tr' as const,
        turbineName: 'T-1',
        size: 1000,
      }
      return { id: await insertOrder(testApp.services.db.write, order) }
    },
    missing: { id: 'missing' },
  },
  report: {
    make: async (testApp: TestApp, { turbine }: Owner) => {
      const key = `turbines/${turbine}/reports/1-a.pdf`
      await testApp.putFile(originalOf(key), pdf())
      const { id } = await insertReport(testApp.services.db.write, {
        ...fileOf(turbine),
        key,
        original_filename: 'a.pdf',
        file_size_bytes: 1,
        first_name: '',
        last_name: '',
      })
      return { id, key }
    },
    missing: { id: 99999, key: 'turbines/99999/reports/1-a.pdf' },
  },
  report_job: {
    make: async (testApp: TestApp, { turbine, author }: Owner) => {
      const { write } = testApp.services.db
      // A user may have only some unfinished ones.
      await write.deleteFrom('file_job').where('user_id', '=', author).where('kind', '=', 'report').execute()
      const by = { userId: author, address: '', requestId: '' }
      return { id: await insertFileJob(write, reportKind, wholeFile(turbine, 2025, 'tr', 1), by) }
    },
    missing: { id: 99999 },
  },
  /** The prepared dossier of a version of 2019. */
  dossier_job: {
    make: async (testApp: TestApp, { turbine, author }: Owner) => {
      const { write } = testApp.services.db
      // A user may have only some unfinished ones.
      await write.deleteFrom('file_job').where('user_id', '=', author).where('kind', '=', 'dossier').execute()
      const by = { id: author, first_name: '', last_name: '' }
      const row = await getTurbine(write, SUPERADMIN, turbine)
      const version = { version: 1, reason: '', unlooked_reason: '', undecided: null }
      await publishVersion(write, testApp.services.config.secretsDir, row, 2019, by, version)
      const newest = await findNewestVersion(write, turbine, 2019)
      if (!newest) throw new Error('There is no version.')
      const subject = wholeFile(turbine, 2019, 'originals', newest.version)
      const from = { userId: author, address: '', requestId: '' }
      const id = await insertFileJob(write, dossierKind, subject, from)
      const begun = await beginFileJob(write, id)
      if (!begun) throw new Error('The dossier has not begun.')
      const preparation = { signal: new AbortController().signal, onFile: async () => {} }
      const checked = await checkDossier(testApp.services, newest, 'originals', preparation)
      const sealed = await sealDossier(write, testApp.services.config, checked)
      await endFileJob(write, begun, { state: 'done', progress: 1 })
      await insertDossier(write, id, await columnsOf(sealed))
      const { address } = await write
        .selectFrom('dossier')
        .select('address')
        .where('job_id', '=', id)
        .executeTakeFirstOrThrow()
      return { id, address }
    },
    missing: { id: 99999, address: 'missing' },
  },
  upload: {
    make: async (testApp: TestApp, { turbine, author }: Owner) => {
      const { write } = testApp.services.db
      // A user may have only some unfinished uploads.
      await write.deleteFrom('partial_upload').where('user_id', '=', author).execute()
      const id = newUploadId()
      const upload = { id, length: 3, metadata: { filename: 'parts.jpg', room: '1' } }
      await insertPartialUpload(write, upload, { user_id: author, turbine_id: turbine })
      return { id }
    },
    missing: { id: 'missing' },
  },
  comment: {
    make: async (testApp: TestApp, { turbine, author }: Owner) => {
      const comment = { turbine_id: turbine, user_id: author, user_name: '', comment: 'x', finding_id: null }
      return { id: await insertComment(testApp.services.db.write, { ...comment, audience: 'all' }) }
    },
    missing: { id: 99999 },
  },
  finding: {
    make: async (testApp: TestApp, { turbine, author }: Owner) => {
      const { write, read } = testApp.services.db
      const fields = await completeDraft(read, await getTurbine(read, SUPERADMIN, turbine), {
        blade: 'A',
        side: 'LE',
        type: 'le-erosion',
        severity: 3,
        year: YEAR,
      })
      return { id: await insertFinding(write, turbine, fields, { user_id: author, user_name: '' }) }
    },
    missing: { id: 99999 },
  },
  /** It publishes the finding: customers and viewers find nothing else. Its number is that of the turbine, so no other turbine has it. */
  version: {
    make: async (testApp: TestApp, { turbine, author }: Owner) => {
      const { write } = testApp.services.db
      const user = { id: author, first_name: 'Ada', last_name: 'Yel' }
      const version = { version: turbine, reason: '', unlooked_reason: '', undecided: null }
      await publishVersion(
        write,
        testApp.services.config.secretsDir,
        await getTurbine(write, SUPERADMIN, turbine),
        YEAR,
        user,
        version,
      )
      await write
        .updateTable('inspection_work')
        .set({ state: 'published', published_version: version.version })
        .where('turbine_id', '=', turbine)
        .where('year', '=', YEAR)
        .execute()
      return { number: version.version, year: YEAR }
    },
    missing: { number: 99999, year: YEAR },
  },
  link: {
    make: (testApp: TestApp, owner: Owner, made: Made) => makeLinks(testApp, { ...owner, year: YEAR }, made),
    missing: MISSING_LINK,
  },
  self: {
    make: async (testApp: TestApp, { author: id }: Owner) => ({
      id,
      wantsNotices: (await getOwnUser(testApp.services.db.read, id)).inspection_notices,
    }),
    missing: { id: 99999, wantsNotices: false },
  },
  /** For the call that deletes a company: the other tests still need the companies with users. */
  emptyCompany: {
    make: async (testApp: TestApp) => ({ id: await makeCompany(testApp) }),
    missing: { id: 99999 },
  },
}

/** A company, one of its turbines, and one record of each further kind. */
export type Records = { company: { id: number }; turbine: { id: number } } & {
  [Kind in keyof typeof RECORD_KINDS]: (typeof RECORD_KINDS)[Kind]['missing']
}

/** Makes a turbine of the company with one record of each kind, which the user `author` has written. */
export async function makeRecords(testApp: TestApp, company: number, author: number): Promise<Records> {
  const turbine = await makeTurbine(testApp, { company_id: company })
  const made: Record<string, unknown> = { company: { id: company }, turbine: { id: turbine } }
  for (const [kind, { make }] of Object.entries(RECORD_KINDS)) {
    made[kind] = await make(testApp, { company, turbine, author }, made as unknown as Made)
  }
  return made as unknown as Records
}

/** Records that do not exist. */
export const MISSING_RECORDS = {
  company: { id: 99999 },
  turbine: { id: 99999 },
  ...Object.fromEntries(Object.entries(RECORD_KINDS).map(([kind, { missing }]) => [kind, missing])),
} as Records

function fileOf(turbine_id: number) {
  return { turbine_id, year: YEAR, sha256: 'x', uploaded_at: new Date().toISOString(), uploader_id: null }
}
