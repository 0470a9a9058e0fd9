import { readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { WORK_WAITING_PER_USER_MAX } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'
import type { Panorama } from '#domain/pictures/panorama.ts'
import { backUp } from '#server/features/backup/back-up.ts'
import { verify } from '#server/features/backup/verify.ts'
import { tilesJob } from '#server/features/photos/tiles-job.ts'
import { removeStrayFiles } from '#server/features/stored-files/stray-files.ts'
import { originalOf } from '#server/infrastructure/store/file-store.ts'
import { makeVisitor, signInAs } from '../../support/accounts.ts'
import { company, operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, makeTurbine, readError } from '../../support/builders.ts'
import { pointCloud } from '../../support/files/point-cloud.ts'
import { temporaryFolder } from '../../support/test-app.ts'

setUpTurbine()

const upload = (name: string, bytes: Uint8Array) => operator.uploadPhoto(turbine, name, bytes)

const smallPhoto = async () => upload('small.jpg', await jpeg({ width: 700, height: 500 }))
const tileOf = ({ id }: Photo, tile = '0/0-0') => `/media/panoramas/${id}/${tile}`
const tilesPath = ({ key }: Photo) => `derivatives/${key}.tiles.zip`
const deletePhoto = async ({ key }: Photo) => {
  const manager = await signInAs(testApp, 'company_manager', company)
  return manager.delete(`/api/turbines/${turbine}/photos?key=${encodeURIComponent(key)}`)
}

/** Makes the photo like one that was uploaded before the table had the column `gpano`. */
const forgetGpano = ({ id }: Photo) =>
  testApp.services.db.write.updateTable('photo').set({ gpano: null }).where('id', '=', id).execute()

/** The files of the turbine, and those that are not finished. */
async function files(): Promise<string[]> {
  const all = await testApp.files()
  return all.filter((path) => path.includes(`/turbines/${turbine}/`) || path.startsWith('incoming'))
}

describe('the tiles of a photo', () => {
  it('are made in the background after the upload of a large sphere, and of no other photo', async () => {
    const sphere = await upload('sphere.jpg', await jpeg({ width: 2100, height: 1050 }))
    await expect.poll(files).toContain(tilesPath(sphere))
    const making = vi.spyOn(testApp.services.images, 'makeTiles')
    expect((await operator.get(tileOf(sphere))).status).toBe(200)
    await upload('flat.jpg', await jpeg({ width: 2100, height: 700 }))
    await upload('little.jpg', await jpeg({ width: 2000, height: 1000 }))
    expect(making).not.toHaveBeenCalled()
    making.mockRestore()
  })

  it('are refused with a time to wait if the user waits for those of too many photos, and made for others', async () => {
    const { services } = testApp
    const photo = await smallPhoto()
    const { uploader_id } = await services.db.read
      .selectFrom('photo')
      .select('uploader_id')
      .where('id', '=', photo.id)
      .executeTakeFirstOrThrow()
    const requester = { id: Number(uploader_id), company_id: company }
    const copied = Promise.withResolvers<boolean>()
    const copyTo = services.store.copyTo.bind(services.store)
    const copying = vi
      .spyOn(services.store, 'copyTo')
      .mockImplementation((file, path) => (file.name === 'held' ? copied.promise : copyTo(file, path)))
    const asking = Array.from({ length: WORK_WAITING_PER_USER_MAX }, (_, index) =>
      services.panoramaTiles.read(
        services,
        requester,
        { id: -1 - index, key: 'held', size: 1 },
        { level: 0, column: 0, row: 0 },
      ),
    )
    const outcomes = Promise.allSettled(asking)
    await expect.poll(() => copying.mock.calls.length).toBe(asking.length)
    const refused = await operator.get(tileOf(photo))
    expect(await readError(refused)).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    const colleague = await signInAs(testApp, 'company_manager', company)
    expect((await colleague.get(tileOf(photo))).status).toBe(200)
    copied.resolve(false)
    for (const { status } of await outcomes) expect(status).toBe('rejected')
    copying.mockRestore()
  })

  it('are not made of a photo that was deleted before its job begins or meanwhile', async () => {
    const photo = await smallPhoto()
    const run = () => tilesJob.run(testApp.services, { photoId: photo.id })
    const running = run()
    expect((await deletePhoto(photo)).status).toBe(200)
    await running
    await run()
    expect(await files()).toEqual([])
  })

  it('are made once for all requests that come meanwhile', async () => {
    const photo = await smallPhoto()
    const making = vi.spyOn(testApp.services.images, 'makeTiles')
    const tiles = ['0/0-0', '1/0-0', '1/1-0', '1/0-0']
    const answers = await Promise.all(tiles.map((tile) => operator.get(tileOf(photo, tile))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await operator.get(tileOf(photo))).status).toBe(200)
    expect(making).toHaveBeenCalledTimes(1)
    making.mockRestore()
  })

  it('are made again if the archive is damaged', async () => {
    const photo = await smallPhoto()
    const good = Buffer.from(await (await operator.get(tileOf(photo))).arrayBuffer())
    const path = join(testApp.dir, tilesPath(photo))
    const archive = await readFile(path)
    for (const damage of [
      () => truncate(path, 5000),
      () => truncate(path, 0),
      () => writeFile(path, Buffer.alloc(21)),
      () => writeFile(path, Buffer.concat([Buffer.alloc(archive.length - 22), archive.subarray(-22)])),
      () => writeFile(path, Buffer.concat([archive.subarray(0, -22), Buffer.alloc(22, 0xff)])),
    ]) {
      await damage()
      const answer = await operator.get(tileOf(photo))
      expect(answer.status).toBe(200)
      expect(Buffer.from(await answer.arrayBuffer()).equals(good)).toBe(true)
    }
  })

  it('are removed with the photo', async () => {
    const photo = await smallPhoto()
    await operator.get(tileOf(photo))
    expect(await files()).toContain(tilesPath(photo))
    expect((await deletePhoto(photo)).status).toBe(200)
    expect(await files()).toEqual([])
    expect(await readError(await operator.get(tileOf(photo)))).toEqual([404, 'photo_not_found'])
  })

  it('leave nothing if the photo or its turbine is deleted while they are made', async () => {
    const superadmin = await signInAs(testApp, 'superadmin')
    const remove: ((photo: Photo) => Promise<Response>)[] = [
      deletePhoto,
      () => superadmin.delete(`/api/turbines/${turbine}`),
    ]
    for (const [index, removal] of remove.entries()) {
      const photo = await upload(`doomed-${index}.jpg`, await jpeg())
      const [begun, removed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const { images } = testApp.services
      const makeTiles = images.makeTiles.bind(images)
      vi.spyOn(images, 'makeTiles').mockImplementationOnce(async (...files) => {
        begun.resolve()
        await removed.promise
        return makeTiles(...files)
      })
      const tile = operator.get(tileOf(photo))
      await begun.promise
      expect((await removal(photo)).status).toBe(200)
      removed.resolve()
      expect(await readError(await tile)).toEqual([404, 'photo_not_found'])
      expect(await files()).toEqual([])
    }
  })
})

it('keeps tiles in the sweep, accepts them in the verification, and leaves them out of a backup', async () => {
  const photo = await smallPhoto()
  await operator.get(tileOf(photo))
  const stray = `${tilesPath(photo)}`.replace('small.jpg', 'gone.jpg')
  await writeFile(join(testApp.dir, stray), 'left over')
  const longAgo = new Date(Date.now() - 50 * 60 * 60 * 1000)
  for (const path of [stray, tilesPath(photo)]) await utimes(join(testApp.dir, path), longAgo, longAgo)
  expect((await removeStrayFiles(testApp.services)).files).toBe(1)
  expect(await files()).toContain(tilesPath(photo))
  expect(await files()).not.toContain(stray)
  // Photos of the other tests may be damaged.
  const ofPhoto = ({ subject }: { subject: string }) => subject.includes(photo.key)
  expect((await verify(testApp.services.config)).problems.filter(ofPhoto)).toEqual([])

  const folder = await temporaryFolder()
  try {
    expect((await backUp(testApp.dir, folder)).problems.filter(ofPhoto)).toEqual([])
    await expect(readFile(join(folder, tilesPath(photo)))).rejects.toThrow('ENOENT')
    expect((await verify({ dataDir: folder })).problems.filter(ofPhoto)).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})

describe('a tile', () => {
  it('is sent as an immutable JPEG, for HEAD without a body, and with 304 if the client has it', async () => {
    const photo = await smallPhoto()
    const address = tileOf(photo, `1/1-0?file=${photo.sha256}`)
    const answer = await operator.get(address)
    const { length } = new Uint8Array(await answer.arrayBuffer())
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(length),
      'cache-control': 'private, immutable, max-age=31536000',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    const head = await operator.send('HEAD', address)
    expect([head.status, head.headers.get('Content-Length'), await head.text()]).toEqual([
      200,
      String(length),
      '',
    ])
    const etag = answer.headers.get('ETag') ?? ''
    expect((await operator.get(address, { 'If-None-Match': etag })).status).toBe(304)
    expect((await operator.get(tileOf(photo), { 'If-None-Match': etag })).status).toBe(200)
  })

  it('is sent for the cookie, and only to users who may read the photo', async () => {
    const photo = await smallPhoto()
    const { cookie } = await signInAs(testApp, 'viewer', company)
    expect((await makeVisitor(testApp).get(tileOf(photo), { Cookie: cookie })).status).toBe(200)
    expect(await readError(await makeVisitor(testApp).get(tileOf(photo)))).toEqual([401, 'unauthenticated'])
    const stranger = await signInAs(testApp, 'admin', 999)
    expect(await readError(await stranger.get(tileOf(photo)))).toEqual([404, 'photo_not_found'])
  })

  it.each(['1/2-0', '1/0-1', '2/0-0', '99/0-0'])('is not found outside of the grid: %s', async (tile) => {
    const photo = await smallPhoto()
    expect(await readError(await operator.get(tileOf(photo, tile)))).toEqual([404, 'not_found'])
    expect(await files()).not.toContain(tilesPath(photo))
  })

  it.each(['0/0', '0/0-0.jpg', '-1/0-0', '0/00-0', '0/-1-0', 'x/0-0', '0/0_0'])(
    'needs a level, a column and a row: %s',
    async (tile) => {
      const answer = await operator.get(`/media/panoramas/1/${tile}`)
      expect(await readError(answer)).toEqual([400, 'validation_failed'])
    },
  )
})

describe('a photo that cannot be shown', () => {
  it('gets 415 if its file is damaged, and is not tried again at once', async () => {
    const photo = await smallPhoto()
    await writeFile(join(testApp.dir, 'files', photo.key), 'no picture')
    await forgetGpano(photo)
    const making = vi.spyOn(testApp.services.images, 'makeTiles')
    for (const tile of ['0/0-0', '1/0-0']) {
      expect(await readError(await operator.get(tileOf(photo, tile)))).toEqual([415, 'unsupported_file'])
    }
    expect(making).toHaveBeenCalledTimes(1)
    making.mockRestore()
    const answer = await operator.get(`/api/turbines/${turbine}/photos/${photo.id}/panorama`)
    const { panorama } = (await answer.json()) as { panorama: Panorama }
    expect(panorama).toMatchObject({ width: 700, height: 500, sphere: null })
    expect((await files()).filter((path) => path.startsWith('incoming'))).toEqual([])
  })

  it('fails in the background, so that its job is tried again', async () => {
    const photo = await smallPhoto()
    await writeFile(join(testApp.dir, 'files', photo.key), 'no picture')
    const making = tilesJob.run(testApp.services, { photoId: photo.id })
    await expect(making).rejects.toMatchObject({ code: 'unsupported_file' })
  })

  it('gets 415 if it is a point cloud', async () => {
    const photo = await upload('scan.pcd', pointCloud(new Uint8Array(9)))
    const answer = await operator.get(`/api/turbines/${turbine}/photos/${photo.id}/panorama`)
    expect(await readError(answer)).toEqual([415, 'unsupported_file'])
    expect(await readError(await operator.get(tileOf(photo)))).toEqual([404, 'not_found'])
  })

  it('is not found if its file has just been deleted', async () => {
    const photo = await smallPhoto()
    await testApp.services.store.remove([originalOf(photo.key)])
    expect(await readError(await operator.get(tileOf(photo)))).toEqual([404, 'photo_not_found'])
  })
})

it('finds the photo only below its own turbine', async () => {
  const { id } = await smallPhoto()
  const other = await makeTurbine(testApp, { company_id: company })
  const answer = await operator.get(`/api/turbines/${other}/photos/${id}/panorama`)
  expect(await readError(answer)).toEqual([404, 'photo_not_found'])
})

const GPANO_XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
  xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" GPano:ProjectionType="equirectangular" GPano:FullPanoWidthPixels="1600"
  GPano:FullPanoHeightPixels="800" GPano:CroppedAreaImageWidthPixels="800" GPano:CroppedAreaImageHeightPixels="252"
  GPano:CroppedAreaLeftPixels="400" GPano:CroppedAreaTopPixels="274" GPano:PoseHeadingDegrees="-135"
  GPano:PosePitchDegrees="17.0" GPano:PoseRollDegrees="-30.0"/></rdf:RDF></x:xmpmeta>`

it('answers the area of a partial sphere; of a photo that is not read yet, what its shape says', async () => {
  const bytes = await sharp(await jpeg({ width: 800, height: 252 }))
    .withXmp(GPANO_XMP)
    .jpeg()
    .toBuffer()
  const photo = await upload('part.jpg', bytes)
  const read = async () => {
    const answer = await operator.get(`/api/turbines/${turbine}/photos/${photo.id}/panorama`)
    return ((await answer.json()) as { panorama: Panorama }).panorama
  }
  const area = { full_width: 1600, full_height: 800, left: 400, top: 274 }
  const pose = { pitch: 17, roll: -30 }
  expect(await read()).toMatchObject({ width: 800, height: 252, sphere: area, heading: 225, pose })
  await forgetGpano(photo)
  expect(await read()).toMatchObject({ width: 800, height: 252, sphere: null, heading: null })
})
