/** Set-up of every file of the panel's tests: each test begins with the same page, because they share one process and one window. */
import { beforeEach, onTestFinished, vi } from 'vitest'

beforeEach(async () => {
  // Loaded here, because a test may have reset the modules.
  const { chooseLanguage } = await import('#panel/preferences/language.ts')
  const { session } = await import('#panel/session/stored-session.ts')
  await chooseLanguage('tr')
  // A test that waits for a toast does not wait for its script too.
  const { closeToasts, preloadToasts } = await import('#panel/ui/layers/toast.tsx')
  await preloadToasts()
  closeToasts()
  localStorage.clear()
  const users = new Set<number>()
  const unsubscribe = session.subscribe((value) => {
    if (value) users.add(value.userId)
  })
  // What is registered first runs last: the screens of the test are closed before it.
  onTestFinished(async () => {
    unsubscribe()
    await putBack(users)
  })
})

async function putBack(users: Iterable<number>) {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  const { endSession } = await import('#panel/session/stored-session.ts')
  const { forgetStoredWork } = await import('#panel/session/sign-out-work.ts')
  endSession('signed-out')
  // What waits to be sent keeps a page from being loaded again, also that of the next test.
  for (const userId of users) await forgetStoredWork(userId)
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
  localStorage.clear()
  sessionStorage.clear()
  const { losesOnClose } = await import('#panel/ui/unsaved-work.ts')
  if (losesOnClose())
    throw new Error('The test leaves work that waits to be sent, which would be that of the next test.')
}
