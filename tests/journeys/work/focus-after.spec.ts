import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { pdf } from '../../support/builders.ts'
import { addFinding, addRecord, uploadPhotos, uploadReport } from '../support/by-api.ts'
import { expect, type Kanat, lightboxOf, signIn, storeLanguage, test } from '../support/kanat.ts'

// A button that deletes a record or clears the filters goes away with what it did. The focus goes to what comes next, never to the page.

const TURBINE = '/dashboard/turbine/1'

interface Deletion {
  record: string
  prepare: (request: APIRequestContext, kanat: Kanat) => Promise<unknown>
  path: string
  /** Opens the question, for the first and for the last record. */
  ask: (page: Page, name: string) => Promise<void>
  names: [first: string, last: string]
  /** What shows the record. It goes away with it. */
  shown: (page: Page, name: string) => Locator
  /** What gets the focus after the first record is deleted. */
  next: (page: Page) => Locator
}

const ROW: Pick<Deletion, 'shown'> = {
  shown: (page, name) => page.getByRole('table').getByRole('row').filter({ hasText: name }),
}
const CARD: Pick<Deletion, 'shown'> = {
  shown: (page, name) => page.getByRole('main').getByRole('listitem').filter({ hasText: name }),
}

async function addUsers(request: APIRequestContext, { superadmin, admin }: Kanat, names = ['Ada', 'Bora']) {
  for (const first_name of names) {
    const email = `${first_name.toLowerCase()}@yelkovan.example`
    const person = { first_name, last_name: 'Yelkovan', email, password: 'lodospoyraz', role: 'customer' }
    await addRecord(request, superadmin, '/api/users', { ...person, company_id: admin.company_id })
  }
}

async function addCompanies(request: APIRequestContext, { superadmin }: Kanat) {
  for (const name of ['Ada Yelkovan', 'Bora Yelkovan'])
    await addRecord(request, superadmin, '/api/companies', { name })
}

async function addTurbines(request: APIRequestContext, { superadmin, admin }: Kanat) {
  for (const turbine_name of ['Ada Yelkovan', 'Bora Yelkovan']) {
    const place = { city: 'izmir', location: 'Karaburun', company_id: admin.company_id }
    await addRecord(request, superadmin, '/api/turbines', { ...place, turbine_name, code: turbine_name })
  }
}

async function addFindings(request: APIRequestContext, { superadmin }: Kanat) {
  for (const from_m of [10, 20]) {
    const kind = { blade: 'A', side: 'PS', type: 'crack-transverse', severity: 4 } as const
    await addFinding(request, superadmin, { ...kind, from_m, year: 2026, found_on: '2026-05-10' })
  }
}

async function addComments(request: APIRequestContext, { superadmin }: Kanat) {
  for (const comment of ['ikinci', 'birinci'])
    await addRecord(request, superadmin, '/api/turbines/1/comments', { comment })
}

async function addReports(request: APIRequestContext, { superadmin }: Kanat) {
  // The newest is the first.
  for (const name of ['bora.pdf', 'ada.pdf'])
    await uploadReport(request, superadmin, { name, year: String(new Date().getFullYear()), bytes: pdf() })
}

const addPhotos = (request: APIRequestContext, { superadmin }: Kanat) =>
  uploadPhotos(request, superadmin, ['ada.jpg', 'bora.jpg'])

const thumb = (page: Page, name: string) => page.getByRole('button', { name: `${name} fotoğrafını aç` })

const DELETIONS: Deletion[] = [
  {
    record: 'a user',
    prepare: addUsers,
    path: '/dashboard/users?q=yelkovan',
    ask: (page, name) => page.getByRole('button', { name: `${name} kullanıcısını sil` }).click(),
    names: ['Ada Yelkovan', 'Bora Yelkovan'],
    ...ROW,
    next: (page) => page.getByRole('button', { name: 'Bora Yelkovan', exact: true }),
  },
  {
    record: 'a company among the cards',
    prepare: addCompanies,
    path: '/dashboard/companies?q=yelkovan',
    ask: (page, name) => page.getByRole('button', { name: `${name} şirketini sil` }).click(),
    names: ['Ada Yelkovan', 'Bora Yelkovan'],
    ...CARD,
    next: (page) => page.getByRole('button', { name: 'Bora Yelkovan şirketini düzenle' }),
  },
  {
    record: 'a turbine in its table',
    prepare: addTurbines,
    path: '/dashboard?view=list&q=yelkovan',
    ask: (page, name) => page.getByRole('button', { name: `${name} türbinini sil` }).click(),
    names: ['Ada Yelkovan', 'Bora Yelkovan'],
    ...ROW,
    next: (page) => page.getByRole('link', { name: 'Bora Yelkovan' }),
  },
  {
    record: 'a finding in its drawer',
    prepare: addFindings,
    path: `${TURBINE}?year=2026&section=findings`,
    ask: async (page, name) => {
      await page.getByRole('table', { name: 'Bulgular' }).getByRole('button', { name }).click()
      await page.getByRole('dialog', { name }).getByRole('button', { name: 'Bulguyu sil' }).click()
    },
    names: ['A-PS-001', 'A-PS-002'],
    ...ROW,
    next: (page) => page.getByRole('table', { name: 'Bulgular' }).getByRole('button', { name: 'A-PS-002' }),
  },
  {
    record: 'a photo in its block',
    prepare: addPhotos,
    path: `${TURBINE}?section=blades`,
    ask: async (page, name) => {
      await thumb(page, name).focus()
      await page.keyboard.press('Delete')
    },
    names: ['ada.jpg', 'bora.jpg'],
    shown: thumb,
    next: (page) => thumb(page, 'bora.jpg'),
  },
  {
    record: 'a photo in the lightbox',
    prepare: addPhotos,
    path: `${TURBINE}?section=blades`,
    ask: async (page, name) => {
      if (await lightboxOf(page).isHidden()) await thumb(page, name).click()
      await expect(lightboxOf(page).getByRole('heading', { name })).toBeVisible()
      await page.keyboard.press('Delete')
    },
    names: ['ada.jpg', 'bora.jpg'],
    shown: (page, name) => lightboxOf(page).getByRole('heading', { name }),
    next: (page) => lightboxOf(page).locator(':focus'),
  },
  {
    record: 'a photo in the list',
    prepare: addPhotos,
    path: `${TURBINE}?section=photos`,
    ask: async (page, name) => {
      const row = page
        .getByRole('table', { name: 'Tüm fotoğraflar' })
        .getByRole('row')
        .filter({ hasText: name })
      await row.getByRole('checkbox').check()
      await page.getByRole('button', { name: '1 fotoğrafı sil' }).click()
    },
    names: ['ada.jpg', 'bora.jpg'],
    shown: (page, name) => page.getByRole('row').filter({ hasText: name }),
    next: (page) => page.getByRole('row').filter({ hasText: 'bora.jpg' }).getByRole('button').first(),
  },
  {
    record: 'a comment',
    prepare: addComments,
    path: `${TURBINE}?panel=comments`,
    ask: (page, name) =>
      page
        .getByRole('listitem')
        .filter({ hasText: name })
        .getByRole('button', { name: 'Yorumu sil' })
        .click(),
    names: ['birinci', 'ikinci'],
    shown: (page, name) => page.getByRole('dialog').getByRole('listitem').filter({ hasText: name }),
    next: (page) => page.getByRole('textbox', { name: 'Yeni yorum' }),
  },
  {
    record: 'a report',
    prepare: addReports,
    path: `${TURBINE}?section=reports`,
    ask: (page, name) => page.getByRole('button', { name: `${name} raporunu sil` }).click(),
    names: ['ada.pdf', 'bora.pdf'],
    shown: (page, name) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) }),
    next: (page) => page.getByRole('button', { name: 'Oku: bora.pdf' }),
  },
]

/** What has the focus, in words; "BODY" if nothing has it. */
const focusOf = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: focused } = document
    return focused === document.body ? 'BODY' : (focused?.getAttribute('aria-label') ?? focused?.tagName)
  })

async function confirm(page: Page) {
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: /sil$/i }).click()
  await expect(question).toBeHidden()
}

for (const { record, prepare, path, ask, names, shown, next } of DELETIONS) {
  test(`after ${record} is deleted, the focus is on the next one, and after the last one it is not lost`, async ({
    page,
    request,
    kanat,
  }) => {
    await prepare(request, kanat)
    await storeLanguage(page, 'tr')
    await signIn(page, kanat.superadmin, path)
    const [first, last] = names
    await ask(page, first)
    await confirm(page)
    await expect(shown(page, first)).toHaveCount(0)
    await expect(next(page)).toBeFocused()
    await ask(page, last)
    await confirm(page)
    await expect(shown(page, last)).toHaveCount(0)
    await expect.poll(() => focusOf(page)).not.toBe('BODY')
  })
}

test('the arrow keys go on from the row after a deleted one', async ({ page, request, kanat }) => {
  await addUsers(request, kanat, ['Ada', 'Bora', 'Can'])
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin, '/dashboard/users?q=yelkovan')
  const row = (name: string) => page.getByRole('button', { name: `${name} Yelkovan`, exact: true })
  await page.getByRole('button', { name: 'Ada Yelkovan kullanıcısını sil' }).click()
  await confirm(page)
  await expect(row('Ada')).toHaveCount(0)
  await expect(row('Bora')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(row('Can')).toBeFocused()
})

/** Each empty list with the button that clears its filters, and the first filter. */
const CLEARED: [path: string, clear: string, first: string][] = [
  ['/dashboard?q=qqq&city=izmir', 'Filtreleri temizle', 'Türbin ara'],
  ['/dashboard?q=qqq', 'Aramayı temizle', 'Türbin ara'],
  ['/dashboard/users?q=qqq', 'Filtreleri temizle', 'Kullanıcı ara'],
  ['/dashboard/companies?q=qqq', 'Aramayı temizle', 'Şirket ara'],
  ['/dashboard/audit?user_id=1&action=company.delete', 'Filtreleri temizle', 'Kullanıcı'],
  ['/dashboard/findings?blade=C&severity_min=5', 'Filtreleri temizle', 'Şirket'],
  [`${TURBINE}?section=findings&year=2026&severityMin=5`, 'Tüm bulguları göster', 'Yıl'],
  [`${TURBINE}?section=photos&q=qqq`, 'Filtreleri temizle', 'Fotoğraf ara'],
  ['/turbine/1/drone-photos?blade=B', 'Tüm kanatları göster', 'Yıl'],
]

test('after filters are cleared, the focus is on the first one', async ({ page, request, kanat }) => {
  await uploadPhotos(request, kanat.superadmin, ['ada.jpg'])
  await uploadPhotos(request, kanat.superadmin, ['bora.jpg'], { category: 'drone' })
  await addFindings(request, kanat)
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin)
  for (const [path, clear, first] of CLEARED) {
    await page.goto(path)
    const button = page.getByRole('main').getByRole('button', { name: clear, exact: true }).last()
    await button.click()
    await expect.soft(button, path).toBeHidden()
    await expect.soft(page.getByRole('main').locator(':focus'), path).toHaveAccessibleName(first)
  }
})
