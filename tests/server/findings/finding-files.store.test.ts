import { beforeAll, expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { type Client, signInAs } from '../../support/accounts.ts'
import { operator, company as own, setUpCompany, testApp } from '../../support/app-setup.ts'
import { jpeg, makeCompany, makeTurbine, readData } from '../../support/builders.ts'
import { expectError } from '../../support/expect-error.ts'
import { addFinding } from '../../support/finding-setup.ts'

let stranger: Client
let turbine: number

setUpCompany('file', ['operator'])
beforeAll(async () => {
  stranger = await signInAs(testApp, 'admin', await makeCompany(testApp))
  turbine = await makeTurbine(testApp, { company_id: own, code: 'T-7', coordinates: '38.5,26.4' })
  const answer = await operator.upload(turbine, { 'nose.jpg': await jpeg({ width: 400, height: 200 }) })
  const [photo] = await readData<Photo[]>(answer)
  const photo_id = photo?.id
  const points = [
    [0.1, 0.2],
    [0.3, 0.6],
  ]
  const found_on = '2026-06-01'
  const old = await addFinding(operator, turbine, {
    found_on: '2025-06-01',
    year: 2025,
    positions_m: [21.2, 22.2],
  })
  await addFinding(operator, turbine, {
    photo_id,
    found_on,
    shape: { on: 'image', kind: 'box', points },
    severity: 3,
    from_m: 34.6,
    to_m: 37.1,
    width_mm: 60.5,
    text: 'Kaplama yok; "lif" açıkta',
    earlier_id: old.id,
  })
  await addFinding(operator, turbine, {
    photo_id,
    found_on,
    shape: {
      on: 'image',
      kind: 'polygon',
      points: [
        [0, 0],
        [0.5, 0],
        [0.5, 1],
      ],
    },
    type: 'oil',
    text: '=1+1',
  })
  await addFinding(operator, turbine, {
    photo_id,
    shape: { on: 'sphere', kind: 'point', points: [[179, 4]] },
  })
  const foreign = await makeTurbine(testApp, { company_id: await makeCompany(testApp) })
  await addFinding(await signInAs(testApp, 'superadmin', 999), foreign)
})

const download = async (client: Client, name: string, language = 'tr') => {
  const answer = await client.get(`/api/${name}`, { 'Accept-Language': language })
  return {
    type: answer.headers.get('Content-Type'),
    file: answer.headers.get('Content-Disposition'),
    // `answer.text()` would leave out the byte order mark.
    text: Buffer.from(await answer.arrayBuffer()).toString(),
  }
}

it('writes a Turkish CSV with semicolons, decimal commas and Turkish words', async () => {
  const { type, file, text } = await download(operator, 'findings.csv')
  expect([type, file]).toEqual([
    'text/csv; charset=utf-8',
    `attachment; filename="bulgular.csv"; filename*=UTF-8''bulgular.csv`,
  ])
  expect(text.startsWith('\uFEFFTürbin;Numara;Kanat;')).toBe(true)
  expect(text).toContain('T-7;A-LE-001;A;LE;;Hücum kenarı erozyonu;Derecelendirilmedi;"21,2; 22,2";')
  expect(text).toContain(
    'T-7;A-LE-002;A;LE;1;Hücum kenarı erozyonu;3;"34,6–37,1";;60,5;;;;;;"Kaplama yok; ""lif"" açıkta";Açık;2026;2026-06-01;2026-12-01;nose.jpg;A-LE-001;Ada Yel;;\r\n',
  )
  expect(text).toContain(";'=1+1;")
  expect(text.trim().split('\r\n')).toHaveLength(5)
})

it('writes an English CSV with commas and decimal points', async () => {
  const { text } = await download(operator, 'findings.csv', 'en')
  expect(text).toContain('T-7,A-LE-002,A,LE,1,Leading-edge erosion,3,34.6–37.1,,60.5,')
  expect(text).toContain(',Not graded,"21.2; 22.2",')
})

it('has only the findings that the viewer may see and that match', async () => {
  expect((await download(stranger, 'findings.csv')).text.trim().split('\r\n')).toHaveLength(1)
  const { text } = await download(operator, 'findings.csv?type=oil')
  expect(text.trim().split('\r\n')).toHaveLength(2)
  await expectError(operator.get('/api/findings.csv?severity_min=9'), 400, 'validation_failed')
})

it('writes GeoJSON with the place of the turbine and the mark as a property', async () => {
  const { type, text } = await download(operator, 'findings.geojson')
  const collection = JSON.parse(text)
  expect(type).toBe('application/geo+json')
  expect(collection.features).toHaveLength(4)
  expect(collection.features[1]).toMatchObject({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [26.4, 38.5] },
    properties: {
      number: 'A-LE-002',
      severity: 3,
      shape: { on: 'image', kind: 'box' },
      photo_name: 'nose.jpg',
      earlier_number: 'A-LE-001',
    },
  })
  expect(JSON.parse((await download(stranger, 'findings.geojson')).text)).toEqual({
    type: 'FeatureCollection',
    features: [],
  })
})

it('writes COCO with the boxes and polygons in pixels', async () => {
  const { file, text } = await download(operator, 'findings.coco.json')
  const { images, annotations, categories } = JSON.parse(text)
  expect(file).toContain('bulgular.coco.json')
  expect(images).toEqual([
    { id: expect.any(Number), file_name: 'T-7 fotoğrafları/nose.jpg', width: 400, height: 200 },
  ])
  expect(annotations).toEqual([
    expect.objectContaining({
      image_id: images[0].id,
      bbox: [40, 40, 80, 80],
      area: 6400,
      segmentation: [[40, 40, 120, 40, 120, 120, 40, 120]],
      iscrowd: 0,
    }),
    expect.objectContaining({ bbox: [0, 0, 200, 200], area: 20_000 }),
  ])
  const names = annotations.map(
    ({ category_id }: { category_id: number }) =>
      categories.find(({ id }: { id: number }) => id === category_id)?.name,
  )
  expect(names).toEqual(['le-erosion', 'oil'])
})

it('writes more findings than one page of rows', async () => {
  const { write, read } = testApp.services.db
  const row = await read
    .selectFrom('finding')
    .selectAll()
    .where('turbine_id', '=', turbine)
    .where('earlier_id', 'is', null)
    .executeTakeFirstOrThrow()
  const { id: _, ...fields } = row
  const rows = Array.from({ length: 1100 }, (_, index) => ({ ...fields, serial: 1000 + index }))
  for (let begin = 0; begin < rows.length; begin += 100) {
    await write
      .insertInto('finding')
      .values(rows.slice(begin, begin + 100))
      .execute()
  }
  expect((await download(operator, 'findings.csv')).text.trim().split('\r\n')).toHaveLength(1105)
  expect(JSON.parse((await download(operator, 'findings.geojson')).text).features).toHaveLength(1104)
})
