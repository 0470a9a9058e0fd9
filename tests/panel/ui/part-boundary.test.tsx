import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { lateScript } from '#panel/ui/late-scripts/late-script.ts'
import { lazyDialog, lazyPart } from '#panel/ui/late-scripts/lazy-part.tsx'
import { PartBoundary } from '#panel/ui/late-scripts/part-boundary.tsx'
import { buttons, callerOf, click, openScreen } from '../panel-screen.tsx'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
})

it('a late script is loaded again after a failure, and only once after a success', async () => {
  const importScript = vi.fn().mockRejectedValueOnce(new TypeError('lost')).mockResolvedValue('script')
  const script = lateScript(importScript)
  await expect(script.load()).rejects.toThrow('A script could not be loaded')
  await expect(Promise.all([script.load(), script.load()])).resolves.toEqual(['script', 'script'])
  expect(script.loaded).toBe('script')
  expect(importScript).toHaveBeenCalledTimes(2)
})

it('an error in a part replaces this part only, and the rest keeps its state', async () => {
  let isBroken = false
  function Part() {
    if (isBroken) throw new Error('a fault of the part')
    return <p>part</p>
  }
  function Page() {
    const [count, setCount] = useState(0)
    return (
      <>
        <button type="button" onClick={() => setCount(count + 1)}>
          {`typed ${count}`}
        </button>
        <PartBoundary>
          <Part key={count} />
        </PartBoundary>
      </>
    )
  }
  openScreen(callerOf(), <Page />)
  await vi.waitFor(() => expect(buttons('typed 0')).toHaveLength(1))
  isBroken = true
  click('typed 0')
  expect(document.body.textContent).toContain('Bu bölüm gösterilemedi')
  expect(buttons('typed 1')).toHaveLength(1)
  isBroken = false
  click('Tekrar Dene')
  expect(document.body.textContent).toContain('part')
})

it.each([lazyPart, lazyDialog])('%o shows what it loads at the second try', async (makeLazy) => {
  const Loaded = () => <p>loaded part</p>
  const load = vi.fn().mockRejectedValueOnce(new TypeError('lost')).mockResolvedValue({ default: Loaded })
  const Lazy = makeLazy<object>(load)
  openScreen(callerOf(), <Lazy onClose={() => {}} />)
  await vi.waitFor(() => expect(document.body.textContent).toContain('Bu bölüm yüklenemedi'))
  click('Tekrar Dene')
  await vi.waitFor(() => expect(document.body.textContent).toContain('loaded part'))
  expect(load).toHaveBeenCalledTimes(2)
})
