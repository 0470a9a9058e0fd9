import type { Page } from '@playwright/test'
import { siteWords } from '../../support/content.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, storeLanguage } from '../support/kanat.ts'
import { test } from '../support/public-site.ts'

const IDS = ['mark', 'years', 'review', 'summary', 'proof'] as const

for (const [language, home] of [
  ['tr', '/'],
  ['en', '/en'],
] as const) {
  test(`the landing page tells five steps, and its one action is to ask for a demo, ${language}`, async ({
    page,
  }) => {
    const { menu, landing } = siteWords[language]
    await storeLanguage(page, language)
    await page.goto(home)
    const main = page.getByRole('main')
    const { steps } = landing
    await expect(main.getByRole('heading', { level: 3 })).toHaveText(IDS.map((id) => steps[id].title))
    for (const id of IDS) await expect(main.getByRole('img', { name: steps[id].alt })).toHaveCount(1)

    await expect(page.getByRole('link', { name: menu.login })).toHaveCount(1)
    await expect(page.getByRole('banner').getByRole('link', { name: menu.login })).toBeVisible()
    const actions = main.locator('.button')
    await expect(actions).toHaveText([landing.hero.action, landing.closing.action])
    await actions.first().click()
    await expect(page).toHaveURL(`${home === '/' ? '' : home}/contact?demo`)
    await expect(page.locator('form [name=subject]')).toHaveValue(
      siteWords[language].contact.form.demo_subject,
    )
  })
}

/** The addresses of the recordings that the page asks for. */
function watchRecordings(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.webm')) asked.push(request.url())
  })
  return asked
}

test('the recording of marking loads when it is near, plays in a loop without sound, and stops', async ({
  page,
}) => {
  const asked = watchRecordings(page)
  const { loop } = siteWords.tr.landing.steps
  await storeLanguage(page, 'tr')
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(asked).toEqual([])
  await page.getByRole('heading', { name: siteWords.tr.landing.steps.mark.title }).scrollIntoViewIfNeeded()
  const video = page.locator('video')
  await expect(video).toHaveJSProperty('paused', false)
  await expect(video).toHaveJSProperty('muted', true)
  await expect(video).toHaveJSProperty('loop', true)
  await expect.poll(() => video.evaluate((each: HTMLVideoElement) => each.duration)).toBeLessThanOrEqual(20)
  await page.getByRole('button', { name: loop.pause }).click()
  await expect(video).toHaveJSProperty('paused', true)
  await page.getByRole('button', { name: loop.play }).click()
  await expect(video).toHaveJSProperty('paused', false)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(video).toHaveJSProperty('paused', true)
})

test('a recording that cannot be loaded is not said to play, and a click loads it again', async ({
  page,
  context,
}) => {
  const { loop, mark } = siteWords.tr.landing.steps
  provoke(page, 'network')
  await context.route('**/*.webm', (route) => route.abort())
  await storeLanguage(page, 'tr')
  await page.goto('/')
  await page.getByRole('heading', { name: mark.title }).scrollIntoViewIfNeeded()
  const play = page.getByRole('button', { name: loop.play })
  await expect(play).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)
  await context.unroute('**/*.webm')
  await play.click()
  await expect(page.getByRole('button', { name: loop.pause })).toBeVisible()
  await expect(page.locator('video')).toHaveJSProperty('paused', false)
})

test('the recording rests while the window is too narrow to show it, and plays in a widened one', async ({
  page,
}) => {
  const asked = watchRecordings(page)
  const { mark } = siteWords.tr.landing.steps
  const [narrow, wide] = [
    { width: 500, height: 800 },
    { width: 1280, height: 800 },
  ]
  const heading = page.getByRole('heading', { name: mark.title })
  const video = page.locator('video')
  await page.setViewportSize(narrow)
  await storeLanguage(page, 'tr')
  await page.goto('/', { waitUntil: 'networkidle' })
  await heading.scrollIntoViewIfNeeded()
  expect(asked).toEqual([])
  await page.setViewportSize(wide)
  await heading.scrollIntoViewIfNeeded()
  await expect(video).toHaveJSProperty('paused', false)
  await page.setViewportSize(narrow)
  await heading.scrollIntoViewIfNeeded()
  await expect(video).toHaveJSProperty('paused', true)
})

test('with reduced motion the recording loads only on a click', async ({ page }) => {
  const asked = watchRecordings(page)
  const { loop, mark } = siteWords.tr.landing.steps
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
  await page.goto('/')
  await page.getByRole('heading', { name: mark.title }).scrollIntoViewIfNeeded()
  const play = page.getByRole('button', { name: loop.play })
  await expect(play).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)
  expect(asked).toEqual([])
  await play.click()
  await expect(page.locator('video')).toHaveJSProperty('paused', false)
})

test('at 390 px the header has the home page, contact, the language and sign-in in one line', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [language, address] of [
    ['tr', '/faq'],
    ['en', '/en/faq'],
  ] as const) {
    const { menu } = siteWords[language]
    await page.goto(address)
    await page.evaluate((chosen) => localStorage.setItem('kanat.language', chosen), language)
    await page.goto(address)
    const links = page.getByRole('banner').getByRole('navigation').getByRole('link').filter({ visible: true })
    await expect(links).toHaveText([menu.home, menu.contact, new RegExp(menu.twin_short), menu.login])
    const tops = await links.evaluateAll((all) =>
      all.map((link) => link.getBoundingClientRect()).map(({ top, height }) => Math.round(top + height / 2)),
    )
    expect(new Set(tops).size).toBe(1)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  }
})
