import { flushSync } from 'react-dom'
import { createBrowserRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import type { FindingShape } from '#domain/findings/finding-shape.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { MarkingProvider } from '#panel/findings/marks/marking.tsx'
import { useFrame } from '#panel/photos/lightbox/use-zoom.ts'
import { FITTED } from '#panel/photos/lightbox/zoom-view.ts'
import { ComparedMarks } from '#panel/turbine-page/compare/compared-marks.tsx'
import { answeredFinding } from '../../support/answered-finding.ts'
import { callerOf, openScreen } from '../panel-screen.tsx'

const TURBINE = { id: 4, company_id: 3 } as Turbine
const POINT: FindingShape = { on: 'image', kind: 'point', points: [[0.5, 0.5]] }

const photoOf = (id: number, width: number, height: number) =>
  ({ id, originalName: `${id}.jpg`, width, height, thumb_url: `/media/${id}` }) as Photo
const LEFT = photoOf(17, 1000, 500)
const RIGHT = photoOf(23, 200, 200)
/** The right photo in the left half of the left one, at half of its height. */
const SIMILARITY = { a: 1.25, b: 0, x0: 0, y0: 100 }

function Pair({ opacity }: { opacity: number }) {
  const zoom = { ...useFrame(LEFT), view: FITTED, move: () => {} }
  return (
    <div ref={zoom.mount}>
      <ComparedMarks photo={LEFT} zoom={zoom} opacity={1 - opacity} />
      <ComparedMarks
        photo={RIGHT}
        zoom={zoom}
        onto={{ photo: LEFT, similarity: SIMILARITY }}
        opacity={opacity}
      />
    </div>
  )
}

let screen: ReturnType<typeof openScreen>

async function open(opacity: number) {
  const findings = [
    answeredFinding(1, { turbine_id: 4, photo_id: 17, shape: POINT, severity: 2 }),
    answeredFinding(2, { turbine_id: 4, photo_id: 23, shape: POINT, severity: 4, status: 'repaired' }),
  ]
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: findings }))
  window.history.replaceState(null, '', '/?compare=17,23&as=blend')
  const pair = (
    <MarkingProvider turbine={TURBINE}>
      <Pair opacity={opacity} />
    </MarkingProvider>
  )
  screen = openScreen(callerOf(), pair, createBrowserRouter)
  await expect.poll(tags).not.toHaveLength(0)
}

const tags = () => [...document.querySelectorAll<HTMLElement>('[data-mark-tag]')]

it('the marks of both photos have names, lie where their photos lie, and a solved one has a tick', async () => {
  await open(0.25)
  const [left, right] = tags()
  expect(left?.getAttribute('aria-label')).toMatch(/^A-LE-001, .*Derece 2/)
  expect(right?.getAttribute('aria-label')).toMatch(/^A-LE-002, .*, çözüldü$/)
  expect(right?.querySelector('svg')).not.toBeNull()
  expect([left?.style.left, left?.style.top]).toEqual(['50%', '50%'])
  // The middle of the right photo is pixel (100, 100), which is (125, 225) of the left one.
  expect([right?.style.left, right?.style.top]).toEqual(['12.5%', '45%'])
  const opacities = tags().map((tag) => tag.closest<HTMLElement>('[style*=opacity]')?.style.opacity)
  expect(opacities).toEqual(['0.75', '0.25'])
})

it('a photo that is not visible has no marks that could take the focus', async () => {
  await open(1)
  expect(tags().map((tag) => tag.dataset.markTag)).toEqual(['2'])
})

it('a mark opens its finding on its photo, and Back shows the comparison', async () => {
  await open(0.5)
  flushSync(() => tags()[1]?.click())
  await expect.poll(() => window.location.search).toBe('?photo=23&finding=2')
  await screen.router.navigate(-1)
  await expect.poll(() => window.location.search).toBe('?compare=17,23&as=blend')
})
