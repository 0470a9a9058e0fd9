import { findOnPath } from './find-on-path.mjs'

/** Chromium that has no windows and menus at all, not even hidden ones. A page takes less than half the processor time. */
const HEADLESS_SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell']

const NAMES = [
  ...['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
  ...HEADLESS_SHELL_NAMES,
]

/** Arguments for a headless Chromium that can run as root and connects only to the tested page. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-quic',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // The headless shell would round the widths of letters to whole pixels.
  '--font-render-hinting=none',
]

/**
 * The path of the installed Chromium or Chrome; undefined if there is none and Playwright's own must be used.
 *
 * @returns {string | undefined}
 */
export function findChromium() {
  return findOnPath(NAMES)
}

/**
 * The path of the installed headless shell, which the tests prefer; undefined if there is none.
 *
 * @returns {string | undefined}
 */
export function findHeadlessShell() {
  return findOnPath(HEADLESS_SHELL_NAMES)
}
