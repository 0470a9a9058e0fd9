import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verify } from '#server/features/backup/verify.ts'
import { readConfig } from '#server/infrastructure/config.ts'
import { derivativeOf, originalOf } from '#server/infrastructure/store/file-store.ts'
import { signInAs } from '../../support/accounts.ts'
import { jpeg, makeTurbine, readUpload } from '../../support/builders.ts'
import { TestBucket } from '../../support/servers/test-bucket.ts'
import { TestApp, temporaryFolder } from '../../support/test-app.ts'
import { runCommandWith } from '../start/data-folder.ts'

let bucket: TestBucket
beforeAll(async () => {
  bucket = await TestBucket.start()
})
afterAll(() => bucket[Symbol.asyncDispose]())

describe('STORE_URL', () => {
  it('names the bucket, its endpoint and its region', () => {
    const read = (url: string) => readConfig({ STORE_URL: url }).bucket
    expect(read('s3://kanat?endpoint=https://host:9000&region=eu-1')).toMatchObject({
      bucket: 'kanat',
      endpoint: 'https://host:9000',
      region: 'eu-1',
    })
    expect(read('s3://kanat')).toMatchObject({ bucket: 'kanat', endpoint: undefined, region: undefined })
    expect(read('')).toBeUndefined()
  })

  it.each([
    ['https://kanat', /Write it as s3:/],
    ['s3://Kanat_1', /Write it as s3:/],
    ['s3://kanat/folder', /Write it as s3:/],
    ['s3://kanat?endpont=https://host', /Write it as s3:/],
    ['s3://key:secret@kanat', /Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/],
    ['s3://kanat?endpoint=host', /The endpoint must be an address/],
  ])('is refused as %s', (url, sentence) => {
    expect(() => readConfig({ STORE_URL: url })).toThrow(sentence)
  })

  it('allows no files that one request cannot write', () => {
    expect(() => readConfig({ STORE_URL: 's3://kanat', MAX_FILE_MB: '6000' })).toThrow(/^MAX_FILE_MB: /)
  })

  it.each<[string, (url: string) => string, RegExp]>([
    [
      'there is no such bucket',
      (url) => url.replace(bucket.name, 'other'),
      /there is no bucket "other" at http:/,
    ],
    [
      'nothing listens there',
      (url) => url.replace(/:\d+&/, ':1&'),
      /does not answer as a bucket \(ECONNREFUSED\)/,
    ],
  ])('ends the start with a sentence if %s', async (_, change, sentence) => {
    await using dir = await folder()
    const { status, stderr } = await runCommandWith(
      { ...bucket.env, STORE_URL: change(bucket.env.STORE_URL ?? '') },
      'verify',
      dir.path,
    )
    expect([status, stderr]).toEqual([1, expect.stringMatching(sentence)])
  })

  it('ends the start with a sentence if the credentials are wrong', async () => {
    bucket.faultOf = () => 'deny'
    const opening = TestApp.open(bucket.env)
    await expect(opening).rejects.toThrow(/refuses the credentials \(InvalidAccessKeyId\)\.$/)
    bucket.faultOf = () => undefined
  })
})

async function folder() {
  const path = await temporaryFolder()
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

describe('the commands', () => {
  it('make no backup of a bucket, and say where to read how', async () => {
    await using dir = await folder()
    const { status, stderr } = await runCommandWith(bucket.env, 'backup', dir.path, `${dir.path}-copy`)
    expect([status, stderr]).toEqual([1, expect.stringContaining('See docs/operations.md')])
  })

  it('find what is missing, changed or not known in the bucket', async () => {
    await using testApp = await TestApp.open(bucket.env)
    const turbine = await makeTurbine(testApp, { company_id: 999 })
    const bytes = await jpeg()
    const superadmin = await signInAs(testApp, 'superadmin')
    const { data } = await readUpload(
      await superadmin.upload(turbine, { 'a.jpg': bytes, 'b.jpg': bytes, 'c.jpg': bytes }),
    )
    const [a = '', b = '', c = ''] = data.map(({ key }) => key)
    const { store } = testApp.services
    expect((await verify(testApp.services.config, store)).problems).toEqual([])

    await store.remove([originalOf(a), derivativeOf(c, '1280.jpg')])
    await testApp.putFile(originalOf(b), Uint8Array.from(bytes).fill(0, 100, 110))
    await bucket.put('files/turbines/9/photos/çağrı.jpg', 'x')
    const { stdout } = await runCommandWith(bucket.env, 'verify', testApp.dir)
    expect(
      stdout
        .split('\n')
        .slice(0, -2)
        .map((line) => line.replace(/ +/, ' ')),
    ).toEqual(
      [
        `missing-file ${a}`,
        `wrong-hash ${b}`,
        `missing-derivative ${c}.1280.jpg`,
        'stray-file files/turbines/9/photos/çağrı.jpg',
      ].sort(),
    )
  })
})
