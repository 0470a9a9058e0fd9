/** Findings of every kind leave as CSV, come into an empty turbine and leave again: the same bytes. */
import fc from 'fast-check'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { FINDING_STATUSES, type Finding } from '#domain/findings/finding.ts'
import type { FindingImportResult } from '#domain/findings/finding-import.ts'
import { FINDING_MEASURES, FINDING_SIDES, SEVERITIES } from '#domain/findings/finding-type.ts'
import { LANGUAGES, type Language } from '#domain/text/language.ts'
import { FINDING_TYPES } from '#server/features/findings/finding-types.ts'
import { type Client, signInAs } from '../../support/accounts.ts'
import { operator, company as own, setUpCompany, testApp } from '../../support/app-setup.ts'
import { jpeg, makeTurbine, readData } from '../../support/builders.ts'
import { addFinding, findingsOf } from '../../support/finding-setup.ts'

const BLADE_LENGTH_M = 120
const PHOTOS = ['nose.jpg', 'tip.jpg']
const PLACE_OF_PHOTOS = { blade: 'B', room: '7', year: '2025' }

let manager: Client
let source: number
let target: number

setUpCompany('file', ['operator'])
beforeAll(async () => {
  manager = await signInAs(testApp, 'superadmin', own)
  const turbine = { company_id: own, code: "=T'-7;@", blade_length: BLADE_LENGTH_M }
  source = await makeTurbine(testApp, turbine)
  target = await makeTurbine(testApp, turbine)
  for (const id of [source, target]) {
    for (const name of PHOTOS) await operator.upload(id, { [name]: await jpeg() }, PLACE_OF_PHOTOS)
  }
})
beforeEach(removeFindings)

async function removeFindings() {
  const { write } = testApp.services.db
  await write.deleteFrom('finding').execute()
  await write.deleteFrom('finding_serial').execute()
}

const list = async (turbine: number) => readData<Finding[]>(await operator.get(findingsOf(turbine)))

async function download(turbine: number, language: Language): Promise<string> {
  const answer = await operator.get(`/api/findings.csv?turbine_id=${turbine}`, {
    'Accept-Language': language,
  })
  return Buffer.from(await answer.arrayBuffer()).toString()
}

async function importFile(turbine: number, csv: string, dry_run = false): Promise<FindingImportResult> {
  const file = { csv, distances_from: 'root', dry_run }
  return readData<FindingImportResult>(await operator.json('POST', findingsOf(turbine, '/import'), file))
}

/** What a line cannot say differs: the ids, the times and the marks. */
async function contentOf(turbine: number) {
  const findings = await list(turbine)
  const numbers = new Map(findings.map(({ id, number }) => [id, number]))
  return findings.map((finding) => ({
    ...withoutOwn(finding),
    // A file has one number for a place that is no range.
    to_m: finding.to_m ?? finding.from_m,
    positions_m: finding.positions_m.length === 1 ? [] : finding.positions_m,
    earlier_id: numbers.get(finding.earlier_id ?? 0),
    later_id: numbers.get(finding.later_id ?? 0),
  }))
}

/** Without what a file does not have. */
function withoutOwn(finding: Finding): Partial<Finding> {
  const { id, turbine_id, photo_id, thumb_url, shape, created_at, updated_at, revision, ...rest } = finding
  return rest
}

async function expectRoundTrip(language: Language): Promise<void> {
  const file = await download(source, language)
  const before = await contentOf(source)
  const preview = await importFile(target, file, true)
  const imported = await importFile(target, file)
  expect(imported).toEqual(preview)
  expect(imported.refused).toEqual([])
  expect(imported.lines.flatMap(({ remarks }) => remarks)).toEqual([])
  expect(imported.accepted).toBe(before.length)
  expect(await download(target, language)).toBe(file)
  expect(await contentOf(target)).toEqual(before)
  for (const turbine of [source, target]) {
    for (const each of LANGUAGES) {
      const again = await importFile(turbine, await download(turbine, each))
      expect([again.accepted, again.known]).toEqual([0, before.length])
      expect(again.lines.flatMap(({ remarks }) => remarks.slice(1))).toEqual([])
    }
  }
  expect(await download(target, language)).toBe(file)
}

const text = (maxLength: number, letters: string) =>
  fc.array(fc.constantFrom(...letters, '👩‍🔧', 'é'), { maxLength }).map((parts) => parts.join(''))
const SIGNS = '=+-@＝＋－＠;,"\' \u00a0aİıŞğ😀1.'
const metres = fc.oneof(
  fc.double({ min: 0, max: BLADE_LENGTH_M, noNaN: true }),
  fc.constantFrom(0, 1e-7, 0.0005, 12.3456789, 120, 1.25, 0.1 + 0.2),
)
const measure = fc.oneof(
  fc.double({ min: 0, max: 1_000_000, noNaN: true }),
  fc.constantFrom(0, 1e-9, 1250, 1000000, 0.05, 1234.5),
)
const place = fc.oneof(
  fc.constant({}),
  metres.map((from_m) => ({ from_m })),
  fc.tuple(metres, metres).map(([one, other]) => ({
    from_m: Math.min(one, other),
    to_m: Math.max(one, other),
  })),
  fc.array(metres, { maxLength: 5 }).map((positions_m) => ({ positions_m })),
)
const photo = fc.option(
  fc.record({
    name: fc.constantFrom(...PHOTOS),
    shape: fc.constantFrom(null, { on: 'image', kind: 'point', points: [[0.5, 0.25]] }),
  }),
)
const finding = fc.record({
  fields: fc.record({
    blade: fc.constantFrom('A', 'B', 'C'),
    side: fc.constantFrom(...FINDING_SIDES),
    type: fc.constantFrom(...FINDING_TYPES.map(({ id }) => id)),
    room: fc.option(text(8, SIGNS).filter((room) => /\p{L}/u.test(room))),
    severity: fc.option(fc.constantFrom(...SEVERITIES)),
    status: fc.constantFrom(...FINDING_STATUSES),
    text: text(25, `${SIGNS}\t\n\r`),
    year: fc.constantFrom(2024, 2025),
    found_on: fc.constantFrom('2024-02-29', '2024-12-31', '2025-01-01', '2025-06-01'),
  }),
  measures: fc.dictionary(fc.constantFrom(...FINDING_MEASURES.filter((each) => each !== 'count')), measure),
  count: fc.option(fc.integer({ min: 0, max: 100_000 })),
  due: fc.option(
    fc.record({ own_due_on: fc.constantFrom('2025-03-01', '2031-12-31'), due_reason: text(20, `a${SIGNS}`) }),
  ),
  place,
  photo,
  /** What happens to it after it was added. */
  fate: fc.constantFrom('stays', 'stays', 'stays', 'is deleted', 'moves', 'is doubled'),
  continues: fc.boolean(),
})
type Generated = typeof finding extends fc.Arbitrary<infer Value> ? Value : never

async function addGenerated(each: Generated, photos: Map<string, number>): Promise<void> {
  const draft = {
    ...each.fields,
    ...each.measures,
    ...each.place,
    count: each.count,
    ...(each.photo
      ? { blade: 'B', year: 2025, photo_id: photos.get(each.photo.name), shape: each.photo.shape }
      : {}),
    ...(each.due ? { ...each.due, due_reason: `a${each.due.due_reason}` } : {}),
  }
  const added = await addFinding(operator, source, draft)
  const path = findingsOf(source, `/${added.id}`)
  if (each.fate === 'is doubled') await addFinding(operator, source, draft)
  if (each.fate === 'moves') await operator.json('PUT', path, { side: added.side === 'LE' ? 'TE' : 'LE' })
  if (each.fate === 'is deleted') await manager.delete(path)
  else if (each.continues) {
    // Some are refused, because the rules of links allow them only one.
    for (const { id } of (await list(source)).slice(0, 3))
      await operator.json('PUT', path, { earlier_id: id })
  }
}

async function photoIds(): Promise<Map<string, number>> {
  const rows = await testApp.services.db.read
    .selectFrom('photo')
    .select(['id', 'original_name'])
    .where('turbine_id', '=', source)
    .execute()
  return new Map(rows.map(({ id, original_name }) => [original_name, id]))
}

it('gives the same bytes for findings of every kind', async () => {
  const photos = await photoIds()
  let links = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(finding, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(...LANGUAGES),
      async (findings, language) => {
        await removeFindings()
        for (const each of findings) await addGenerated(each, photos)
        links += (await list(source)).filter(({ earlier_id }) => earlier_id !== null).length
        await expectRoundTrip(language)
      },
    ),
    { numRuns: 25 },
  )
  expect(links).toBeGreaterThan(0)
})

it.each(LANGUAGES)(
  'gives the same bytes for every type, side, status and severity in %s',
  async (language) => {
    for (const [index, { id }] of FINDING_TYPES.entries()) {
      await addFinding(operator, source, {
        type: id,
        side: FINDING_SIDES[index % FINDING_SIDES.length],
        status: FINDING_STATUSES[index % FINDING_STATUSES.length],
        severity: [null, ...SEVERITIES][index % 6],
      })
    }
    await expectRoundTrip(language)
  },
)

it('knows a finding of a type that an editor has taken out of the table', async () => {
  const { id } = await addFinding(operator, source)
  await testApp.services.db.write.updateTable('finding').set({ type: 'rust' }).where('id', '=', id).execute()
  const file = await download(source, 'tr')
  expect(await importFile(source, file)).toMatchObject({ accepted: 0, known: 1 })
  expect(await importFile(target, file)).toMatchObject({ accepted: 0, known: 0, refused: [{ line: 2 }] })
})
