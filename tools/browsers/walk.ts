import { SQUARES, UPRIGHT, WHITE } from '../../tests/support/pictures/turned-photos.ts'
import type { Target } from './in-page.ts'
import type { Page } from './page.ts'
import { LAST_YEAR, TURBINE, USER, type WalkedServer } from './walked-server.ts'

/** A part of the day. */
interface Step {
  name: string
  walk: (page: Page, server: WalkedServer) => Promise<void>
}

const button = (name: string | RegExp, within?: Target): Target => ({
  role: 'button',
  name,
  ...(within && { within }),
})
const field = (name: string | RegExp): Target => ({ role: 'textbox', name })
const heading = (name: string | RegExp): Target => ({ role: 'heading', name })
const region = (name: string): Target => ({ role: 'region', name })
const dialog = (name: string | RegExp): Target => ({ role: 'dialog', name })

const bladeA = region('Kanat A')

/** The day of a superadmin, in Turkish. Each step begins where the one before has ended. */
export const STEPS: Step[] = [
  { name: 'sign-in', walk: signIn },
  { name: 'table of users', walk: useTableOfUsers },
  { name: 'list', walk: useList },
  { name: 'turbine', walk: useTurbine },
  { name: 'upload', walk: upload },
  { name: 'marking', walk: mark },
  { name: 'comparison', walk: compare },
  { name: 'turned photo', walk: magnifyTurned },
  { name: '360°', walk: lookAround },
  { name: 'report', walk: makeReport },
  { name: 'sign-out', walk: signOut },
]

async function signIn(page: Page, { account }: WalkedServer): Promise<void> {
  await page.open('/login')
  await page.evaluate(() => localStorage.setItem('kanat.language', 'tr'))
  await page.open('/login')
  await page.click(field('E-posta'))
  await page.type(account.email)
  await page.click(field('Şifre'))
  await page.type(account.password)
  await page.click(button('Giriş yap'))
  await page.waitForAddress('/dashboard')
  await page.waitFor(heading('Türbinler'))
}

/** In a table, a click beside the rows opens none of them, and one on a row opens this one. */
async function useTableOfUsers(page: Page): Promise<void> {
  const search = field('Kullanıcı ara')
  await page.click({ role: 'link', name: 'Kullanıcılar', within: { role: 'banner' } })
  await page.waitFor({ role: 'row', name: new RegExp(USER) })
  await page.click(search)
  await page.waitForFocus(search)
  await page.click(button('Kullanıcı ekle'))
  await page.waitFor(dialog('Kullanıcı ekle'))
  await page.press('Escape')
  await page.waitUntilGone(dialog('Kullanıcı ekle'))
  await page.click({ role: 'cell', name: USER })
  await page.waitForValue({ ...field('E-posta'), within: dialog('Kullanıcıyı düzenle') }, USER)
  await page.press('Escape')
  await page.waitUntilGone(dialog('Kullanıcıyı düzenle'))
}

async function useList(page: Page): Promise<void> {
  const search = field('Türbin ara')
  await page.click({ role: 'link', name: 'Türbinler', within: { role: 'banner' } })
  await page.click({ role: 'radio', name: 'Liste' })
  await page.waitForAddress('/dashboard?view=list')
  await page.click(search)
  await page.waitForFocus(search)
  await page.type('mordoğan')
  await page.waitFor({ text: '1 sonuç' })
  await page.click({ role: 'cell', name: TURBINE.code })
  await page.waitFor(heading(TURBINE.turbine_name))
}

async function useTurbine(page: Page): Promise<void> {
  await page.click(button(/^Kanat A, Tip-WW/))
  await page.waitForAddress(/^\/dashboard\/turbine\/\d+\?.*\b3\b/)
  await page.waitFor(bladeA)
}

async function upload(page: Page, { photoPath }: WalkedServer): Promise<void> {
  await page.chooseFiles({ css: 'input[type=file]', within: bladeA }, [photoPath])
  await page.click(button('1 dosyayı yükle', bladeA))
  await page.waitFor({ text: '1 fotoğraf kaydedildi.' })
  await page.waitFor(button('tip.jpg fotoğrafını aç', bladeA))
}

async function mark(page: Page): Promise<void> {
  await page.click(button('tip.jpg fotoğrafını aç', bladeA))
  await page.waitForAddress(/[?&]photo=\d+/)
  await page.click(button('Bulgu işaretle'))
  await page.waitFor({ role: 'toolbar', name: 'İşaretleme araçları' })
  await page.drag({ role: 'img', name: 'tip.jpg fotoğrafı' }, [0.3, 0.3], [0.5, 0.45])
  await page.waitForFocus({ role: 'combobox', name: /^Tür/ })
  await page.type('hücum kenarı er')
  await page.type('4')
  await page.click(button('Kaydet', dialog('Yeni bulgu')))
  await page.waitFor(button(/^A-PS-001, Hücum kenarı erozyonu, Derece 4: Ağır$/))
}

async function compare(page: Page): Promise<void> {
  await page.click(button(`${LAST_YEAR} fotoğrafıyla karşılaştır`))
  await page.waitForAddress(/[?&]compare=\d+(,|%2C)\d+/)
  await page.click(button('Perde', dialog('Fotoğraf karşılaştırma')))
  await page.waitForAddress(/[?&]as=curtain/)
  await page.click(button('Karşılaştırmayı kapat'))
  await page.waitUntilGone(dialog('Fotoğraf karşılaştırma'))
  await page.click(button('Kapat'))
  await page.waitUntilGone({ role: 'img', name: 'tip.jpg fotoğrafı' })
}

/** No browser turns a WebP by its EXIF orientation: at actual size, its tiles must be turned. */
async function magnifyTurned(page: Page, { turnedAddress }: WalkedServer): Promise<void> {
  const picture: Target = { role: 'img', name: 'turned.webp fotoğrafı' }
  await page.open(turnedAddress)
  await page.waitFor(picture)
  await page.drag(picture, [0.5, 0.5], [0.5, 0.5])
  await page.waitFor({ ...picture, css: 'img:has(~ canvas[data-sharp=true]:not([hidden]))' })
  const white = {
    at: [(WHITE.left + WHITE.right) / 2, (WHITE.top + WHITE.bottom) / 2],
    colour: [255, 255, 255],
  }
  for (const { at, colour } of [white, ...SQUARES]) {
    // The middle of the photo is in the middle of the canvas.
    const [x = 0, y = 0] = [(at[0] ?? 0) - UPRIGHT.width / 2, (at[1] ?? 0) - UPRIGHT.height / 2]
    const shown = await page.evaluate(
      (across, down) => {
        const canvas = document.querySelector('canvas')
        const context = canvas?.getContext('2d')
        if (!canvas || !context) return []
        const { data } = context.getImageData(canvas.width / 2 + across, canvas.height / 2 + down, 1, 1)
        return [...data.slice(0, 3)]
      },
      x,
      y,
    )
    const isThere = colour.every((value, index) => Math.abs(value - (shown[index] ?? 0)) < 16)
    if (!isThere) throw new Error(`Found ${shown} instead of ${colour} at ${at} of the turned photo.`)
  }
  await page.click(button('Kapat'))
  await page.waitUntilGone(picture)
}

/** Without WebGL, the lightbox must say so. */
async function lookAround(page: Page): Promise<void> {
  const sphere: Target = { role: 'img', name: /^360° görünüm/, css: '[aria-busy=false]' }
  const refusal: Target = { role: 'alert', text: /WebGL/ }
  await page.click({ role: 'link', name: '360° görünüm' })
  await page.waitForAddress(/\/360-view/)
  const hasWebgl = await page.evaluate(() => document.createElement('canvas').getContext('webgl2') !== null)
  await page.waitFor(hasWebgl ? sphere : refusal)
  if (hasWebgl) {
    await page.drag(sphere, [0.6, 0.5], [0.4, 0.5])
    await page.waitForAddress(/[?&]at=(?!0,)/)
  } else console.log('  This browser has no WebGL here: only the 360° error message was checked.')
  await page.click({ role: 'link', name: TURBINE.turbine_name })
  await page.waitForAddress(/^\/dashboard\/turbine\/\d+(\?|$)/)
  await page.waitFor(heading(TURBINE.turbine_name))
}

async function makeReport(page: Page): Promise<void> {
  const reports = region('Raporlar')
  await page.click(button('Denetim raporu hazırla', reports))
  await page.click(button('Raporu hazırla', dialog(/denetim raporu$/)))
  await page.waitFor({ role: 'link', name: /^İndir: denetim-raporu-.+\.pdf/, within: reports })
}

async function signOut(page: Page): Promise<void> {
  await page.click(button(/hesap menüsü$/))
  await page.click({ role: 'menuitem', name: 'Çıkış yap' })
  await page.waitForAddress('/')
  await page.waitFor({ role: 'link', name: 'Giriş yap' })
}
