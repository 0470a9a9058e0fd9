import type { Page } from '@playwright/test'
import { expect, speak, test } from './kanat.ts'

const spoken = {
  tr: {
    address: '/faq',
    search: 'Sorularda ara',
    category: 'Kategori',
    categories: [
      'Tümü',
      'Genel Sorular',
      '360° Görüntüleme',
      'İzleme Sistemi',
      'Teknik Destek',
      'Fiyatlandırma',
      'Güvenlik',
    ],
    pricing: 'Fiyatlandırma',
    prices: ['Fiyatlar nasıl?', 'Ücretsiz deneyebilir miyim?'],
    query: 'UCRETSIZ deneme 30',
    found: 'Ücretsiz deneyebilir miyim?',
    empty: 'Aradığınız soru bulunamadı',
    clear: 'Filtreleri temizle',
    claims: [
      /150 TL/,
      /250 TL/,
      /350 TL/,
      /%15/,
      /30 gün/,
      /en fazla 50/,
      /JPG, PNG ya da WebP/,
      /10 MB/,
      /5 dakika/,
    ],
  },
  en: {
    address: '/en/faq',
    search: 'Search the questions',
    category: 'Category',
    categories: ['All', 'General', '360° Views', 'Monitoring', 'Technical Support', 'Pricing', 'Security'],
    pricing: 'Pricing',
    prices: ['What does it cost?', 'Can I try it for free?'],
    query: 'FREE trial 30',
    found: 'Can I try it for free?',
    empty: 'No question found',
    clear: 'Clear filters',
    claims: [
      /150 TL/,
      /250 TL/,
      /350 TL/,
      /15%/,
      /30 days/,
      /Up to 50/,
      /JPG, PNG or WebP/,
      /10 MB/,
      /5 minutes/,
    ],
  },
} as const

function questions(page: Page) {
  return page.getByRole('main').getByRole('heading', { level: 3 })
}

for (const language of ['tr', 'en'] as const) {
  const words = spoken[language]

  test(`the questions can be searched and chosen by category, and the address says how, ${language}`, async ({
    page,
  }) => {
    await speak(page, language)
    await page.goto(words.address)
    await expect(questions(page)).toHaveCount(12)
    const search = page.getByRole('searchbox', { name: words.search })
    const category = page.getByRole('combobox', { name: words.category })
    const pills = page.getByRole('list', { name: words.category })
    await expect(pills.getByRole('link')).toHaveText([...words.categories])
    await expect(category.getByRole('option')).toHaveText([...words.categories])

    await pills.getByRole('link', { name: words.pricing }).click()
    await expect(questions(page)).toHaveText([...words.prices])
    await expect(page).toHaveURL(`${words.address}?category=pricing`)
    await expect(category).toHaveValue('pricing')
    await expect(pills.getByRole('link', { name: words.pricing })).toHaveAttribute('aria-current', 'true')

    await search.fill(words.query)
    await expect(questions(page)).toHaveText([words.found])
    await category.selectOption('security')
    await expect(page.getByRole('heading', { name: words.empty })).toBeVisible()
    await expect(questions(page)).toHaveCount(0)

    await page.goBack()
    await expect(questions(page)).toHaveText([words.found])
    await expect(category).toHaveValue('pricing')
    await page.goBack()
    await expect(questions(page)).toHaveText([...words.prices])
    await expect(search).toHaveValue('')
    await page.goForward()
    await expect(search).toHaveValue(words.query)

    await page.goForward()
    await page.getByRole('button', { name: words.clear }).click()
    await expect(questions(page)).toHaveCount(12)
    await expect(page).toHaveURL(words.address)
    await expect(search).toBeFocused()
    await expect(search).toHaveValue('')
  })

  test(`the answers open, and say what was promised, ${language}`, async ({ page }) => {
    await speak(page, language)
    await page.goto(words.address)
    const main = page.getByRole('main')
    await expect(main.getByText(words.claims[0])).toBeHidden()
    for (const question of await questions(page).all()) await question.click()
    for (const claim of words.claims) await expect(main.getByText(claim).first()).toBeVisible()
  })
}

test('a shared address opens as it was left, and keeps its category in the other language', async ({
  page,
}) => {
  await speak(page, 'tr')
  await page.goto('/faq?q=fotograf&category=security')
  await expect(questions(page)).toHaveText(['Fotoğraflarımı kimler görebilir?'])
  await expect(page.getByRole('searchbox')).toHaveValue('fotograf')

  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL('/en/faq?category=security')
  await expect(questions(page)).toHaveText(['Who can see my photos?', 'How is my data protected?'])
  await page.goto('/en/faq?category=weather')
  await expect(questions(page)).toHaveCount(12)
})

test('what is typed before the page has woken up is searched for once it has', async ({ page }) => {
  await speak(page, 'tr')
  const { promise: typed, resolve: wake } = Promise.withResolvers<void>()
  await page.route('**/_astro/faq-filter*.js', async (route) => {
    await typed
    await route.continue()
  })
  await page.goto('/faq')
  await page.getByRole('searchbox').fill('şifremi')
  await expect(questions(page)).toHaveCount(12)
  wake()
  await expect(questions(page)).toHaveText(['Şifremi unuttum, ne yapmalıyım?'])
})

test('search engines are told the same questions and answers', async ({ request }) => {
  for (const { address, found } of Object.values(spoken)) {
    const html = await (await request.get(address)).text()
    const [, json = ''] = html.match(/<script type="application\/ld\+json">(.*?)<\/script>/s) ?? []
    const { '@type': type, mainEntity } = JSON.parse(json)
    expect(type).toBe('FAQPage')
    expect(mainEntity).toHaveLength(12)
    const trial = mainEntity.find(({ name }: { name: string }) => name === found)
    expect(trial.acceptedAnswer.text).toMatch(/30 (gün|days)/)
  }
})
