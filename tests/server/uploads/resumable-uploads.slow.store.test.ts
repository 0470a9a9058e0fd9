import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { PARTIAL_UPLOAD_KEPT_MS, PARTIAL_UPLOADS_PER_USER } from '#domain/limits.ts'
import { maintainFiles } from '#server/features/stored-files/stray-files.ts'
import { type Client, signInAs } from '../../support/accounts.ts'
import { company, operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, makeTurbine, readError, readUpload } from '../../support/builders.ts'
import { expectError } from '../../support/expect-error.ts'
import { deleteAsIn } from '../../support/time/delete-as-in.ts'
import { beginParts, UploadInParts } from '../../support/tus-requests.ts'

setUpTurbine()

const sender = (client: Client) => client.send.bind(client)
const begin = (length: number, name = 'large.jpg', client = operator) =>
  UploadInParts.begin(sender(client), turbine, name, length)
const photos = async () => (await readUpload(await operator.get(`/api/turbines/${turbine}/photos`))).data
const partial = async () => (await testApp.files()).filter((file) => file.startsWith('partial/'))

beforeEach(async () => {
  await testApp.services.db.write.deleteFrom('partial_upload').execute()
  await maintainFiles(testApp.services)
})

/** Makes the last part of every upload older than the time that uploads are kept. */
async function letUploadsEnd() {
  const changed_at = new Date(Date.now() - PARTIAL_UPLOAD_KEPT_MS - 1).toISOString()
  await testApp.services.db.write.updateTable('partial_upload').set({ changed_at }).execute()
}

describe('a photo in parts', () => {
  it('is stored with its last part, like one in a single request', async () => {
    const bytes = await jpeg({ width: 900, height: 600 })
    const middle = Math.floor(bytes.length / 2)
    const upload = await begin(bytes.length)
    expect(await upload.offset()).toEqual({ status: 200, offset: 0 })
    const first = await upload.part(bytes.subarray(0, middle), 0)
    expect([first.status, first.headers.get('Upload-Offset')]).toEqual([204, String(middle)])
    expect(await upload.offset()).toEqual({ status: 200, offset: middle })
    expect(await photos()).toEqual([])

    const last = await upload.part(bytes.subarray(middle), middle)
    expect([last.status, last.headers.get('Upload-Offset')]).toEqual([204, String(bytes.length)])
    const [photo] = await photos()
    expect(photo).toMatchObject({ originalName: 'large.jpg', room: '1', blade: 'A', width: 900 })
    const stored = await testApp.readOriginal(photo?.key ?? '')
    expect(stored.equals(bytes)).toBe(true)
    expect((await testApp.files()).filter((file) => file.includes(`/${turbine}/`))).toHaveLength(4)
    expect(await partial()).toEqual([])
  })

  it('counts as complete for a day after its last part, so that a lost answer stores no second photo', async () => {
    const bytes = await jpeg()
    const upload = await begin(bytes.length)
    await upload.part(bytes, 0)
    expect(await upload.offset()).toEqual({ status: 200, offset: bytes.length })
    expect(await readError(await upload.part(bytes.subarray(9), 9))).toEqual([409, 'upload_conflict'])
    expect((await upload.cancel()).status).toBe(204)
    expect(await photos()).toHaveLength(1)
  })

  it('refuses a part at a wrong position, and can continue after that', async () => {
    const bytes = await jpeg()
    const upload = await begin(bytes.length)
    await upload.part(bytes.subarray(0, 100), 0)
    for (const start of [0, 99, 101]) {
      await expectError(upload.part(bytes.subarray(start), start), 409, 'upload_conflict')
    }
    expect((await upload.part(bytes.subarray(100), 100)).status).toBe(204)
    expect(await photos()).toHaveLength(1)
  })

  it.each([
    ['POST', 'Upload-Concat', 'partial'],
    ['POST', 'Upload-Concat', 'final;/api/turbines/1/photos/uploads/x'],
    ['POST', 'Upload-Defer-Length', '1'],
    ['POST', 'Upload-Checksum', 'sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0='],
    ['PATCH', 'Upload-Length', '100'],
    ['PATCH', 'Upload-Concat', 'partial'],
    ['PATCH', 'Upload-Checksum', 'sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0='],
    ['HEAD', 'Upload-Concat', 'partial'],
  ])('is refused at %s with %s: the server does not have this extension', async (method, header, value) => {
    const upload = await begin(100)
    const before = (await testApp.contents()).rows.partial_upload
    const path = method === 'POST' ? `/api/turbines/${turbine}/photos/uploads` : upload.address
    const answer = await operator.send(method, path, method === 'PATCH' ? Uint8Array.of(1) : undefined, {
      'Tus-Resumable': '1.0.0',
      ...(method === 'POST' && {
        'Upload-Length': '100',
        'Upload-Metadata': `filename ${Buffer.from('x.jpg').toString('base64')}`,
      }),
      ...(method === 'PATCH' && { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' }),
      [header]: value,
    })
    expect(answer.status).toBe(400)
    if (method !== 'HEAD')
      expect(await answer.json()).toMatchObject({
        error: 'validation_failed',
        issues: [{ path: header, message: expect.stringContaining('tus') }],
      })
    expect((await testApp.contents()).rows.partial_upload).toEqual(before)
  })

  it('takes no more bytes than announced', async () => {
    const bytes = await jpeg()
    const upload = await begin(100)
    expect(await readError(await upload.part(bytes, 0))).toEqual([413, 'too_large'])
    expect((await upload.offset()).offset).toBeLessThan(100)
    expect(await photos()).toEqual([])
  })

  it('is stored once and unchanged if two requests send the same part at the same time', async () => {
    const bytes = await jpeg({ width: 1500, height: 1000 })
    const upload = await begin(bytes.length)
    const answers = await Promise.all([upload.part(bytes, 0), upload.part(bytes, 0)])
    // The later request ends the part of the earlier one (400), or finds another offset than its own (409).
    for (const { status } of answers) expect([204, 400, 409]).toContain(status)
    const { offset } = await upload.offset()
    if (offset < bytes.length) await upload.part(bytes.subarray(offset), offset)
    const stored = await photos()
    expect(stored).toHaveLength(1)
    const file = await testApp.readOriginal(stored[0]?.key ?? '')
    expect(file.equals(bytes)).toBe(true)
  })

  it.each([
    ['no image', 'a.jpg', async () => Buffer.from('text of a page')],
    ['of another type than its name', 'a.png', jpeg],
  ])('that is %s is gone after its last part', async (_, name, makeBytes) => {
    const bytes = await makeBytes()
    const upload = await begin(bytes.length, name)
    expect(await readError(await upload.part(bytes, 0))).toEqual([415, 'unsupported_file'])
    expect((await upload.offset()).status).toBe(404)
    expect(await partial()).toEqual([])
    expect(await photos()).toEqual([])
  })

  it('whose name was taken meanwhile is refused', async () => {
    const bytes = await jpeg()
    const upload = await begin(bytes.length)
    await operator.upload(turbine, { 'large.jpg': bytes })
    expect(await readError(await upload.part(bytes, 0))).toEqual([409, 'photo_name_taken'])
    expect((await upload.offset()).status).toBe(404)
    expect(await photos()).toHaveLength(1)
  })

  it('needs only its last byte again if storing it fails', async () => {
    const bytes = await jpeg()
    const upload = await begin(bytes.length)
    const keep = vi.spyOn(testApp.services.store, 'keep').mockRejectedValueOnce(new Error('the disk fails'))
    expect((await upload.part(bytes, 0)).status).toBe(500)
    keep.mockRestore()
    const { offset } = await upload.offset()
    expect(offset).toBe(bytes.length - 1)
    expect((await upload.part(bytes.subarray(offset), offset)).status).toBe(204)
    expect(await photos()).toHaveLength(1)
    expect(await partial()).toEqual([])
  })
})

describe('the beginning of an upload in parts', () => {
  const refused = async (metadata: Record<string, string>, length = 10) =>
    readError(await beginParts(sender(operator), turbine, metadata, length))

  it('has the checks of an upload in one request', async () => {
    await operator.upload(turbine, { 'taken.jpg': await jpeg() })
    const before = await testApp.contents()
    expect(await refused({ filename: 'iki kelime.jpg', room: '1' })).toEqual([400, 'validation_failed'])
    expect(await refused({ room: '1' })).toEqual([400, 'validation_failed'])
    expect(await refused({ filename: 'a.jpg' })).toEqual([400, 'validation_failed'])
    expect(await refused({ filename: 'a.jpg', room: '1', blade: 'D' })).toEqual([400, 'validation_failed'])
    expect(await refused({ filename: 'a.jpg', room: '1', size: '1' })).toEqual([400, 'validation_failed'])
    expect(await refused({ filename: 'taken.jpg', room: '1' })).toEqual([409, 'photo_name_taken'])
    expect(await refused({ filename: 'a.jpg', room: '1' }, 8 * 1024 * 1024 + 1)).toEqual([413, 'too_large'])
    expect(await refused({ filename: 'a.html', room: '1' })).toEqual([415, 'unsupported_file'])
    expect(await refused({ filename: 'a.jpg', room: '1' }, 0)).toEqual([415, 'unsupported_file'])
    expect(await testApp.contents()).toEqual(before)
  })

  it('needs the headers of the protocol', async () => {
    const path = `/api/turbines/${turbine}/photos/uploads`
    for (const headers of [
      {},
      { 'Tus-Resumable': '0.2.2' },
      { 'Tus-Resumable': '1.0.0', 'Upload-Length': 'x' },
    ]) {
      const answer = await operator.send('POST', path, undefined, headers)
      expect(await readError(answer)).toEqual([400, 'validation_failed'])
    }
  })

  it('is refused if the user has too many unfinished uploads', async () => {
    const client = await signInAs(testApp, 'operator', company)
    for (let n = 0; n < PARTIAL_UPLOADS_PER_USER; n += 1) await begin(10, `n${n}.jpg`, client)
    const next = () => beginParts(sender(client), turbine, { filename: 'next.jpg', room: '1' }, 10)
    expect(await readError(await next())).toEqual([429, 'too_many_uploads'])
    await letUploadsEnd()
    expect((await next()).status).toBe(201)
  })

  it('is refused while the server stops', async () => {
    const upload = await begin(10)
    testApp.services.stopping = true
    onTestFinished(() => {
      testApp.services.stopping = false
    })
    expect(await refused({ filename: 'b.jpg', room: '1' })).toEqual([503, 'shutting_down'])
    expect(await readError(await upload.part(Buffer.alloc(5), 0))).toEqual([503, 'shutting_down'])
  })
})

describe('an upload in parts', () => {
  it('does not exist for other users and at other turbines', async () => {
    const upload = await begin(10)
    const other = await makeTurbine(testApp, { company_id: company })
    for (const client of [
      await signInAs(testApp, 'operator', company),
      await signInAs(testApp, 'superadmin'),
    ]) {
      const foreign = new UploadInParts(sender(client), upload.address)
      expect((await foreign.offset()).status).toBe(404)
      expect(await readError(await foreign.part(Buffer.alloc(5), 0))).toEqual([404, 'upload_not_found'])
      expect(await readError(await foreign.cancel())).toEqual([404, 'upload_not_found'])
    }
    const elsewhere = upload.address.replace(`/${turbine}/`, `/${other}/`)
    expect((await new UploadInParts(sender(operator), elsewhere).offset()).status).toBe(404)
    expect(await upload.offset()).toEqual({ status: 200, offset: 0 })
  })

  it('is gone after it was canceled', async () => {
    const upload = await begin(10)
    await upload.part(Buffer.alloc(5), 0)
    expect(await partial()).toHaveLength(1)
    expect((await upload.cancel()).status).toBe(204)
    expect((await upload.offset()).status).toBe(404)
    expect(await partial()).toEqual([])
  })

  it('is gone a day after its last part, with its file', async () => {
    const { services } = testApp
    const upload = await begin(10)
    await upload.part(Buffer.alloc(5), 0)
    await deleteAsIn(services, Date.now())
    await maintainFiles(services)
    expect(await partial()).toHaveLength(1)
    await letUploadsEnd()
    expect((await upload.offset()).status).toBe(404)
    await deleteAsIn(services, Date.now())
    await maintainFiles(services)
    expect(await partial()).toEqual([])
    expect(await services.db.read.selectFrom('partial_upload').selectAll().execute()).toEqual([])
  })

  it('has no file after the maintenance if its turbine was deleted', async () => {
    const upload = await begin(10)
    await upload.part(Buffer.alloc(5), 0)
    await (await signInAs(testApp, 'superadmin')).delete(`/api/turbines/${turbine}`)
    expect((await upload.offset()).status).toBe(404)
    await maintainFiles(testApp.services)
    expect(await partial()).toEqual([])
  })

  it('is refused at the next part if its user may not upload any more', async () => {
    const client = await signInAs(testApp, 'operator', company)
    const upload = await begin(10, 'large.jpg', client)
    await testApp.services.db.write
      .updateTable('user')
      .set({ role: 'viewer' })
      .where('id', '=', ({ eb }) =>
        eb.selectFrom('partial_upload').select('user_id').where('id', '=', idOf(upload)),
      )
      .execute()
    expect(await readError(await upload.part(Buffer.alloc(5), 0))).toEqual([403, 'forbidden'])
  })

  it('does not exist without its bytes, as after a restore from a backup', async () => {
    const upload = await begin(10)
    await upload.part(Buffer.alloc(5), 0)
    await testApp.services.partialFiles.remove([idOf(upload)])
    expect((await upload.offset()).status).toBe(404)
  })
})

const idOf = ({ address }: UploadInParts) => address.split('/').at(-1) ?? ''
