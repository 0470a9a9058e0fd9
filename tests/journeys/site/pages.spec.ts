import { readSections, siteWords } from '../../support/content.ts'
import { expect, storeLanguage } from '../support/kanat.ts'
import { test } from '../support/public-site.ts'

const expectedTexts = {
  tr: {
    home: '/',
    prefix: '',
    pages: 'Sayfalar',
    menu: 'Site menüsü',
    contact: 'İletişim',
    claims: [/2018/, /150’den fazla türbin/],
    times: [
      '72 saat',
      '24 saat',
      '30 gün',
      '7 gün',
      'en ağır 3 bulgu',
      'Kritik hemen',
      'Ağır 3 ay',
      '10 yıl',
    ],
    links: [
      ['Örnek denetim', '/demo', /^Silivri 1/],
      ['Hakkımızda', '/about', siteWords.tr.about.headline],
      ['İletişim', '/contact', 'Bize yazın.'],
      ['Sık sorulan sorular', '/faq', 'Sık sorulan sorular'],
      ['Gizlilik', '/privacy', 'Gizlilik ve kişisel verilerin korunması'],
    ],
    kept: ['Hizmet süresi ve sonrasında 10 yıl', '3 yıl', '1 yıl', 'Rızanın geri alınmasından sonra 1 yıl'],
    retention: 'Saklama süreleri',
    hours: ['09.00–18.00', '09.00–14.00', 'Kapalı'],
  },
  en: {
    home: '/en',
    prefix: '/en',
    pages: 'Pages',
    menu: 'Site menu',
    contact: 'Contact',
    claims: [/since 2018/i, /more than 150 turbines/],
    times: [
      '72 hours',
      '24 hours',
      '30 days',
      '7 days',
      '3 worst findings',
      'Critical at once',
      'High 3 months',
      '10 years',
    ],
    links: [
      ['Sample inspection', '/demo', /^Silivri 1/],
      ['About', '/about', siteWords.en.about.headline],
      ['Contact', '/contact', 'Write to us.'],
      ['FAQ', '/faq', 'Frequently asked questions'],
      ['Privacy', '/privacy', 'Privacy and the protection of personal data'],
    ],
    kept: [
      'Duration of the service, plus 10 years',
      '3 years',
      '1 year',
      '1 year after consent is withdrawn',
    ],
    retention: 'Retention',
    hours: ['09:00–18:00', '09:00–14:00', 'Closed'],
  },
} as const

for (const language of ['tr', 'en'] as const) {
  const words = expectedTexts[language]

  test(`header and footer lead to every page, ${language}`, {
    tag: language === 'en' ? '@core' : [],
  }, async ({ page }) => {
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await storeLanguage(page, language)
    await page.goto(words.home)
    for (const [name, address, headline] of words.links) {
      await page.getByRole('navigation', { name: words.pages }).getByRole('link', { name }).click()
      await expect(page).toHaveURL(words.prefix + address)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(headline)
      const footer = page.getByRole('contentinfo')
      await expect(footer.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/)
      await expect(footer.getByRole('link', { name: /\+90/ })).toHaveAttribute('href', /^tel:\+90\d+$/)
      await expect(footer.getByText(/İzmir/)).toBeVisible()
    }
    await page
      .getByRole('navigation', { name: words.menu })
      .getByRole('link', { name: words.contact })
      .click()
    await expect(page).toHaveURL(`${words.prefix}/contact`)
    for (const hours of words.hours) await expect(page.getByRole('main').getByText(hours)).toBeVisible()
    expect(complaints).toEqual([])
  })

  test(`the about page describes the company and links to contact, ${language}`, async ({ page }) => {
    await storeLanguage(page, language)
    await page.goto(`${words.prefix}/about`)
    const main = page.getByRole('main')
    const { about } = siteWords[language]
    await expect(main.getByRole('term')).toHaveText(about.values.items.map(({ title }) => title))
    for (const claim of words.claims) await expect(main.getByText(claim).first()).toBeVisible()
    const course = main.getByRole('region', { name: about.course.title })
    await expect(course.getByRole('heading', { level: 3 })).toHaveText(
      Object.values(about.course.steps).map(({ title }) => title),
    )
    for (const time of words.times) await expect(course.getByText(time).first()).toBeVisible()
    await main.getByRole('link', { name: about.closing.action }).click()
    await expect(page).toHaveURL(`${words.prefix}/contact`)
  })

  test(`each section of the privacy page has its address, ${language}`, async ({ page }) => {
    await storeLanguage(page, language)
    await page.goto(`${words.prefix}/privacy`)
    const contents = page.getByRole('navigation', { name: /^(İçindekiler|Contents)$/ })
    const sections = readSections(language)
    await expect(contents.getByRole('link')).toContainText(sections)
    const place = `#section-${sections.indexOf(words.retention) + 1}`
    await contents.getByRole('link', { name: words.retention }).click()
    await expect(page).toHaveURL(`${words.prefix}/privacy${place}`)
    const section = page.getByRole('region', { name: words.retention })
    await expect(section).toBeInViewport()
    for (const kept of words.kept)
      await expect(section.getByRole('cell', { name: kept, exact: true })).toBeVisible()

    const twin = language === 'tr' ? expectedTexts.en : expectedTexts.tr
    await page.getByRole('link', { name: language === 'tr' ? 'English' : 'Türkçe' }).click()
    await expect(page).toHaveURL(`${twin.prefix}/privacy${place}`)
    await expect(page.getByRole('region', { name: twin.retention })).toBeInViewport()
  })
}
