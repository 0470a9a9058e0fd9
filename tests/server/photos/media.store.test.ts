import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { ROLES } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import { originalOf } from '#server/infrastructure/store/file-store.ts'
import { makeUser, makeVisitor, signIn, signInAs } from '../../support/accounts.ts'
import { company, operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, makeCompany, pdf, readReports, readUpload } from '../../support/builders.ts'

setUpTurbine()

describe('media', () => {
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  let bytes: Buffer
  let photo: Photo
  beforeEach(async () => {
    bytes = await jpeg({ width: 2000, height: 200 })
    photo = await operator.uploadPhoto(turbine, 'a.jpg', bytes)
  })

  it('sends the original byte for byte, with security headers', async () => {
    const answer = await operator.get(photo.url)
    expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256(bytes))
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': expect.stringMatching(/^private, immutable/),
      'accept-ranges': 'bytes',
    })
  })

  it('sends large originals completely', async () => {
    const large = await jpeg({ width: 3000, height: 2000 })
    const { data } = await readUpload(await operator.upload(turbine, { 'large.jpg': large }))
    const answer = await operator.get(data[0]?.url ?? '')
    expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256(large))
  })

  it('accepts the cookie instead of the token', async () => {
    const account = await makeUser(testApp, { role: 'customer', company_id: company })
    const { cookie } = await signIn(testApp, account)
    expect((await makeVisitor(testApp).get(photo.url, { Cookie: cookie })).status).toBe(200)
    expect((await makeVisitor(testApp).get(photo.url, { Cookie: `session=${'0'.repeat(48)}` })).status).toBe(
      401,
    )
    expect((await makeVisitor(testApp).get(photo.url)).status).toBe(401)
    // The API does not accept the cookie.
    expect((await makeVisitor(testApp).get('/api/turbines', { Cookie: cookie })).status).toBe(401)
  })

  it('answers 404 to another company', async () => {
    const stranger = await signInAs(testApp, 'admin', await makeCompany(testApp))
    for (const url of [photo.url, photo.thumb_url ?? '', `${photo.url}?w=2560`]) {
      expect((await stranger.get(url)).status).toBe(404)
    }
  })

  it('makes the three sizes, never larger than the original', async () => {
    const sizes = []
    for (const width of [320, 1280, 2560]) {
      const answer = await operator.get(`${photo.url}?w=${width}`)
      const picture = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      sizes.push([answer.headers.get('Content-Type'), picture.width, picture.height])
    }
    expect(sizes).toEqual([
      ['image/webp', 320, 32],
      ['image/jpeg', 1280, 128],
      ['image/jpeg', 2000, 200],
    ])
    expect((await operator.get(`${photo.url}?w=640`)).status).toBe(400)
  })

  it('answers range and conditional requests', async () => {
    const size = bytes.length
    const range = async (value: string) => {
      const answer = await operator.get(photo.url, { Range: value })
      return [answer.status, answer.headers.get('Content-Range'), (await answer.arrayBuffer()).byteLength]
    }
    expect(await range('bytes=0-99')).toEqual([206, `bytes 0-99/${size}`, 100])
    expect(await range('bytes=-50')).toEqual([206, `bytes ${size - 50}-${size - 1}/${size}`, 50])
    expect(await range(`bytes=${size - 10}-${size + 500}`)).toEqual([
      206,
      `bytes ${size - 10}-${size - 1}/${size}`,
      10,
    ])
    expect(await range(`bytes=${size}-`)).toEqual([416, `bytes */${size}`, 0])
    expect(await range('bytes=-0')).toEqual([416, `bytes */${size}`, 0])
    expect(await range('bytes=5-2')).toEqual([200, null, size])
    expect(await range('bytes=0-1,5-6')).toEqual([200, null, size])

    const etag = (await operator.get(photo.url)).headers.get('ETag') ?? ''
    expect((await operator.get(photo.url, { 'If-None-Match': etag })).status).toBe(304)
    expect((await operator.get(photo.url, { Range: 'bytes=0-9', 'If-Range': '"other"' })).status).toBe(200)
    const head = await operator.send('HEAD', photo.url)
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, String(size)])
  })

  it.each([
    ['longer', 70_000],
    ['shorter', 500],
    ['empty', 0],
  ])('sends a file as it is if it is %s than its row says', async (_, size) => {
    await testApp.putFile(originalOf(photo.key), Buffer.alloc(size, 7))
    const answerTo = async (headers = {}, method = 'GET') => {
      const answer = await operator.send(method, photo.url, undefined, headers)
      const { length } = new Uint8Array(await answer.arrayBuffer())
      return [answer.status, answer.headers.get('Content-Range'), length]
    }
    expect(await answerTo()).toEqual([200, null, size])
    expect(await answerTo({ Range: 'bytes=0-' })).toEqual(
      size === 0 ? [416, 'bytes */0', 0] : [206, `bytes 0-${size - 1}/${size}`, size],
    )
    expect(await answerTo({ Range: 'bytes=600-609' })).toEqual(
      size < 600 ? [416, `bytes */${size}`, 0] : [206, `bytes 600-609/${size}`, 10],
    )
    expect(await answerTo({ Range: 'bytes=-10' })).toEqual(
      size === 0 ? [416, 'bytes */0', 0] : [206, `bytes ${size - 10}-${size - 1}/${size}`, 10],
    )
  })

  it('answers 404 if its file is missing, to every kind of request', async () => {
    await testApp.services.store.remove([originalOf(photo.key)])
    const statuses = [
      (await operator.get(photo.url)).status,
      (await operator.get(photo.url, { Range: 'bytes=0-9' })).status,
      (await operator.get(photo.url, { Range: `bytes=${bytes.length}-` })).status,
      (await operator.send('HEAD', photo.url)).status,
    ]
    expect(statuses).toEqual([404, 404, 404, 404])
  })

  it('sends no files outside of the store', async () => {
    for (const path of ['..%2f..%2fkanat.db', '%2e%2e/kanat.db', 'turbines/../../kanat.db', 'kanat.db', '']) {
      expect([400, 404]).toContain((await operator.get(`/media/${path}`)).status)
    }
  })
})

describe('media of reports', () => {
  const bytes = pdf(100_000)
  let url: string
  beforeEach(async () => {
    const { data } = await readReports(await operator.uploadReports(turbine, { 'Rapor_2025.pdf': bytes }))
    url = data[0]?.report_url ?? ''
  })

  it('downloads a report with its name, with security headers', async () => {
    const answer = await operator.get(url)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-disposition': 'attachment; filename="Rapor_2025.pdf"',
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it('downloads a report with the extension .pdf, whatever its stored name is', async () => {
    // Older versions accepted reports with any extension.
    for (const [name, saved] of [
      ['start.bat', 'start.bat.pdf'],
      ['page.html', 'page.html.pdf'],
      ['pdf', 'pdf.pdf'],
      ['RAPOR.PDF', 'RAPOR.PDF'],
    ] as const) {
      const { data } = await readReports(await operator.uploadReports(turbine, { 'a.pdf': bytes }))
      await testApp.edit('report', data[0]?.id ?? 0, { original_filename: name })
      const answer = await operator.get(data[0]?.report_url ?? '')
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${saved}"`)
    }
  })

  it('sends a large report completely', async () => {
    const large = pdf(3_000_000)
    const { data } = await readReports(await operator.uploadReports(turbine, { 'large.pdf': large }))
    const answer = await operator.get(data[0]?.report_url ?? '')
    expect(Buffer.from(await answer.arrayBuffer()).equals(large)).toBe(true)
  })

  it('accepts the cookie for a link, for every role of the company', async () => {
    for (const role of ROLES) {
      const { cookie } = await signInAs(testApp, role, role === 'superadmin' ? 999 : company)
      expect((await makeVisitor(testApp).get(url, { Cookie: cookie })).status).toBe(200)
    }
    expect((await makeVisitor(testApp).get(url)).status).toBe(401)
  })

  it('answers 404 to another company, and for other names', async () => {
    const stranger = await signInAs(testApp, 'admin', await makeCompany(testApp))
    const answers = [
      await stranger.get(url),
      await operator.get(`${url}x`),
      await operator.get(`/media/turbines/${turbine}/reports/..%2f..%2fkanat.db`),
    ]
    for (const answer of answers) {
      expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
        404,
        'report_not_found',
      ])
    }
  })

  it('answers range and conditional requests, so that a download can be continued', async () => {
    const part = await operator.get(url, { Range: 'bytes=90000-' })
    expect([part.status, part.headers.get('Content-Range')]).toEqual([
      206,
      `bytes 90000-${bytes.length - 1}/${bytes.length}`,
    ])
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(90_000))).toBe(true)
    const etag = (await operator.get(url)).headers.get('ETag') ?? ''
    expect((await operator.get(url, { 'If-None-Match': etag })).status).toBe(304)
    const head = await operator.send('HEAD', url)
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, String(bytes.length)])
  })

  it('answers 404 if its file is missing', async () => {
    await testApp.services.store.remove([originalOf(url.slice('/media/'.length))])
    expect((await operator.get(url)).status).toBe(404)
  })
})
