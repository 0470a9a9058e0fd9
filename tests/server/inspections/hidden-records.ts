/** What customers and viewers must not find: everything that is worked on, sent back, withdrawn or said among the team. */
import type { Comment } from '#domain/comment.ts'
import { insertFileJob } from '#server/features/file-jobs/file-job-queries.ts'
import { reportKind } from '#server/features/inspections/report-jobs/report-kind.ts'
import { thumbnailOf } from '#server/features/reports/report-files.ts'
import { insertReport } from '#server/features/reports/report-queries.ts'
import { originalOf } from '#server/infrastructure/store/file-store.ts'
import type { Client } from '../../support/accounts.ts'
import { pdf, readData } from '../../support/builders.ts'
import { addFinding, box, findingsOf } from '../../support/finding-setup.ts'
import { saveInspection } from '../../support/inspection-setup.ts'
import { moveInspection, publishInspection } from '../../support/publish-inspection.ts'
import type { TestApp } from '../../support/test-app.ts'
import type { Records } from '../calls/call-records.ts'

/** The year that is published, and others: one that is worked on, one whose only version is withdrawn, and a later one. */
export const YEARS = { published: 2026, draft: 2025, withdrawn: 2024, later: 2027 }

/** A text that only the team may read. */
export const SECRET = 'gizlitaslak'

const BOX = box([0.1, 0.1], [0.3, 0.4])

/** Who makes them. */
interface Team {
  operator: Client
  admin: Client
  customer: Client
}

/** What a call may be asked about, with the name of the case: the records of `Records` that are replaced. */
export type HiddenRecords = Record<string, Partial<Records>>

/** Makes them on a turbine whose records are published, but its dossier. @returns those that calls name */
export async function hideRecords(
  testApp: TestApp,
  { operator, admin, customer }: Team,
  { turbine: { id: turbine }, finding, photo, version, dossier_job }: Records,
): Promise<HiddenRecords> {
  const mark = { severity: 5, text: SECRET, blade: 'B', side: 'TE', type: 'te-split', status: 'monitored' }
  const add = (year: number, fields: object = {}) =>
    addFinding(operator, turbine, { ...mark, year, found_on: `${year}-05-02`, ...fields })
  const withdrawn = await add(YEARS.withdrawn)
  await publishInspection(operator, turbine, YEARS.withdrawn)
  const ofCustomer = await comment(customer, turbine, { finding_id: withdrawn.id })
  await succeed(moveInspection(admin, turbine, YEARS.withdrawn, 'withdrawn', SECRET))

  const draft = await add(YEARS.draft)
  await succeed(saveInspection(operator, turbine, { inspector: SECRET }, YEARS.draft))
  await succeed(moveInspection(operator, turbine, YEARS.draft, 'in_review', SECRET))
  const decision = { decision: 'returned', finding_ids: [draft.id], remark: SECRET }
  await succeed(operator.json('POST', inspection(turbine, YEARS.draft, '/reviews'), decision))
  const later = await add(YEARS.later, { blade: 'A', side: 'LE', earlier_id: finding.id })

  await succeed(operator.json('PUT', findingsOf(turbine, `/${finding.id}`), { severity: 5, text: SECRET }))
  const added = await add(YEARS.published, { blade: 'A', photo_id: photo.id, shape: BOX })
  await succeed(saveInspection(operator, turbine, { inspector: SECRET, not_seen: SECRET }, YEARS.published))
  await succeed(moveInspection(operator, turbine, YEARS.published, 'published', SECRET))
  await succeed(moveInspection(admin, turbine, YEARS.published, 'withdrawn', SECRET))
  await succeed(operator.json('PUT', `/api/turbines/${turbine}/photos/${photo.id}/look`, { looked: true }))

  const withdrawnVersion = { year: YEARS.published, number: version.number + 1 }
  const team = await comment(operator, turbine, { audience: 'team' })
  const aboutDraft = await comment(operator, turbine, { finding_id: draft.id })
  return {
    'a finding of a draft': { finding: draft },
    'a finding that is new in a published year': { finding: added },
    'a finding that continues a published one': { finding: later },
    'a finding of a withdrawn version': { finding: withdrawn },
    'a remark of the team': { comment: team },
    'a comment about a draft': { comment: aboutDraft },
    'a comment of a customer about what was withdrawn': { comment: ofCustomer },
    'a draft report': { report: await madeReport(testApp, turbine, { year: YEARS.draft, is_draft: 1 }) },
    'a report of a withdrawn version': {
      report: await madeReport(testApp, turbine, {
        year: YEARS.published,
        is_draft: 0,
        inspection_version: withdrawnVersion.number,
      }),
    },
    'the order of a draft report': { report_job: await orderReport(testApp, turbine, YEARS.draft, null) },
    'the order of a report of a withdrawn version': {
      report_job: await orderReport(testApp, turbine, YEARS.published, withdrawnVersion.number),
    },
    'the dossier of a withdrawn version': { dossier_job },
    'the only version, withdrawn': { version: { year: YEARS.withdrawn, number: 1 } },
    'a later version, withdrawn': { version: withdrawnVersion },
  }
}

const inspection = (turbine: number, year: number, rest: string) =>
  `/api/turbines/${turbine}/inspections/${year}${rest}`

async function comment(client: Client, turbine: number, fields: object): Promise<Comment> {
  const body = { comment: SECRET, ...fields }
  return readData<Comment>(await client.json('POST', `/api/turbines/${turbine}/comments`, body))
}

/** A report of what is not published, with the picture of its first page. */
async function madeReport(
  testApp: TestApp,
  turbine: number,
  about: { year: number; is_draft: 0 | 1; inspection_version?: number },
): Promise<{ id: number; key: string }> {
  const key = `turbines/${turbine}/reports/${about.year}-${SECRET}.pdf`
  await testApp.putFile(originalOf(key), pdf())
  await testApp.putFile(thumbnailOf(key), Buffer.from('picture'))
  const { id } = await insertReport(testApp.services.db.write, {
    turbine_id: turbine,
    key,
    original_filename: `${SECRET}.pdf`,
    file_size_bytes: pdf().length,
    sha256: 'x',
    ...about,
    language: 'tr',
    has_thumbnail: 1,
    uploaded_at: new Date().toISOString(),
    uploader_id: null,
    first_name: '',
    last_name: '',
  })
  return { id, key }
}

async function orderReport(
  { services }: TestApp,
  turbineId: number,
  year: number,
  version: number | null,
): Promise<{ id: number }> {
  const { write } = services.db
  const { id } = await write.selectFrom('user').select('id').limit(1).executeTakeFirstOrThrow()
  const by = { userId: id, address: '', requestId: '' }
  return {
    id: await insertFileJob(
      write,
      reportKind,
      { turbineId, year, variant: 'en', extent: 'full', version },
      by,
    ),
  }
}

async function succeed(call: Promise<Response>): Promise<void> {
  const answer = await call
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
}
