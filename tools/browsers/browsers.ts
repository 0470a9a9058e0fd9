/**
 * Walks through the built product with a mouse and a keyboard, in Firefox and in WebKit, the engine of Safari: `npm run browsers`, which
 * installs both on Debian, as root, and builds. `npm run browsers -- webkit` walks in one of them. A fault leaves a screenshot.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Browser } from './browser.ts'
import { FirefoxBrowser } from './firefox-browser.ts'
import { Page } from './page.ts'
import { findMissingPackages } from './programs.mjs'
import { STEPS } from './walk.ts'
import { WalkedServer } from './walked-server.ts'
import { WebKitBrowser } from './webkit-browser.ts'

const ROOT = join(import.meta.dirname, '../..')
const SCREENSHOTS = join(ROOT, '.build/browsers')
const STARTS = { firefox: FirefoxBrowser.start, webkit: WebKitBrowser.start }

const missing = findMissingPackages()
if (missing.length > 0) {
  console.error(`Programs are missing. On Debian, as root: apt-get install ${missing.join(' ')}`)
  process.exit(1)
}
const asked = process.argv.slice(2)
const names = asked.length > 0 ? asked : Object.keys(STARTS)
/** Ends the walk at its next look, so that what it has started is ended in order. */
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => stop.abort(new Error('The walk was stopped.')))

for (const name of names) {
  const start = STARTS[name as keyof typeof STARTS]
  if (!start) throw new Error(`Unknown browser ${name}: choose ${Object.keys(STARTS).join(' or ')}.`)
  // Each has a server of its own, so that both find the same.
  await using server = await WalkedServer.start()
  stop.signal.throwIfAborted()
  await using browser = await start()
  if (!(await walk(browser, server, name))) process.exitCode = 1
}

/** @returns true if there was no fault */
async function walk(browser: Browser, server: WalkedServer, name: string): Promise<boolean> {
  const page = new Page(browser, server.origin, stop.signal)
  const folder = join(SCREENSHOTS, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [index, step] of STEPS.entries()) {
    const start = performance.now()
    const screenshot = join(folder, `${index + 1}-${step.name.replaceAll(' ', '-')}.png`)
    try {
      await step.walk(page, server)
      const problems = await page.takeProblems()
      if (problems.length > 0) throw new Error(`The page had errors:\n${problems.join('\n')}`)
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      console.log(`${browser.name}, ${step.name}: ${seconds} s`)
    } catch (error) {
      stop.signal.throwIfAborted()
      console.error(`${browser.name}, ${step.name}: ${error instanceof Error ? error.message : error}`)
      writeFileSync(screenshot, await browser.takeScreenshot())
      console.error(`Screenshot: ${relative(ROOT, screenshot)}`)
      return false
    }
    writeFileSync(screenshot, await browser.takeScreenshot())
  }
  return true
}
