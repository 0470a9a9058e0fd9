import { Agent } from 'node:http'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { turbineAddress } from '../../../domain/panel-addresses.ts'
import { addTurbine, ServerProcess, signInAtProcess } from '../../../tests/support/servers/server-process.ts'
import { postPhotos } from '../files/post-photos.ts'
import { type Line, median, milliseconds, percent, within } from '../report.ts'
import { launchBrowser, signedInPage } from './browser.ts'

/** All findings of the turbine, and those on the open photo. */
const FINDINGS = 1000
const MARKS = 200
/** How far the photo is dragged in each frame, in CSS pixels, and how often. */
const PAN = { steps: 180, step: 4 }
/** A frame of a screen with 60 frames a second, rounded up. */
const FRAME_MS_MAX = 17
const DROPPED_SHARE_MAX = 0.05

/** Panning a photo with many marks, of a turbine with many findings, beside panning it while they are hidden. */
export async function measureMarks(folder: string, photo: Buffer): Promise<Line[]> {
  await using server = await ServerProcess.start(join(folder, 'marks'))
  const headers = await signInAtProcess(server.origin)
  const turbine = await addTurbine(server.origin, headers)
  const agent = new Agent()
  await postPhotos({ origin: server.origin, turbine, headers, agent }, [
    { name: 'marked.jpg', content: photo },
  ])
  agent.destroy()
  const photos = await fetch(`${server.origin}/api/turbines/${turbine}/photos`, { headers })
  const { data } = (await photos.json()) as { data: { id: number }[] }
  const photoId = data[0]?.id ?? 0
  await addFindings(`${server.origin}/api/turbines/${turbine}/findings`, headers, photoId)

  const browser = await launchBrowser()
  try {
    const page = await signedInPage(browser, server.origin)
    await page.goto(`${turbineAddress(turbine)}?photo=${photoId}`)
    const tags = page.getByRole('dialog').getByRole('button', { name: /^A-LE-\d{3,4}, / })
    await tags.nth(MARKS - 1).waitFor()
    for (let zoom = 0; zoom < 4; zoom++) await page.keyboard.press('+')
    await page.waitForLoadState('networkidle')
    const shown = await pan(page)
    await page.keyboard.press('j')
    await tags.first().waitFor({ state: 'detached' })
    const hidden = await pan(page)
    return [
      {
        ...within('median frame while the photo is panned', shown.median, FRAME_MS_MAX, milliseconds),
        what: `median frame while a photo with ${MARKS} of ${FINDINGS} findings is panned`,
      },
      {
        ...within('frames dropped meanwhile', shown.dropped, DROPPED_SHARE_MAX, percent),
        reference: `at most ${percent(DROPPED_SHARE_MAX)}; with hidden marks ${percent(hidden.dropped)}`,
      },
    ]
  } finally {
    await browser.close()
    await server.end('SIGTERM')
  }
}

async function addFindings(url: string, headers: Record<string, string>, photoId: number) {
  for (let number = 0; number < FINDINGS; number++) {
    const [x, y] = [(number % 20) / 20, (Math.floor(number / 20) % 10) / 10]
    const corners = [
      [x + 0.01, y + 0.02],
      [x + 0.04, y + 0.02],
      [x + 0.035, y + 0.05],
      [x + 0.04, y + 0.08],
      [x + 0.01, y + 0.08],
    ]
    const place = number < MARKS && {
      photo_id: photoId,
      shape: { on: 'image', kind: 'polygon', points: corners },
    }
    const fields = { type: 'le-erosion', blade: 'A', side: 'LE', severity: 1 + (number % 5), ...place }
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(fields),
    })
    if (!answer.ok) throw new Error(`The finding was not added: ${answer.status}`)
  }
}

/** Drags the photo a step in each frame, there and back. @returns the median frame in milliseconds, and the share of dropped frames */
async function pan(page: Page): Promise<{ median: number; dropped: number }> {
  const frames = await page.evaluate(async ({ steps, step }) => {
    const stage = document.querySelector('[role=dialog] img')?.closest('.touch-none')
    if (!stage) throw new Error('There is no photo')
    const send = (type: string, clientX: number) =>
      stage.dispatchEvent(
        new PointerEvent(type, {
          pointerId: 1,
          button: 0,
          buttons: 1,
          clientX,
          clientY: 400,
          bubbles: true,
        }),
      )
    // The pointer is none that the browser knows.
    stage.setPointerCapture = () => {}
    const frame = () => new Promise<number>(requestAnimationFrame)
    const lengths: number[] = []
    send('pointerdown', 700)
    let last = await frame()
    for (let count = 0; count < steps; count++) {
      const way = count < steps / 2 ? count : steps - count
      send('pointermove', 700 - way * step)
      const now = await frame()
      lengths.push(now - last)
      last = now
    }
    send('pointerup', 700)
    return lengths
  }, PAN)
  const dropped = frames.reduce((sum, length) => sum + Math.max(0, Math.round(length / (1000 / 60)) - 1), 0)
  return { median: median(frames), dropped: dropped / (dropped + frames.length) }
}
