import { beforeEach, expect, it, vi } from 'vitest'
import { checkVersion, reloadIfOutdated } from '#panel/ui/late-scripts/new-version.ts'
import { askBeforeClosing } from '#panel/ui/unsaved-work.ts'

const panelOf = (script: string) => `<astro-island component-url="/_astro/${script}"></astro-island>`

let isUploading = false
askBeforeClosing(() => isUploading)
const reload = vi.fn()
beforeEach(() => {
  isUploading = false
  reload.mockClear()
  sessionStorage.clear()
  document.body.innerHTML = panelOf('panel.old.js')
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
})

const serve = (answer: () => Response) => vi.stubGlobal('fetch', async () => answer())

it.each([
  ['the page of this version', () => new Response(panelOf('panel.old.js')), 'same'],
  ['the page of another version', () => new Response(panelOf('panel.new.js')), 'new'],
  ['the page of a proxy', () => new Response('<h1>Maintenance</h1>'), 'unknown'],
  ['an error', () => new Response(panelOf('panel.new.js'), { status: 502 }), 'unknown'],
] as const)('tells from %s which version the server has', async (_, answer, version) => {
  serve(answer)
  expect(await checkVersion()).toBe(version)
})

it('loads the page again for a new version, but not while an upload of another page would stop', async () => {
  serve(() => new Response(panelOf('panel.new.js')))
  await checkVersion()
  isUploading = true
  reloadIfOutdated()
  expect(reload).not.toHaveBeenCalled()
  isUploading = false
  reloadIfOutdated()
  expect(reload).toHaveBeenCalledOnce()
})
