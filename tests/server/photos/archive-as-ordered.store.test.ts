import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import type { PhotoArchive } from '#domain/photo-archive.ts'
import { getPhotos, listPhotos } from '#server/features/photos/photo-queries.ts'
import { operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, readData } from '../../support/builders.ts'

setUpTurbine()

let photo: Photo
beforeEach(async () => {
  photo = await operator.uploadPhoto(turbine, 'a.jpg', await jpeg(), { room: '3' })
})

const order = () => operator.json('POST', `/api/turbines/${turbine}/photos/archives`, { ids: [photo.id] })

it('stays the ZIP that was ordered, with its length, when its turbine gets another name', async () => {
  const { url, size } = await readData<PhotoArchive>(await order())
  await testApp.edit('turbine', turbine, { turbine_name: 'A much longer name' })
  const head = await operator.send('HEAD', url)
  const answer = await operator.get(url)
  const lengths = [head, answer].map(({ headers }) => headers.get('Content-Length'))
  expect(lengths).toEqual([String(size), String(size)])
  const zip = Buffer.from(await answer.arrayBuffer())
  expect(zip.length).toBe(size)
  expect(zip.toString()).not.toContain('A much longer name')
})

it('is not measured again for HEAD, because its table alone takes the time of many requests', async () => {
  const { url } = await readData<PhotoArchive>(await order())
  const { write } = testApp.services.db
  await write.updateTable('photo_archive').set({ size: 12_345 }).where('turbine_id', '=', turbine).execute()
  expect((await operator.send('HEAD', url)).headers.get('Content-Length')).toBe('12345')
})

/** Gives the turbine copies of its photo. */
async function addPhotos(count: number): Promise<void> {
  const { write, read } = testApp.services.db
  const { id: _, ...row } = await read
    .selectFrom('photo')
    .selectAll()
    .where('id', '=', photo.id)
    .executeTakeFirstOrThrow()
  const added = Array.from({ length: count }, (_, index) => ({
    ...row,
    key: `${turbine}/${index}.jpg`,
    original_name: `${index}.jpg`,
    // Several photos of one request have the same time.
    uploaded_at: new Date(Date.parse(row.uploaded_at) + ((index * 7) % 1000)).toISOString(),
  }))
  for (let at = 0; at < added.length; at += 500)
    await write
      .insertInto('photo')
      .values(added.slice(at, at + 500))
      .execute()
}

it('has the photos in the order of the list if they are more than are read at once', async () => {
  const { read } = testApp.services.db
  await addPhotos(2500)
  const list = await listPhotos(read, turbine, { view: 'all' })
  const found = await getPhotos(
    read,
    turbine,
    list.map(({ id }) => id).sort((a, b) => a - b),
  )
  expect(found).toEqual(list)
})

it('lets other requests be answered while it looks at its photos', async () => {
  const { read } = testApp.services.db
  await addPhotos(100)
  const ids = (await listPhotos(read, turbine, { view: 'all' })).map(({ id }) => id)
  const now = performance.now.bind(performance)
  let passed = 0
  // Each photo takes as long as one turn may take.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    passed += 4
    return now() + passed
  })
  let isOver = false
  const over = getPhotos(read, turbine, ids).finally(() => {
    isOver = true
  })
  let turns = 0
  for (; !isOver; turns += 1) await nextTurn()
  clock.mockRestore()
  expect(await over).toHaveLength(101)
  expect(turns).toBeGreaterThan(100)
})
