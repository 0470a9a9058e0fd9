/**
 * Builds the image of `deploy/Dockerfile` without Docker, checks what is in it, starts it and does the main job in it: sign in, add a turbine,
 * upload a photo, read it, also after a restart. For Debian, as root, with `buildah` and `mmdebstrap`. Afterwards nothing of it remains.
 */
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Photo } from '#domain/photo.ts'
import {
  addTurbine,
  freePort,
  SUPERADMIN,
  signInAtProcess,
} from '../../tests/support/servers/server-process.ts'
import { Buildah } from './buildah.ts'
import { BASE, buildImage, checkContents, IMAGE } from './image.ts'
import { StartedContainer } from './started-container.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The user of `deploy/Dockerfile`. */
const USER_ID = 10001

using buildah = new Buildah(join(ROOT, '.build/container'))
buildImage(buildah)
const files = buildah.mount(IMAGE)
checkContents(buildah, files)
await doMainJob()
console.log(`Image size: ${buildah.size(IMAGE)}, base alone: ${buildah.size(BASE)}.`)

async function doMainJob(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'kanat-container-'))
  chownSync(data, USER_ID, USER_ID)
  const image = buildah.config(IMAGE)
  const env = {
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
    SUPERADMIN_EMAIL: SUPERADMIN.email,
    SUPERADMIN_PASSWORD: SUPERADMIN.password,
  }
  try {
    const first = await StartedContainer.start(image, files, data, env)
    const bytes = readFileSync(join(ROOT, 'docs/panel-light.webp'))
    let key: string | undefined
    try {
      key = await upload(first.origin, bytes)
      await readBack(first.origin, key, bytes)
      for (const path of ['/kanat/written', '/etc/written']) {
        expect(!(await first.canWrite(path)), `the server can write ${path}`)
      }
    } finally {
      expect((await first.stop()) === 0, 'the container did not end with 0 after SIGTERM')
    }
    expect((await first.healthCheck()) === 1, 'the health check of a stopped container did not fail')
    const second = await StartedContainer.start(image, files, data, env)
    try {
      await readBack(second.origin, key, bytes)
    } finally {
      await second.stop()
    }
  } finally {
    rmSync(data, { recursive: true })
  }
  console.log(
    `The container runs as user ${image.User}. Sign-in, upload, photo, page, health check and restart work.`,
  )
}

/** @returns the key of the photo */
async function upload(origin: string, bytes: Buffer<ArrayBuffer>): Promise<string> {
  const headers = await signInAtProcess(origin)
  const turbine = await addTurbine(origin, headers)
  const body = new FormData()
  body.set('room', '1')
  body.set('blade', 'A')
  body.set('photos', new Blob([bytes]), 'panel.webp')
  const answer = await fetch(`${origin}/api/turbines/${turbine}/photos`, { method: 'POST', headers, body })
  expect(answer.status === 201, `the upload returned ${answer.status}`)
  const { data } = (await answer.json()) as { data: [Photo] }
  return data[0].key
}

async function readBack(origin: string, key: string, bytes: Buffer): Promise<void> {
  const headers = await signInAtProcess(origin)
  const photo = await fetch(`${origin}/media/${key}`, { headers })
  expect(bytes.equals(Buffer.from(await photo.arrayBuffer())), 'the photo is not what was uploaded')
  const page = await fetch(`${origin}/`)
  expect((await page.text()).includes('<html'), 'there is no page')
}

function expect(isTrue: boolean, otherwise: string): void {
  if (!isTrue) throw new Error(`In the container, ${otherwise}.`)
}
