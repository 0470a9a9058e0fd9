import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { losesOnClose } from '#panel/ui/unsaved-work.ts'

/** The key in the session storage for the time of the last reload, in milliseconds since 1970. */
const RELOADED_KEY = 'kanat.reloaded'
/** While servers of two versions answer in turn, the page must not load again and again. In milliseconds. */
const RELOAD_PAUSE_MS = 30_000

/** What the server answers after a script could not be loaded. */
export type VersionOnServer = 'same' | 'new' | 'unknown'

/** True after the server has been found to serve another version than the one in this tab. */
const isOutdated = signal(false)

/** Asks the server whether it still serves this version of the panel. It is `unknown` if no answer comes. */
export async function checkVersion(): Promise<VersionOnServer> {
  // The name of the first script contains a hash of all scripts of the panel.
  const script = document.querySelector('astro-island[component-url]')?.getAttribute('component-url')
  try {
    const answer = await fetch(PANEL_ADDRESSES.signIn, { cache: 'no-store' })
    const page = answer.ok && script ? await answer.text() : ''
    // Also a proxy answers with a page, for example while the server is maintained.
    if (!script || !page.includes('component-url=')) return 'unknown'
    const version = page.includes(script) ? 'same' : 'new'
    isOutdated.value = version === 'new'
    return version
  } catch {
    return 'unknown'
  }
}

/** Loads the page again if the server serves a new version, and nobody loses unsaved work by it, nor an upload of another page. */
export function reloadIfOutdated() {
  if (!isOutdated.value || losesOnClose() || hasJustReloaded()) return
  window.location.reload()
}

/** Loads the page again after the user has gone to another address, which is a safe moment. */
export function useReloadWhenOutdated(pathname: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of address is the moment
  useEffect(reloadIfOutdated, [pathname])
}

function hasJustReloaded(): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED_KEY))
    if (Date.now() - last < RELOAD_PAUSE_MS) return true
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()))
    return false
  } catch {
    // Without storage, nothing could stop the page from loading again and again.
    return true
  }
}
