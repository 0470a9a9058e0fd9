import { defineConfig } from '@playwright/test'
import './tests/support/run/own-node.ts'
import { CHROMIUM_ARGS, findChromium, findHeadlessShell } from './tests/support/programs/chromium.mjs'
import { temporaryDisk } from './tests/support/run/temporary-disk.ts'

process.env.TMPDIR = temporaryDisk()

const executablePath = findHeadlessShell() ?? findChromium()

export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: '.build/journeys',
  // One more than the two cores that the tests are made for, because a journey often waits for an animation or a timer.
  workers: 3,
  // By journey and not by file, so that no worker waits for the last long file.
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  // A second try would hide a race, in the journey or in the product.
  retries: 0,
  // What does not end. A limit is not what a journey asserts: a busy machine may be ten times as slow.
  timeout: 600_000,
  expect: { timeout: 100_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    // A trace costs a third of the time. `playwright test --trace on` records one.
    screenshot: 'only-on-failure',
    launchOptions: {
      args: CHROMIUM_ARGS,
      // Without a locale, as in a bare container, Chromium takes no letter beyond ASCII into the name of a file that it saves.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      ...(executablePath !== undefined && { executablePath }),
    },
  },
})
