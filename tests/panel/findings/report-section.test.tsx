import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { REPORT_WARNING_MS } from '#domain/limits.ts'
import type { Role } from '#domain/permissions.ts'
import type { Report } from '#domain/report.ts'
import { chooseLanguage } from '#panel/preferences/language.ts'
import { ReportSection } from '#panel/reports/report-section.tsx'
import { endSession } from '#panel/session/stored-session.ts'
import { unsavedWork } from '#panel/ui/unsaved-work.ts'
import { answeredTurbine } from '../../support/answered-turbine.ts'
import { callerOf, click, openScreen, routerAt } from '../panel-screen.tsx'
import { answeredReport } from '../reports/answered-reports.ts'
import { stubXhr } from '../work/stubbed-xhr.ts'

const YEAR = new Date().getFullYear()
const TURBINE = answeredTurbine(1)

/** Another user in every test, because staged files stay with their user. */
let userId = 0

let close: () => void
const section = document.body
beforeEach(() => {
  userId += 1
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})

/** Shows the section to a user of this role; the server answers these reports. */
async function show(reports: Report[], role: Role = 'admin', search = '', pageYear = YEAR) {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: reports }))
  const caller = callerOf({ id: userId, role, company_id: 1 })
  const screen = <ReportSection turbine={TURBINE} pageYear={pageYear} />
  await act(async () => {
    ;({ close } = openScreen(caller, screen, routerAt(`/${search}`)))
  })
  await act(() => vi.waitFor(() => expect(section.querySelector('[role="combobox"]')).not.toBeNull()))
}

const names = () => [...section.querySelectorAll('h3')].map(({ textContent }) => textContent)
const button = (name: string) =>
  [...section.querySelectorAll('button')].find(
    (one) => one.textContent === name || one.getAttribute('aria-label') === name,
  )

async function pick(...files: File[]) {
  const input = section.querySelector<HTMLInputElement>('input[type=file]')
  Object.defineProperty(input, 'files', { value: files, configurable: true })
  await act(() => input?.dispatchEvent(new Event('change', { bubbles: true })))
}

const file = (name: string, bytes = 10) => new File(['x'.repeat(bytes)], name)

describe('the reports of a turbine', () => {
  it('say in which language the panel has made them, and nothing of it if they were uploaded', async () => {
    await show([answeredReport(2, { language: 'en' }), answeredReport(3)])
    const [made, uploaded] = section.querySelectorAll('li')
    expect(made?.textContent).toContain('İngilizce·6 Eylül 2026·2,20 MB')
    expect(uploaded?.textContent).toContain('report-3.pdf6 Eylül 2026·2,20 MB')
  })

  it.each([
    ['tr', ['Taslak', 'Sürüm 2', 'Sürüm 1Geri çekildi', '']],
    ['en', ['Draft', 'Version 2', 'Version 1Withdrawn', '']],
  ] as const)(
    'say what they are made of: a draft, a version, or a withdrawn one (%s)',
    async (language, words) => {
      await chooseLanguage(language)
      await show([
        answeredReport(2, { is_draft: true }),
        answeredReport(3, { inspection_version: 2 }),
        answeredReport(4, { inspection_version: 1, is_withdrawn: true }),
        answeredReport(5),
      ])
      const badges = [...section.querySelectorAll('li')].map((card) =>
        [...card.querySelectorAll('p > span.rounded-full')].map(({ textContent }) => textContent).join(''),
      )
      expect(badges).toEqual(words)
    },
  )

  it('are those of the year of the page, with name, size, date, person and download', async () => {
    const reports = [
      answeredReport(1, { year: YEAR - 3, original_filename: 'old.pdf' }),
      answeredReport(2, { year: YEAR - 2, original_filename: '1763717400000-42-rapor.pdf' }),
      answeredReport(3, { year: YEAR - 2, thumb_url: null, file_size_bytes: 900 }),
    ]
    await show(reports, 'admin', '', YEAR - 2)
    expect(section.querySelector('h2')?.textContent).toBe('Raporlar')
    expect(section.textContent).toContain('tüm yıllarda 3 rapor')
    expect(names()).toEqual(['rapor.pdf', 'report-3.pdf'])
    const [first, second] = section.querySelectorAll('li')
    expect(first?.textContent).toContain('6 Eylül 2026·2,20 MB')
    expect(first?.textContent).toContain('Elif Yıldırım')
    expect(first?.querySelector('img')?.getAttribute('src')).toBe('/media/2?w=320')
    expect(first?.querySelector('a')?.getAttribute('href')).toBe('/media/2')
    expect(second?.querySelector('img')).toBeNull()
    expect(second?.textContent).toContain('Önizleme yok')
    expect(second?.textContent).toContain('< 0,01 MB')
  })

  it('are those of the year in the address', async () => {
    const reports = [answeredReport(1), answeredReport(2, { year: 1998 })]
    await show(reports, 'admin', '?reports=1998')
    expect(names()).toEqual(['report-2.pdf'])
  })

  it('of a year without reports link to the years with reports', async () => {
    await show([answeredReport(1)], 'viewer', `?reports=${YEAR - 1}`)
    expect(section.textContent).toContain('Henüz rapor yüklenmemiş')
    await act(() => button(String(YEAR))?.click())
    expect(names()).toEqual(['report-1.pdf'])
  })

  it.each<[Role, boolean, boolean]>([
    ['superadmin', true, true],
    ['admin', true, true],
    ['company_manager', true, true],
    ['operator', true, false],
    ['customer', false, false],
    ['viewer', false, false],
  ])('can be uploaded and deleted by permission: %s', async (role, mayAdd, mayDelete) => {
    await show([answeredReport(1)], role)
    expect(section.querySelector('input[type=file]') !== null).toBe(mayAdd)
    expect(button('report-1.pdf raporunu sil') !== undefined).toBe(mayDelete)
  })
})

describe('the keys in the list of reports', () => {
  const reports = [1, 2, 3].map((id) => answeredReport(id))
  const links = () => [...section.querySelectorAll<HTMLElement>('a[data-report]')]
  const tabStops = () =>
    [...section.querySelectorAll<HTMLElement>('li :is(a, button)')].filter(({ tabIndex }) => tabIndex === 0)
  const press = (key: string) =>
    act(() => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
    })

  it('make the reports one tab stop in which the arrow keys, Home and End move, to reading and to downloading', async () => {
    await show(reports)
    const stops = [...section.querySelectorAll<HTMLElement>('li [data-stop]')]
    expect(stops).toHaveLength(6)
    expect(tabStops()).toEqual([stops[0]])
    stops[0]?.focus()
    press('ArrowRight')
    expect(document.activeElement).toBe(links()[0])
    await act(() => vi.waitFor(() => expect(tabStops()).toEqual([links()[0]])))
    press('ArrowRight')
    expect(document.activeElement).toBe(stops[2])
    press('End')
    expect(document.activeElement).toBe(links()[2])
    press('Home')
    expect(document.activeElement).toBe(stops[0])
  })

  it('ask before Delete deletes the report that has the focus, and only who may delete it', async () => {
    const dialog = () => section.querySelector('[role=alertdialog]')
    await show(reports)
    links()[1]?.focus()
    press('Delete')
    await act(() => vi.waitFor(() => expect(dialog()?.textContent).toContain('report-2.pdf')))
    act(() => click('İptal'))
    close()
    await show(reports, 'viewer')
    links()[1]?.focus()
    press('Delete')
    expect(dialog()).toBeNull()
  })
})

describe('picked files', () => {
  it('are staged with their sizes if they can be reports, others are offered under a repaired name; one message names the rest for 8 seconds', async () => {
    await show([])
    vi.useFakeTimers()
    await pick(file('a.pdf', 3_000_000), file('iki kelime.pdf'), file('ğ.pdf'), file('a.docx'))
    expect(section.textContent).toContain('1 dosya yüklenmeyi bekliyor')
    expect(section.textContent).toContain('2,86 MB')
    const told = [...section.querySelectorAll('[role=status]')].filter((message) =>
      message.textContent?.includes('atlandı'),
    )
    expect(told).toHaveLength(1)
    expect(section.textContent).toMatch(/2 dosyanın adı.*iki kelime\.pdf.*iki_kelime\.pdf.*ğ\.pdf.*g\.pdf/)
    expect(section.textContent).toMatch(/1 dosya atlandı.*a\.docx/)
    await act(() => vi.advanceTimersByTime(REPORT_WARNING_MS - 1))
    expect(section.textContent).toContain('1 dosya atlandı')
    await act(() => vi.advanceTimersByTime(1))
    expect(section.textContent).not.toContain('atlandı')
    expect(section.textContent).toContain('a.pdf')
    await act(() => button('Yeni adlarla ekle')?.click())
    expect(section.textContent).toContain('3 dosya yüklenmeyi bekliyor')
    expect(section.textContent).not.toContain('iki kelime.pdf')
  })

  it('can be removed one by one, and count as unsaved work', async () => {
    await show([])
    await pick(file('a.pdf'), file('b.pdf'))
    // There is no database here, so the browser cannot store the files.
    expect(unsavedWork.value).toBe('unstoredFiles')
    await act(() => button('a.pdf dosyasını listeden çıkar')?.click())
    expect(button('1 dosyayı yükle')).toBeDefined()
    await act(() => button('b.pdf dosyasını listeden çıkar')?.click())
    expect(unsavedWork.value).toBeNull()
  })

  it('are there again after the session was lost', async () => {
    await show([])
    await pick(file('a.pdf'))
    endSession('expired')
    close()
    await show([])
    expect(section.textContent).toContain('a.pdf')
  })
})

describe('an upload', () => {
  const upload = () => act(() => button('2 dosyayı yükle')?.click())

  it('shows the stored reports, and keeps the rejected ones with the reason', async () => {
    await show([])
    await pick(file('a.pdf'), file('b.pdf'))
    const rejected = [{ name: 'b.pdf', error: 'unsupported_file', message: 'Dosya bozuk.' }]
    const data = [answeredReport(5, { original_filename: 'a.pdf' })]
    vi.stubGlobal('fetch', async () => Response.json({ success: true, data }))
    stubXhr((request) => request.answer(201, JSON.stringify({ success: true, data, rejected })))
    await upload()
    await act(() => vi.waitFor(() => expect(names()).toEqual(['a.pdf'])))
    expect(section.textContent).toContain('1 dosya kabul edilmedi')
    expect(section.textContent).toContain('b.pdfDosya bozuk.')
    expect(document.body.textContent).toContain('Raporlar yüklendi')
  })

  it.each([
    [
      'the sentence of the server',
      JSON.stringify({ success: false, error: 'x', message: 'Disk dolu.' }),
      'Disk dolu.',
    ],
    ['a sentence of its own', '<h1>Bad gateway</h1>', 'Rapor yükleme başarısız'],
  ])('that fails shows %s, and keeps the files', async (_, body, sentence) => {
    await show([])
    await pick(file('a.pdf'), file('b.pdf'))
    stubXhr((request) => request.answer(503, body))
    await upload()
    await act(() =>
      vi.waitFor(() => expect(section.querySelector('[role=alert]')?.textContent).toBe(sentence)),
    )
    expect(button('2 dosyayı yükle')).toBeDefined()
  })

  it('of which the server accepts nothing shows the reason of each file', async () => {
    await show([])
    await pick(file('a.pdf'), file('b.pdf'))
    const rejected = ['a.pdf', 'b.pdf'].map((name) => ({
      name,
      error: 'too_large',
      message: `${name} büyük`,
    }))
    const body = { success: false, error: 'too_large', message: 'Büyük.', rejected }
    stubXhr((request) => request.answer(413, JSON.stringify(body)))
    await upload()
    await act(() => vi.waitFor(() => expect(section.textContent).toContain('2 dosya kabul edilmedi')))
    expect(section.querySelector('[role=alert]')).toBeNull()
    await act(() => button('Kabul edilmeyenleri kaldır')?.click())
    expect(section.textContent).not.toContain('a.pdf')
  })
})
