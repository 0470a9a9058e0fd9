import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs'

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    args: CHROMIUM_ARGS,
    executablePath: findChromium() ?? chromium.executablePath(),
  })
}
