import { brotliCompressSync } from 'node:zlib'
import type { Page, Request } from '@playwright/test'

/** The bytes of a first visit before scrolling, as sent over the network, without headers. */
export interface FirstView {
  /** All scripts, including inline scripts. */
  script: number
  /** The first picture of the page; 0 if there is none. */
  hero: number
  /** Pictures of the slideshow that replace the first one later. */
  laterSlides: number
  /** Pictures below the visible part of the page that the browser loads early. */
  ahead: number
  /** Everything else, including scripts. */
  rest: number
}

/** Opens the page with an empty cache and counts the bytes until the network is idle. */
export async function measureFirstView(page: Page, url: string): Promise<FirstView> {
  const finished = new Map<string, Request>()
  page.on('requestfinished', (request) => finished.set(request.url(), request))
  await page.goto(url, { waitUntil: 'networkidle' })
  // Later requests do not count.
  const sent = [...finished]

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
  for (const [address, request] of sent) {
    const { responseBodySize: size } = await request.sizes()
    const slide = slides.indexOf(address)
    if (slide === 0) view.hero += size
    else if (slide > 0) view.laterSlides += size
    else if (ahead.has(address)) view.ahead += size
    else view.rest += size
    if (request.resourceType() === 'script') view.script += size
  }
  return view
}
