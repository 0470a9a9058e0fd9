import type { Page } from '@playwright/test'

/** How far the page scrolls, in CSS pixels: one step in each frame. */
const SCROLL = { steps: 240, step: 60 }

/**
 * Scrolls a step in each frame.
 *
 * @param top where it begins, in CSS pixels from the top of the page
 * @returns the share of dropped frames
 */
export function droppedShare(page: Page, top: number): Promise<number> {
  return page.evaluate(
    async ({ steps, step, top }) => {
      window.scrollTo(0, top)
      const frame = () => new Promise<number>(requestAnimationFrame)
      let last = await frame()
      const start = last
      let dropped = 0
      for (let count = 0; count < steps; count++) {
        window.scrollBy(0, step)
        const now = await frame()
        dropped += Math.max(0, Math.round((now - last) / (1000 / 60)) - 1)
        last = now
      }
      return dropped / ((last - start) / (1000 / 60))
    },
    { ...SCROLL, top },
  )
}
