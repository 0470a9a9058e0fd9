import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const CONTENT = join(import.meta.dirname, '../../content')

/** Texts that the specification fixes; the rules below do not apply to them. */
const FIXED = new Set([
  'Login failed. Please check your credentials.',
  'Session expired. Please login again.',
  'Unexpected Application Error!',
  'New Password Sent!',
  'Yeni Şifre Gönderildi!',
  'Hata Oluştu',
  'Tekrar Dene',
  'Fotoğrafı Sil',
  'Fotoğraf Silindi',
  'Fotoğraf Bulunamadı',
  'Silme Hatası',
  'Yetkisiz Erişim',
  'Yükleme Hatası',
  '{city} Türbini',
  '360° Fotoğraf Galerisi',
  'Genel Sorular',
  '360° Görüntüleme',
  'İzleme Sistemi',
  'Teknik Destek',
])

/** Names, which always begin with a capital letter. */
const NAMES =
  /^(?:Kanat|English|Türkiye|İzmir|Ege|Aegean|Çeşme|WhatsApp|Privacy|Gizlilik|JavaScript|PostgreSQL|Node|Türkçe|KVKK|GDPR|Superadmin|Enter|Esc|Europe|Istanbul)/u

/** Unidiomatic expressions, each with the better expression. */
const REJECTED: Record<'tr' | 'en', [wrong: RegExp, right: string][]> = {
  tr: [
    [/\bpark(?:ı|ın|ınız|a)/iu, 'santral'],
    [/Kurulu’n/u, 'Kuruluna: no apostrophe after the name of a board'],
    [/256-bit/u, '256 bit'],
    [/(?<!kabul )\balın(?:ma(?:dı|yan))/iu, 'kabul edilmedi'],
    [/muayene/iu, 'denetim'],
    [/uygun değil\./u, 'geçerli değil'],
    [/\bincelemeye? (?:gönder|geri)|\bincelemede\b|gözden geçir/iu, 'onay'],
    [/(?<!tek )\bbakıl(?:dı|ma)|\bbakılan/iu, 'incelendi'],
    [/yayım/iu, 'yayın'],
    [/sipariş/iu, 'istek'],
  ],
  en: [
    [/\blog(?:ged|ging)? ?(?:in|out)\b/iu, 'sign in, sign out'],
    [/\bparks?\b/iu, 'wind farm'],
    [/\bstands? (?:on one page|beside|side by side)/iu, 'is shown beside, are on one page'],
    [/\bnot taken\b/iu, 'not accepted'],
    [/\bwhat was sent\b|does not fit/iu, 'not valid'],
    [/\bof (?:that|this) name\b/iu, 'with that name'],
    [/photos? (?:\w+ )*looked at/iu, 'checked'],
    [/\bRepair first\b|\bStop the turbine\b/u, 'Priority repair, Stop turbine'],
    [/\border(?:ed)? (?:it again|another|not found)|\border not found/iu, 'request'],
  ],
}

interface Text {
  place: string
  text: string
}

const textsOf = { tr: readTexts('tr'), en: readTexts('en') }

describe.each(['tr', 'en'] as const)('the texts in %s', (language) => {
  const texts = textsOf[language].filter(({ text }) => !FIXED.has(text))

  it('have no unidiomatic expressions', () => {
    const wrong = texts.flatMap(({ place, text }) =>
      REJECTED[language]
        .filter(([pattern]) => pattern.test(text))
        .map(([, right]) => `${place}: "${text}": say ${right}`),
    )
    expect(wrong).toEqual([])
  })

  it('are in sentence case unless the specification fixes them', () => {
    const labels = texts.filter(({ text }) => text.length < 60 && !/[.:?!|] |^[-*]/.test(text))
    const wrong = labels.filter(({ text }) =>
      text
        .replace(/^#+ |\{[^{}]*\}/g, '')
        .split(/[\s“]+/)
        .slice(1)
        .some((word) => /^\p{Lu}\p{Ll}{2,}/u.test(word) && !NAMES.test(word)),
    )
    expect(wrong).toEqual([])
  })
})

/** Every text of `content/` in one language, with its place; for Markdown every line. */
function readTexts(language: 'tr' | 'en'): Text[] {
  const files = [
    ...globSync(`{site,panel,errors,mail}/${language}.json`, { cwd: CONTENT }),
    ...globSync([`faq/${language}/*.md`, `privacy/${language}.md`], { cwd: CONTENT }),
  ]
  return files.flatMap((file) => {
    const source = readFileSync(join(CONTENT, file), 'utf8')
    if (file.endsWith('.json')) return stringsIn(JSON.parse(source), file)
    return source.split('\n').map((text, line) => ({ place: `${file}:${line + 1}`, text }))
  })
}

function stringsIn(value: unknown, place: string): Text[] {
  if (typeof value === 'string') return [{ place, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => stringsIn(inner, `${place} ${key}`))
}
