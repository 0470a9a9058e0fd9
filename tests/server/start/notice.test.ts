import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { NOTICE_MAX_LENGTH } from '#domain/limits.ts'
import { NOTICE_FILE } from '#server/infrastructure/disk/data-folder.ts'
import { setUpCompany, testApp, viewer } from '../../support/app-setup.ts'

const STOP = { tr: 'Cumartesi 10.00’da bakım var.', en: 'Maintenance on Saturday at 10:00.' }

setUpCompany('test', ['viewer'])

const write = (text: string) => writeFile(join(testApp.dir, NOTICE_FILE), text)
const read = async () => ((await (await viewer.get('/api/notice')).json()) as { data: unknown }).data

it('is there from the moment its file is written until the file is removed', async () => {
  expect(await read()).toBeNull()
  await write(JSON.stringify(STOP))
  expect(await read()).toEqual(STOP)
  await rm(join(testApp.dir, NOTICE_FILE))
  expect(await read()).toBeNull()
})

it.each([
  ['no JSON', '{ "tr": '],
  ['nothing', ''],
  ['one language', JSON.stringify({ tr: STOP.tr })],
  ['an empty sentence', JSON.stringify({ ...STOP, en: ' ' })],
  ['a sentence that is too long', JSON.stringify({ ...STOP, en: 'x'.repeat(NOTICE_MAX_LENGTH + 1) })],
])('is none, and no error, if its file has %s', async (_, text) => {
  await write(text)
  expect(await read()).toBeNull()
})
