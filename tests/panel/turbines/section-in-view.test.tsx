import { createBrowserRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { useOpenPhoto } from '#panel/photos/open-photo.ts'
import { sectionElementId, useSectionInView } from '#panel/turbine-page/section-in-view.ts'
import { callerOf, openScreen } from '../panel-screen.tsx'

const IDS = ['overview', 'blades'] as const
const PAGE = '/dashboard/turbine/4'

/** Two sections, both of which begin above the reading line: the second one is in view. */
function Sections() {
  useSectionInView(IDS)
  const { openId } = useOpenPhoto()
  return (
    <>
      <output>{openId}</output>
      {IDS.map((id) => (
        <section key={id} id={sectionElementId(id)} />
      ))}
      <div role="alertdialog" />
    </>
  )
}

let screen: ReturnType<typeof openScreen>
beforeEach(() => {
  vi.useFakeTimers()
  window.history.replaceState(null, '', PAGE)
  screen = openScreen(callerOf(), <Sections />, createBrowserRouter)
})

async function scroll() {
  window.dispatchEvent(new Event('scroll'))
  await finishScroll()
}

async function finishScroll() {
  await vi.advanceTimersByTimeAsync(1000)
}

function act(type: string, target: EventTarget = document.body) {
  target.dispatchEvent(new Event(type, { bubbles: true }))
}

it('leaves the address alone when the page scrolls by itself', async () => {
  await scroll()
  expect(window.location.search).toBe('')
})

it.each(['wheel', 'touchmove', 'pointerdown', 'keydown'])(
  'writes the section after a %s of the user',
  async (type) => {
    act(type)
    await scroll()
    expect(window.location.search).toBe('?section=blades')
  },
)

it('does not take an earlier scroll for one of the user who clicks before it ends', async () => {
  window.dispatchEvent(new Event('scroll'))
  act('pointerdown')
  await finishScroll()
  expect(window.location.search).toBe('')
})

it('does not take a key in a dialog for a scroll of the page', async () => {
  act('keydown', document.querySelector('[role=alertdialog]') as Element)
  await scroll()
  expect(window.location.search).toBe('')
})

it('takes no scroll for one of the user after a photo was open', async () => {
  act('pointerdown')
  const shown = () => document.querySelector('output')?.textContent
  await screen.router.navigate(`${PAGE}?photo=17`)
  await vi.waitFor(() => expect(shown()).toBe('17'))
  await finishScroll()
  await screen.router.navigate(PAGE)
  await vi.waitFor(() => expect(shown()).toBe(''))
  await finishScroll()
  await scroll()
  expect(window.location.search).toBe('')
})
