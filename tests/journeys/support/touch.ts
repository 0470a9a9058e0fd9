import type { Page } from '@playwright/test'

interface Finger {
  x: number
  y: number
}

/** Touches the screen with one finger or two, and moves them in steps. */
export async function touch(page: Page, ...steps: [Finger[], ...Finger[][]]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', fingers: Finger[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: fingers.map((finger, id) => ({ ...finger, id })),
    })
  let count = 0
  for (const fingers of steps) {
    await send(fingers.length > count ? 'touchStart' : 'touchMove', fingers)
    count = fingers.length
  }
  await send('touchEnd', [])
  await session.detach()
}
