import type { Page } from '@playwright/test'
import { foldForSearch } from '#domain/text/turkish.ts'
import { questionsWith, readQuestions, siteWords } from '../../support/content.ts'
import { expect, storeLanguage } from '../support/kanat.ts'
import { test } from '../support/public-site.ts'

const ADDRESS = { tr: '/faq', en: '/en/faq' } as const

function questions(page: Page) {
  return page.getByRole('main').getByRole('heading', { level: 3 })
}

/** Questions for the tests: the last one, those of its category, and another category. */
function questionsFor(language: 'tr' | 'en') {
  const all = readQuestions(language)
  const words = siteWords[language].faq
  const last = all.at(-1)
  const other = all.find(({ category }) => category !== last?.category)
  if (!last || !other) throw new Error('The tests need questions of two categories.')
  const inCategory = all.filter(({ category }) => category === last.category)
  const used = Object.entries(words.categories).filter(([id]) => all.some(({ category }) => category === id))
  const name = Object.fromEntries(used)[last.category] ?? ''
  return { words, all, last, other, inCategory, used, name }
}

for (const language of ['tr', 'en'] as const) {
  const { words, all, last, other, inCategory, used, name } = questionsFor(language)
  const address = ADDRESS[language]
  const names = inCategory.map(({ question }) => question)
  // Without special Turkish letters, and in capitals.
  const query = foldForSearch(last.question).toUpperCase()
  const found = questionsWith(inCategory, query)

  test(`the questions can be searched and filtered by category, and the filter is in the address, ${language}`, {
    tag: language === 'tr' ? '@core' : [],
  }, async ({ page }) => {
    await storeLanguage(page, language)
    await page.goto(address)
    await expect(questions(page)).toHaveText(all.map(({ question }) => question))
    const search = page.getByRole('searchbox', { name: words.search })
    const category = page.getByRole('combobox', { name: words.category })
    const pills = page.getByRole('list', { name: words.category })
    const categories = [words.all, ...used.map(([, each]) => each)]
    await expect(pills.getByRole('link')).toHaveText(categories)
    await expect(category.getByRole('option')).toHaveText(categories)

    await pills.getByRole('link', { name, exact: true }).click()
    await expect(questions(page)).toHaveText(names)
    await expect(page).toHaveURL(`${address}?category=${last.category}`)
    await expect(category).toHaveValue(last.category)
    await expect(pills.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'true')

    await search.fill(query)
    await expect(questions(page)).toHaveText(found)
    await search.fill('zeppelin')
    await expect(page.getByRole('heading', { name: words.empty.title })).toBeVisible()
    await expect(questions(page)).toHaveCount(0)
    await search.fill(query)
    await category.selectOption(other.category)
    await expect(category).toHaveValue(other.category)

    await page.goBack()
    await expect(questions(page)).toHaveText(found)
    await expect(category).toHaveValue(last.category)
    await page.goBack()
    await expect(questions(page)).toHaveText(names)
    await expect(search).toHaveValue('')
    await page.goForward()
    await expect(search).toHaveValue(query)

    await search.fill('zeppelin')
    await page.getByRole('button', { name: words.empty.clear }).click()
    await expect(questions(page)).toHaveCount(all.length)
    await expect(page).toHaveURL(address)
    await expect(search).toBeFocused()
    await expect(search).toHaveValue('')
  })
}

test('a shared address keeps its filter, and its category in both languages', async ({ page }) => {
  const { last, inCategory } = questionsFor('tr')
  const query = foldForSearch(last.question)
  await storeLanguage(page, 'tr')
  await page.goto(`/faq?${new URLSearchParams({ q: query, category: last.category })}`)
  await expect(questions(page)).toHaveText(questionsWith(inCategory, query))
  await expect(page.getByRole('searchbox')).toHaveValue(query)

  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(`/en/faq?category=${last.category}`)
  const english = readQuestions('en')
  const names = english.filter(({ category }) => category === last.category).map(({ question }) => question)
  await expect(questions(page)).toHaveText(names)
  await page.goto('/en/faq?category=weather')
  await expect(questions(page)).toHaveCount(english.length)
})

test('text that is typed before hydration is searched after it', async ({ page }) => {
  const { all, other } = questionsFor('tr')
  await storeLanguage(page, 'tr')
  const { promise: typed, resolve: wake } = Promise.withResolvers<void>()
  await page.route('**/_astro/faq-filter*.js', async (route) => {
    await typed
    await route.continue()
  })
  await page.goto('/faq')
  await page.getByRole('searchbox').fill(other.question)
  await expect(questions(page)).toHaveCount(all.length)
  wake()
  await expect(questions(page)).toHaveText(questionsWith(all, other.question))
})

test('the structured data has the same questions and answers', async ({ request }) => {
  for (const language of ['tr', 'en'] as const) {
    const html = await (await request.get(ADDRESS[language])).text()
    const [, json = ''] = html.match(/<script type="application\/ld\+json">(.*?)<\/script>/s) ?? []
    const { '@type': type, mainEntity } = JSON.parse(json)
    expect(type).toBe('FAQPage')
    const all = readQuestions(language)
    expect(mainEntity.map(({ name }: { name: string }) => name)).toEqual(all.map(({ question }) => question))
    for (const { acceptedAnswer } of mainEntity) expect(acceptedAnswer.text).toMatch(/^<.+>/)
  }
})
