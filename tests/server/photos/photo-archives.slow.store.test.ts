import { once } from 'node:events'
import { readdir, readlink, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ARCHIVE_ADDRESS_MS } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'
import type { PhotoArchive } from '#domain/photo-archive.ts'
import { type FileId, originalOf } from '#server/infrastructure/store/file-store.ts'
import { type Client, makeUser, makeVisitor, signIn, signInAs } from '../../support/accounts.ts'
import { company, operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, makeCompany, makeTurbine, readData, readError, readUpload } from '../../support/builders.ts'
import { expectError } from '../../support/expect-error.ts'
import { checkByOtherPrograms, readZip } from '../../support/files/read-zip.ts'
import { deleteAsIn } from '../../support/time/delete-as-in.ts'

setUpTurbine()

let photos: Photo[]
beforeEach(async () => {
  const files = { 'a.jpg': await jpeg(), 'A.jpg': await jpeg(), 'b.jpg': await jpeg({ width: 900 }) }
  // The newest photo is the first one of the list.
  photos = (await readUpload(await operator.upload(turbine, files, { room: '3' }))).data.toReversed()
})

const ids = () => photos.map(({ id }) => id)

function order(client: Client, photoIds: number[], headers: Record<string, string> = {}) {
  return client.json('POST', `/api/turbines/${turbine}/photos/archives`, { ids: photoIds }, headers)
}

async function orderedUrl(client: Client = operator, headers: Record<string, string> = {}) {
  return (await readData<PhotoArchive>(await order(client, ids(), headers))).url
}

const fileOf = (photo: Photo | undefined) => originalOf(photo?.key ?? '')

async function download(answer: Response) {
  const path = join(testApp.dir, 'download.zip')
  await writeFile(path, Buffer.from(await answer.arrayBuffer()))
  return path
}

describe('an archive of photos', () => {
  it('has the originals in the order of the list, and a table', async () => {
    const { url, size } = await readData<PhotoArchive>(await order(operator, ids().toReversed()))
    const answer = await operator.get(url)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(size),
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="T.*\.zip"; filename\*=UTF-8''T/),
    })
    const path = await download(answer)
    const [table, ...files] = await readZip(path)
    expect(table?.name).toBe('photos.csv')
    expect(files.map(({ sha256 }) => sha256)).toEqual(photos.map(({ sha256 }) => sha256))
    expect(files.map(({ name }) => name)).toEqual(['b.jpg', 'A.jpg', 'a (2).jpg'])
    for (const [index, { method, modifiedAt }] of files.entries()) {
      expect(method).toBe(0)
      const difference = Date.parse(photos[index]?.upload_date ?? '') - modifiedAt.getTime()
      expect(difference).toBeGreaterThanOrEqual(0)
      expect(difference).toBeLessThan(1000)
    }
    await expect(checkByOtherPrograms(path)).resolves.toBeDefined()
  })

  it('is in the language of the order', async () => {
    await testApp.edit('turbine', turbine, { turbine_name: 'Çeşme "1"' })
    const turkish = await operator.get(await orderedUrl())
    expect(turkish.headers.get('Content-Disposition')).toBe(
      `attachment; filename="_e_me _1_ foto_raflar_.zip"; filename*=UTF-8''${encodeURIComponent('Çeşme _1_ fotoğrafları.zip')}`,
    )
    const [tr] = await readZip(await download(turkish))
    expect(tr?.text.split('\r\n')[0]).toBe(
      '\uFEFFDosya;Türbin;Tür;Kanat;Oda;Yıl;Ay;Boyut (bayt);Genişlik (piksel);Yükseklik (piksel);SHA-256;Yüklenme zamanı (UTC);Yükleyen',
    )
    const english = await operator.get(await orderedUrl(operator, { 'Accept-Language': 'en' }))
    const [en] = await readZip(await download(english))
    const [first] = photos
    expect(en?.text.split('\r\n')[1]).toBe(
      `b.jpg,"Çeşme ""1""",Blade,A,3 (Tip-WW),${first?.year},${first?.month},${first?.size},900,300,${first?.sha256},${first?.upload_date},Ada Yel`,
    )
  })

  it('answers HEAD with the length', async () => {
    const { url, size } = await readData<PhotoArchive>(await order(operator, ids()))
    const answer = await operator.send('HEAD', url)
    expect([answer.status, answer.headers.get('Content-Length')]).toEqual([200, String(size)])
  })

  it.each(['customer', 'viewer', 'superadmin'] as const)('can be downloaded by a %s', async (role) => {
    const client = await signInAs(testApp, role, company)
    const answer = await makeVisitor(testApp).get(await orderedUrl(client), { Cookie: client.cookie })
    expect(await readZip(await download(answer))).toHaveLength(4)
  })
})

describe('an order', () => {
  it('is refused for a photo of another turbine, a deleted photo, and an unknown one', async () => {
    const other = await makeTurbine(testApp, { company_id: company })
    const { data } = await readUpload(await operator.upload(other, { 'a.jpg': await jpeg() }))
    const [deleted] = photos
    const admin = await signInAs(testApp, 'admin', company)
    await admin.delete(`/api/turbines/${turbine}/photos?key=${deleted?.key}`)
    for (const id of [data[0]?.id as number, deleted?.id as number, 99999]) {
      await expectError(order(operator, [...ids().slice(1), id]), 404, 'photo_not_found')
    }
    const stranger = await signInAs(testApp, 'admin', await makeCompany(testApp))
    expect(await readError(await order(stranger, ids()))).toEqual([404, 'turbine_not_found'])
  })

  it('is refused without photos and with too many', async () => {
    const many = Array.from({ length: 10_001 }, (_, index) => index + 1)
    for (const wrong of [[], many, [0], [1.5]]) {
      expect(await readError(await order(operator, wrong))).toEqual([400, 'validation_failed'])
    }
  })

  it.each<[string, (file: FileId) => Promise<unknown>]>([
    ['is missing', (file) => testApp.services.store.remove([file])],
    ['has another size', (file) => testApp.putFile(file, new Uint8Array(100))],
  ])('names the photo whose file %s', async (_, damage) => {
    await damage(fileOf(photos[1]))
    const answer = await order(operator, ids(), { 'Accept-Language': 'en' })
    expect(await answer.json()).toMatchObject({
      error: 'photo_not_found',
      message: expect.stringContaining('“A.jpg” is missing or damaged'),
    })
  })
})

describe('the address of an archive', () => {
  it('is refused to other users, and after the end of the session', async () => {
    const url = await orderedUrl()
    const colleague = await signInAs(testApp, 'admin', company)
    expect(await readError(await colleague.get(url))).toEqual([404, 'archive_not_found'])
    expect(await readError(await makeVisitor(testApp).get(url))).toEqual([401, 'unauthenticated'])
    const own = await signInAs(testApp, 'operator', company)
    const ownUrl = await orderedUrl(own)
    await own.json('POST', '/api/auth/logout', {})
    const answer = await makeVisitor(testApp).get(ownUrl, { Cookie: own.cookie })
    expect(await readError(answer)).toEqual([401, 'unauthenticated'])
  })

  it('expires', async () => {
    const url = await orderedUrl()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ARCHIVE_ADDRESS_MS })
    try {
      expect(await readError(await operator.get(url))).toEqual([404, 'archive_not_found'])
    } finally {
      vi.useRealTimers()
    }
  })

  it('is not found after one of the photos is deleted, or the turbine belongs to another company', async () => {
    const [url, other] = [await orderedUrl(), await orderedUrl()]
    const set = { company_id: await makeCompany(testApp) }
    await testApp.services.db.write.updateTable('turbine').set(set).where('id', '=', turbine).execute()
    expect(await readError(await operator.get(url))).toEqual([404, 'archive_not_found'])
    const superadmin = await signInAs(testApp, 'superadmin')
    const ordered = await orderedUrl(superadmin)
    await superadmin.delete(`/api/turbines/${turbine}/photos?key=${photos[0]?.key}`)
    expect(await readError(await superadmin.get(ordered))).toEqual([404, 'archive_not_found'])
    expect((await superadmin.send('HEAD', ordered)).status).toBe(404)
    expect(await readError(await superadmin.get(other))).toEqual([404, 'archive_not_found'])
  })

  it('is a row that goes with its user and its turbine, and that the maintenance deletes when it has expired', async () => {
    const { write, read } = testApp.services.db
    const orders = async () =>
      (await read.selectFrom('photo_archive').select(['user_id', 'turbine_id']).execute()).length
    await write.deleteFrom('photo_archive').execute()
    const superadmin = await signInAs(testApp, 'superadmin')
    const account = await makeUser(testApp, { role: 'viewer', company_id: company })
    await orderedUrl(await signIn(testApp, account))
    expect(await orders()).toBe(1)
    expect((await superadmin.delete(`/api/users/${account.id}`)).ok).toBe(true)
    expect(await orders()).toBe(0)

    await orderedUrl(superadmin)
    await deleteAsIn(testApp.services, Date.now() + ARCHIVE_ADDRESS_MS + 1000)
    expect(await orders()).toBe(0)

    await orderedUrl(superadmin)
    expect((await superadmin.delete(`/api/turbines/${turbine}`)).ok).toBe(true)
    expect(await orders()).toBe(0)
  })

  it('is not found after its user has ordered five newer archives', async () => {
    const client = await signInAs(testApp, 'viewer', company)
    const urls = []
    for (let count = 0; count < 6; count += 1) urls.push(await orderedUrl(client))
    expect((await client.send('HEAD', urls[0] as string)).status).toBe(404)
    expect((await client.send('HEAD', urls[1] as string)).status).toBe(200)
  })
})

describe('a download', () => {
  it('is refused while its user has three other downloads', async () => {
    const client = await signInAs(testApp, 'viewer', company)
    const url = await orderedUrl(client)
    const running = [await client.get(url), await client.get(url), await client.get(url)]
    const refused = await client.get(url)
    expect(await readError(refused)).toEqual([429, 'too_many_archives'])
    expect(refused.headers.get('Retry-After')).toBe('60')
    expect(await readError(await order(client, ids()))).toEqual([429, 'too_many_archives'])
    await running[0]?.arrayBuffer()
    await running[1]?.body?.cancel()
    expect((await order(client, ids())).status).toBe(201)
    await (await client.get(url)).arrayBuffer()
    await running[2]?.body?.cancel()
  })

  it.each<[string, (file: FileId) => Promise<unknown>]>([
    ['is missing', (file) => testApp.services.store.remove([file])],
    ['is shorter', (file) => testApp.putFile(file, new Uint8Array(100))],
    ['has other bytes', (file) => testApp.putFile(file, new Uint8Array(photos[2]?.size ?? 0))],
  ])('breaks off over the network if a file in the middle %s', async (_, damage) => {
    await using server = await listen()
    const url = await orderedUrl()
    await damage(fileOf(photos[2]))
    const answer = await fetch(server.origin + url, {
      headers: { Authorization: `Bearer ${operator.token}` },
    })
    expect(answer.status).toBe(200)
    await expect(answer.arrayBuffer()).rejects.toThrow()
    expect((await order(operator, ids().slice(0, 2))).status).toBe(201)
  })

  it('ends when the client goes away, and closes the files', async () => {
    const large = await jpeg({ width: 3000, height: 2200 })
    await operator.upload(turbine, { 'large.jpg': large, 'large2.jpg': large, 'large3.jpg': large })
    const { data } = await readUpload(await operator.get(`/api/turbines/${turbine}/photos?view=all`))
    const client = await signInAs(testApp, 'viewer', company)
    await using server = await listen()
    for (let count = 0; count < 4; count += 1) {
      const all = data.map(({ id }) => id)
      const { url } = await readData<PhotoArchive>(await order(client, all))
      const end = new AbortController()
      const headers = { Authorization: `Bearer ${client.token}` }
      const answer = await fetch(server.origin + url, { headers, signal: end.signal })
      await answer.body?.getReader().read()
      end.abort()
      await vi.waitFor(async () => expect(await openFiles()).toEqual([]))
    }
  })
})

/** The real app behind a real port. */
async function listen() {
  const server = createAdaptorServer({ fetch: testApp.app.fetch }) as Server
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The originals that this process has open. */
async function openFiles(): Promise<string[]> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return links.filter((path) => path.startsWith(join(testApp.dir, 'files')))
}
