import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, readError, readUpload } from '../../support/builders.ts'

setUpTurbine()

/** The offsets of width and height in a WebP file. Each is stored minus one. @see RFC 9649, 2.7 and 3.4 */
const VP8X_SIDES = 24
const VP8L_SIDES = 21

describe('refused photo uploads', () => {
  it('refuses names that contain a path', async () => {
    const part = (name: string) =>
      `--x\r\nContent-Disposition: form-data; name="photos"; filename="${name}"\r\n\r\nabc\r\n`
    const body = `${part('../../etc/a.jpg')}${part('..')}${part('/etc/passwd')}--x\r\nContent-Disposition: form-data; name="room"\r\n\r\n1\r\n--x--\r\n`
    const answer = await operator.send('POST', `/api/turbines/${turbine}/photos`, body, {
      'Content-Type': 'multipart/form-data; boundary=x',
    })
    const { status, rejected } = await readUpload(answer)
    expect(status).toBe(400)
    expect(rejected.map(({ name, error }) => [name, error])).toEqual([
      ['../../etc/a.jpg', 'invalid_name'],
      ['..', 'invalid_name'],
      ['/etc/passwd', 'invalid_name'],
    ])
  })

  it('refuses small files that would fill the memory when decoded', async () => {
    const blank = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#888' }, limitInputPixels: false })
    const icon = blank(16, 16)
    const frames = [icon, icon.clone().negate()].map((frame) => frame.png().toBuffer())
    const animated = await sharp(await Promise.all(frames), { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer()
    animated.writeUIntLE(16_382, VP8X_SIDES, 3)
    animated.writeUIntLE(16_382, VP8X_SIDES + 3, 3)
    const lossless = await icon.clone().webp({ lossless: true }).toBuffer()
    lossless.writeUInt32LE(16_382 | (16_382 << 14), VP8L_SIDES)
    const bombs = {
      'animated.webp': animated,
      'lossless.webp': lossless,
      'planes.tiff': await blank(9500, 9500).tiff({ compression: 'deflate' }).toBuffer(),
      'deep.avif': await blank(4000, 4000).avif({ effort: 0, bitdepth: 10 }).toBuffer(),
      'strip.png': await blank(70_000, 3).png().toBuffer(),
      'whole.avif': await blank(4800, 4800).avif({ effort: 0 }).toBuffer(),
      'progressive.jpg': await blank(9000, 9000).jpeg({ progressive: true }).toBuffer(),
    }
    for (const [name, bytes] of Object.entries(bombs)) {
      const { status, error } = await readUpload(await operator.upload(turbine, { [name]: bytes }))
      expect([name, status, error]).toEqual([name, 413, 'too_large'])
    }
  })

  it('refuses invalid fields, and keeps nothing of the request', async () => {
    const before = await testApp.contents()
    const wrong: [fields: Record<string, string>, path: string][] = [
      [{ room: '' }, 'room'],
      [{ year: '24' }, 'year'],
      [{ year: '1066' }, 'year'],
      [{ blade: 'D' }, 'blade'],
      [{ category: 'submarine' }, 'category'],
      [{ company_id: '1' }, 'company_id'],
    ]
    for (const [fields, path] of wrong) {
      const answer = await readUpload(await operator.upload(turbine, { 'a.jpg': await jpeg() }, fields))
      expect(answer).toMatchObject({ status: 400, error: 'validation_failed', issues: [{ path }] })
    }
    expect(await testApp.contents()).toEqual(before)
  })

  it('refuses a body that is not multipart, has no boundary or no file, or is incomplete', async () => {
    const before = await testApp.contents()
    const url = `/api/turbines/${turbine}/photos`
    const part = '--x\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\nabc'
    const multipart = (boundary: string) => ({ 'Content-Type': `multipart/form-data${boundary}` })
    const answers = await Promise.all([
      operator.send('POST', url),
      operator.json('POST', url, { photos: [] }),
      operator.send('POST', url, part, multipart('')),
      operator.send('POST', url, part, multipart('; boundary=x')),
      operator.send('POST', url, '', multipart('; boundary=x')),
      operator.send('POST', url, 'no parts in here', multipart('; boundary=x')),
      operator.send(
        'POST',
        url,
        '--x\r\nContent-Disposition: form-data; name="room"\r\n\r\n1\r\n--x--\r\n',
        multipart('; boundary=x'),
      ),
    ])
    for (const answer of answers)
      expect(await readUpload(answer)).toMatchObject({ status: 400, error: 'validation_failed' })
    expect(await testApp.contents()).toEqual(before)
  })

  it('refuses a request with too many files as a whole', async () => {
    const before = await testApp.contents()
    const files = Object.fromEntries(
      await Promise.all(Array.from({ length: 7 }, async (_, n) => [`n${n}.jpg`, await jpeg()])),
    )
    expect(await readUpload(await operator.upload(turbine, files))).toMatchObject({
      status: 413,
      error: 'too_large',
    })
    expect(await testApp.contents()).toEqual(before)
  })

  it('does not blame the body for an error of the database', async () => {
    const { write } = testApp.services.db
    await sql`alter table photo rename column original_name to away`.execute(write)
    const answer = await operator.upload(turbine, { 'a.jpg': await jpeg() })
    await sql`alter table photo rename column away to original_name`.execute(write)
    expect(await readError(answer)).toEqual([500, 'internal_error'])
    expect((await operator.upload(turbine, { 'a.jpg': await jpeg() })).status).toBe(201)
  })

  it('refuses a truncated image of every type', async () => {
    const original = sharp(await jpeg({ width: 800, height: 600 }))
    const pictures = {
      'cut.jpg': await original.clone().jpeg().toBuffer(),
      'cut.png': await original.clone().png().toBuffer(),
      'cut.webp': await original.clone().webp().toBuffer(),
      'cut.tiff': await original.clone().tiff().toBuffer(),
      'cut.avif': await original.clone().avif({ effort: 0 }).toBuffer(),
    }
    for (const [name, bytes] of Object.entries(pictures)) {
      const cut = await readUpload(
        await operator.upload(turbine, { [name]: bytes.subarray(0, Math.floor(bytes.length * 0.7)) }),
      )
      expect([name, cut.status, cut.error]).toEqual([name, 415, 'unsupported_file'])
      const whole = await operator.upload(turbine, { [name]: bytes })
      expect([name, whole.status]).toEqual([name, 201])
    }
  })
})
