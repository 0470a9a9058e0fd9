/** Set-up of every file of the panel's tests: each test begins with the same page, because they share one process and one window. */
import { beforeEach, onTestFinished, vi } from 'vitest'

beforeEach(async () => {
  // Loaded here, because a test may have reset the modules.
  const { chooseLanguage } = await import('#panel/preferences/language.ts')
  await chooseLanguage('tr')
  localStorage.clear()
  // What is registered first runs last: the screens of the test are closed before it.
  onTestFinished(putBack)
})

async function putBack() {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  const { endSession } = await import('#panel/session/stored-session.ts')
  endSession('signed-out')
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
  localStorage.clear()
  sessionStorage.clear()
}
