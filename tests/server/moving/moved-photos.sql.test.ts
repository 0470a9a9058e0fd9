/** Photos that are moved to another category, blade, room or year of their turbine, on both databases. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import type { Photo } from '#domain/photo.ts'
import type { UnlinkedByMove } from '#domain/pictures/photo-move.ts'
import type { Turbine } from '#domain/turbine.ts'
import { company, operator, setUpFarm, superadmin, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, makeTurbine, readData, readError } from '../../support/builders.ts'
import { addFinding, findingsOf } from '../../support/finding-setup.ts'
import { readInspection } from '../../support/inspection-setup.ts'

const BYTES = await jpeg()
let photos: Photo[]

setUpFarm('file', ['operator', 'superadmin'], { turbines: 'test', jobs: 'wait' })
beforeEach(async () => {
  photos = []
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg'])
    photos.push(await operator.uploadPhoto(turbine, name, BYTES, { room: '3', blade: 'A', year: '2026' }))
})

const at = (index: number) => photos[index] as Photo
const ids = () => photos.map(({ id }) => id)
const move = (photo_ids: number[], place: object) =>
  operator.json('PUT', `/api/turbines/${turbine}/photos/place`, { photo_ids, ...place })
const read = async ({ id }: { id: number }) => {
  const answer = await operator.get(`/api/turbines/${turbine}/photos/${id}`)
  return ((await answer.json()) as { photo: Photo }).photo
}
const placeOf = ({ category, blade, room, year }: Photo) => [category, blade, room, year]
const places = async () => Promise.all(photos.map(async (photo) => placeOf(await read(photo))))
const findingOf = async ({ id }: Finding) =>
  readData<Finding>(await operator.get(findingsOf(turbine, `/${id}`)))
const entries = () =>
  testApp.services.db.read
    .selectFrom('audit')
    .select(['action', 'record_name', 'changed', 'moved'])
    .where('turbine_id', '=', turbine)
    .where('action', 'in', ['photo.move', 'finding.edit'])
    .orderBy('id')
    .execute()

it('changes only what is named, answers with the photos, and leaves their files at their keys', async () => {
  const answer = await move([at(0).id, at(1).id], { blade: 'B', room: '7' })
  const data = await readData<Photo[]>(answer)
  expect(data.map(({ key }) => key).sort()).toEqual([at(0).key, at(1).key].sort())
  expect(await places()).toEqual([
    ['blade', 'B', '7', 2026],
    ['blade', 'B', '7', 2026],
    ['blade', 'A', '3', 2026],
  ])
  expect((await operator.get(at(0).url)).status).toBe(200)
})

it('counts the photos of both years, and begins the inspection of the new one', async () => {
  await move([at(0).id, at(1).id], { year: 2025 })
  const { turbine: now } = (await (await operator.get(`/api/turbines/${turbine}`)).json()) as {
    turbine: Turbine
  }
  expect([now.photo_count, now.photo_years]).toEqual([3, [2026, 2025]])
  expect((await readInspection(operator, turbine, 2025)).photos).toBe(2)
  expect((await readInspection(operator, turbine, 2026)).photos).toBe(1)
  await move(ids(), { year: 2025 })
  expect((await readInspection(operator, turbine, 2025)).photos).toBe(3)
  const rows = await testApp.services.db.read
    .selectFrom('photo_year')
    .select(['year', 'photos'])
    .where('turbine_id', '=', turbine)
    .execute()
  expect(rows).toEqual([{ year: 2025, photos: 3 }])
})

it('has photos in the list of their new place only, also where a list is remembered', async () => {
  const names = async (query: string) =>
    (await readData<Photo[]>(await operator.get(`/api/turbines/${turbine}/photos?${query}`))).map(
      ({ originalName }) => originalName,
    )
  expect(await names('year=2026&room=3')).toHaveLength(3)
  await move([at(0).id], { category: 'drone', room: null })
  expect(await names('year=2026&room=3')).toEqual(['c.jpg', 'b.jpg'])
  expect(await names('category=drone')).toEqual(['a.jpg'])
})

describe('an audit entry', () => {
  it('says where each moved photo was and is', async () => {
    await move([at(0).id], { blade: 'C', year: 2024 })
    const [entry] = await entries()
    expect(entry).toMatchObject({ action: 'photo.move', record_name: 'a.jpg' })
    expect(JSON.parse(entry?.changed ?? '')).toEqual(['blade', 'year'])
    const answer = await superadmin.get(`/api/audit?turbine_id=${turbine}&action=photo.move`)
    expect((await readData<{ moved: object }[]>(answer))[0]?.moved).toEqual({
      from: { category: 'blade', blade: 'A', room: '3', year: 2026 },
      to: { category: 'blade', blade: 'C', room: '3', year: 2024 },
    })
  })

  it('is not written for a photo that is there already', async () => {
    await move([at(0).id], { blade: 'B' })
    const before = await testApp.contents()
    expect((await move([at(0).id], { blade: 'B' })).status).toBe(200)
    expect(await testApp.contents()).toEqual(before)
    await move(ids(), { blade: 'B' })
    expect((await entries()).map(({ record_name }) => record_name)).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
  })
})

describe('nothing is moved', () => {
  it.each([
    [{}, 'year'],
    [{ blade: 'D' }, 'blade'],
    [{ category: 'boat' }, 'category'],
    [{ year: 1979 }, 'year'],
    [{ room: '' }, 'room'],
    [{ room: null }, 'room'],
  ])('to %j', async (place, path) => {
    const answer = await move(ids(), place)
    expect(answer.status).toBe(400)
    const { issues } = (await answer.json()) as { issues: { path: string }[] }
    expect(issues.map((issue) => issue.path)).toEqual([path])
    expect(await places()).toEqual(photos.map(placeOf))
  })

  it('if a photo is missing or of another turbine', async () => {
    const other = await makeTurbine(testApp, { company_id: company })
    const foreign = await operator.uploadPhoto(other, 'x.jpg', BYTES, { room: '1' })
    for (const id of [foreign.id, 999_999])
      expect(await readError(await move([...ids(), id], { blade: 'B' }))).toEqual([404, 'photo_not_found'])
    expect(await places()).toEqual(photos.map(placeOf))
  })
})

it('lets a drone photo without a room become one of a blade only with a room', async () => {
  const drone = await operator.uploadPhoto(turbine, 'd.jpg', BYTES, {
    room: '',
    blade: '',
    category: 'drone',
    year: '2026',
  })
  expect((await move([drone.id], { category: 'blade' })).status).toBe(400)
  expect((await move([drone.id], { category: 'blade', room: '5' })).status).toBe(200)
  expect(placeOf(await read(drone))).toEqual(['blade', null, '5', 2026])
})

describe('a finding on a moved photo', () => {
  const fields = { type: 'le-erosion', side: 'LE', found_on: '2026-05-01' }

  it('follows, with its number, also to another blade and back', async () => {
    await addFinding(operator, turbine, { ...fields, blade: 'B', year: 2026 })
    const finding = await addFinding(operator, turbine, { ...fields, photo_id: at(0).id })
    expect(finding.number).toBe('A-LE-001')
    await move(ids(), { blade: 'B', room: '7', year: 2025 })
    expect(await findingOf(finding)).toMatchObject({
      blade: 'B',
      room: '7',
      year: 2025,
      number: 'A-LE-001',
      photo_id: at(0).id,
    })
    const found = await operator.get('/api/findings?q=A-LE-001')
    expect((await readData<Finding[]>(found)).map(({ id }) => id)).toContain(finding.id)
    expect((await addFinding(operator, turbine, { ...fields, year: 2026 })).number).toBe('A-LE-002')
    expect((await entries()).map(({ action, record_name }) => [action, record_name])).toContainEqual([
      'finding.edit',
      'A-LE-001',
    ])
    await move(ids(), { blade: 'A', room: '3', year: 2026 })
    const back = await findingOf(finding)
    expect(back).toMatchObject({ blade: 'A', room: '3', year: 2026, number: 'A-LE-001' })
    // A correction of the finding itself gives it another number, as ever.
    await operator.json('PUT', findingsOf(turbine, `/${finding.id}`), { side: 'TE' })
    expect((await findingOf(finding)).number).toBe('A-TE-001')
  })

  it('gives its kept number up when somebody corrects its side', async () => {
    const finding = await addFinding(operator, turbine, { ...fields, photo_id: at(0).id })
    await move([at(0).id], { blade: 'C' })
    await operator.json('PUT', findingsOf(turbine, `/${finding.id}`), { side: 'TE' })
    expect((await findingOf(finding)).number).toBe('C-TE-001')
  })

  it('keeps what somebody has corrected before the photo was moved', async () => {
    const finding = await addFinding(operator, turbine, { ...fields, photo_id: at(0).id })
    await operator.json('PUT', findingsOf(turbine, `/${finding.id}`), { room: '5' })
    await move([at(0).id], { room: '7' })
    expect((await findingOf(finding)).room).toBe('5')
  })

  it('keeps what somebody has said where its photo says nothing, also after the photo is back', async () => {
    const finding = await addFinding(operator, turbine, { ...fields, photo_id: at(0).id })
    await operator.json('PUT', findingsOf(turbine, `/${finding.id}`), { blade: 'B', room: '5' })
    const corrected = await findingOf(finding)
    await move([at(0).id], { category: 'drone', blade: null, room: null })
    await move([at(0).id], { category: 'blade', blade: 'A', room: '3' })
    const { blade, room, number } = await findingOf(finding)
    expect([blade, room, number]).toEqual(['B', '5', corrected.number])
  })

  it('gets the room of a photo that had none, if nobody has said one', async () => {
    await move([at(0).id], { category: 'drone', room: null })
    const finding = await addFinding(operator, turbine, { ...fields, photo_id: at(0).id })
    await move([at(0).id], { room: '7' })
    expect((await findingOf(finding)).room).toBe('7')
  })

  it('keeps its link to one that moves with it, and loses it to one that does not fit', async () => {
    const earlierPhoto = await operator.uploadPhoto(turbine, 'e.jpg', BYTES, {
      room: '3',
      blade: 'A',
      year: '2025',
    })
    const earlier = await addFinding(operator, turbine, {
      ...fields,
      found_on: '2025-05-01',
      photo_id: earlierPhoto.id,
    })
    const later = await addFinding(operator, turbine, {
      ...fields,
      photo_id: at(0).id,
      earlier_id: earlier.id,
    })
    await move([at(0).id, earlierPhoto.id], { blade: 'B' })
    expect((await findingOf(later)).earlier_id).toBe(earlier.id)
    const answer = await move([earlierPhoto.id], { blade: 'C' })
    const { unlinked } = (await answer.json()) as { unlinked: UnlinkedByMove[] }
    expect(unlinked).toEqual([{ id: later.id, number: later.number, earlier_id: earlier.id }])
    expect((await findingOf(later)).earlier_id).toBeNull()
  })
})

it('moves more photos than one statement changes', async () => {
  const { write } = testApp.services.db
  const { id: _, ...row } = await write
    .selectFrom('photo')
    .selectAll()
    .where('id', '=', at(0).id)
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: 320 }, (_, index) => ({
    ...row,
    key: `${row.key}-${index}`,
    original_name: `${index}.jpg`,
  }))
  const added = await write.insertInto('photo').values(rows).returning('id').execute()
  const data = await readData<Photo[]>(
    await move(
      added.map(({ id }) => id),
      { year: 2023 },
    ),
  )
  expect(data).toHaveLength(320)
  expect((await readInspection(operator, turbine, 2023)).photos).toBe(320)
})
