import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'

/** What a first visit costs before anybody scrolls, in bytes as they are sent, without the headers. */
export interface FirstView {
  /** Every script, also those that stand in the page. */
  script: number
  /** The picture the page opens with; 0 where it opens with none. */
  hero: number
  /** Pictures that take the first one's place later. */
  laterSlides: number
  /** Pictures further down than the screen reaches, which the browser fetches ahead. */
  ahead: number
  /** All the rest, scripts among it. */
  rest: number
}

/** Opens the page as somebody who was never here, and weighs what comes until nothing more does. */
export async function weighFirstView(page: Page, url: string): Promise<FirstView> {
  const sent = new Map<string, { type: string; bytes: Promise<number> }>()
  page.on('requestfinished', (request) => {
    const bytes = request.sizes().then(({ responseBodySize }) => responseBodySize)
    sent.set(request.url(), { type: request.resourceType(), bytes })
  })
  await page.goto(url, { waitUntil: 'networkidle' })

  const pictures = await page.locator('img').evaluateAll((images) =>
    (images as HTMLImageElement[]).map((image) => ({
      address: image.currentSrc,
      isSlide: image.closest('.hero') !== null,
      isAhead: image.getBoundingClientRect().top >= innerHeight,
    })),
  )
  const slides = pictures.filter(({ isSlide }) => isSlide).map(({ address }) => address)
  const ahead = new Set(pictures.filter(({ isAhead }) => isAhead).map(({ address }) => address))
  const inline = await page
    .locator('script:not([src]):not([type="application/ld+json"])')
    .evaluateAll((scripts) => scripts.map((script) => script.textContent).join('\n'))
  const view = { script: brotliCompressSync(inline).length, hero: 0, laterSlides: 0, ahead: 0, rest: 0 }
  for (const [address, { type, bytes }] of sent) {
    const size = await bytes
    const slide = slides.indexOf(address)
    if (slide === 0) view.hero += size
    else if (slide > 0) view.laterSlides += size
    else if (ahead.has(address)) view.ahead += size
    else view.rest += size
    if (type === 'script') view.script += size
  }
  return view
}
