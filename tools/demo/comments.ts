import type { Role } from '#domain/permissions.ts'
import { DEFAULT_TIME_ZONE, dayIn, laterDay } from '#domain/time/today.ts'
import type { Zone } from './damages.ts'
import type { PlannedFinding } from './plans/finding-plan.ts'
import type { PlannedReport } from './reports/report-plan.ts'

/** A planned comment of the demo. */
export interface PlannedComment {
  role: Role
  text: string
  created: Date
  /** Later than `created` if its author edited it. */
  updated: Date
}

/** A comment by a role, this number of days after the report, at this time in Turkey. */
type Line = readonly [role: Role, days: number, time: string, text: string, editedAfterMinutes?: number]

const ZONE_WORDS: Record<Zone, string> = {
  Kök: 'kök bölümünde',
  Orta: 'orta bölümünde',
  Uç: 'uç bölümünde',
}

/** Comments on a report, by the severity of its worst finding (0 for none); several versions are used in turn. */
const CONVERSATIONS: Record<number, ((place: string, what: string) => Line[])[]> = {
  0: [
    () => [
      ['operator', 0, '16:05', 'Kanatlar temiz görünüyor, raporu ekledim.'],
      ['customer', 2, '09:40', 'Güzel haber, teşekkürler.'],
    ],
    () => [
      [
        'operator',
        0,
        '17:20',
        'Bu denetimde kayda değer bir şey görmedik. Rüzgâr sertleştiği için bazı yerlere yalnızca drone ile bakabildik.',
      ],
    ],
  ],
  1: [
    (place, what) => [
      [
        'operator',
        0,
        '15:45',
        `${place} ${what} var, henüz çok başında. Seneye aynı yerden yeniden çekeceğiz.`,
      ],
      ['customer', 3, '11:10', 'Tamam, yıllık karşılaştırmada takip edelim.'],
    ],
  ],
  2: [
    (place, what) => [
      ['operator', 0, '18:30', `${place} ${what} var. Acil değil, bakım sırasında halledilebilir.`],
      ['customer', 1, '10:15', 'Bir sonraki bakıma eklenebilir mi?'],
      ['company_manager', 2, '14:50', 'Bakım planına aldım, ekibe de haber verdim.'],
    ],
    (place, what) => [
      ['operator', 0, '15:30', `Rapor yüklendi. Öne çıkan tek konu: ${place} ${what}.`],
      ['admin', 4, '09:05', 'Gördüm. Yedek malzeme depoda mevcut, ilk uygun rüzgâr penceresinde yapalım.'],
    ],
  ],
  3: [
    (place, what) => [
      [
        'operator',
        0,
        '17:55',
        `${place} bir bulgu var: ${what}. Derecesini 3 verdik; boyunu fotoğraftan kesin veremiyorum, ip erişimi ekibi bir sonraki çıkışta ölçecek.`,
        12,
      ],
      [
        'customer',
        1,
        '13:20',
        'Önceki fotoğraflarla yan yana baktım, ilerlemiş gibi duruyor. Siz ne dersiniz?',
      ],
      ['operator', 1, '16:40', 'Biz de öyle değerlendiriyoruz. Bu yüzden altı ay içinde onarım önerdik.'],
      ['company_manager', 6, '11:35', 'Teklif istendi, gelince buraya yazarım.'],
    ],
    (place, what) => [
      ['operator', 0, '15:25', `${place} ${what}. Ayrıntılar raporun ikinci sayfasında.`],
      ['admin', 2, '10:50', 'Onarım ekibiyle görüştüm, önümüzdeki bakım döneminde yapılacak.'],
      ['customer', 30, '14:05', 'Onarım yapıldı mı?'],
      ['operator', 31, '08:55', 'Hava uygun olmadığı için ertelendi, yeni tarih ayın sonu.'],
    ],
  ],
  4: [
    (place, what) => [
      [
        'operator',
        0,
        '15:15',
        `Dikkat: ${place} ${what}. Üç ay içinde onarılması gerekiyor, ayrıntılar raporda.`,
      ],
      ['customer', 0, '16:30', 'Türbini durdurmamız gerekir mi?'],
      [
        'operator',
        0,
        '16:48',
        'Şimdilik hayır. Ayda bir drone ile bakacağız; ilerleme görürsek hemen haber veririz. Titreşim alarmı gelirse beklemeden durdurun lütfen.',
        9,
      ],
      ['admin', 3, '09:30', 'Onarım için rüzgâr penceresi arıyoruz; vinç gerekmiyor, ip erişimi yeterli.'],
      ['company_manager', 41, '17:10', 'Onarım tamamlandı, sonraki denetimde kontrol edilecek.'],
    ],
    (place, what) => [
      ['operator', 0, '18:10', `${place} ${what} tespit edildi (derece 4). Fotoğrafları ve raporu yükledim.`],
      [
        'company_manager',
        1,
        '09:20',
        'Sigortaya bildirmek için raporu indirdim. Eksper gelirse kanada birlikte bakarız.',
      ],
      ['customer', 2, '15:55', 'Teşekkürler. Onarım sonrası fotoğrafları da buraya ekler misiniz?'],
      ['operator', 3, '08:35', 'Elbette, ekip iner inmez yüklerim.'],
    ],
    (place, what) => [
      ['operator', 0, '15:50', `${place} ${what}. Benzerini komşu türbinlerde de arıyoruz.`],
      ['admin', 1, '12:25', 'Bir ay sonra yeniden bakalım, o zamana kadar gücü sınırlamaya gerek yok.'],
      ['operator', 32, '16:15', 'Bugün drone ile yeniden baktık, belirgin bir ilerleme yok.'],
    ],
  ],
  5: [
    (place, what) => [
      [
        'operator',
        0,
        '15:05',
        `Acil: ${place} ${what}, geçen yıldan beri hızla ilerlemiş (derece 5). Türbini durdurun, onarılmadan çalıştırmayın.`,
      ],
      ['customer', 0, '15:20', 'Türbini durdurduk. Onarım ne kadar sürer?'],
      ['operator', 0, '15:42', 'Hava uygunsa üç dört gün; ip erişimi ekibi bu hafta sahada olacak.'],
    ],
  ],
}

/** The comments about a turbine's reports of this and last year, without those in the future. */
export function planComments(reports: PlannedReport[], index: number, now: Date): PlannedComment[] {
  return reports
    .slice(-2)
    .flatMap((report, order) => commentsOn(report, index + order))
    .filter(({ updated }) => updated < now)
}

function commentsOn({ findings, written }: PlannedReport, turn: number): PlannedComment[] {
  const worst = findings.toSorted((a, b) => (b.severity ?? 0) - (a.severity ?? 0))[0]
  const talks = CONVERSATIONS[worst?.severity ?? 0] ?? []
  const lines = talks[turn % talks.length]?.(placeOf(worst), lowerFirst(worst?.text ?? '')) ?? []
  return lines.map(([role, days, time, text, editedAfterMinutes = 0]) => {
    const day = laterDay(dayIn(DEFAULT_TIME_ZONE, written), days)
    const created = new Date(`${day}T${time}:00+03:00`)
    return { role, text, created, updated: new Date(created.getTime() + editedAfterMinutes * 60 * 1000) }
  })
}

function placeOf(finding: PlannedFinding | undefined): string {
  return finding ? `${finding.blade} kanadının ${ZONE_WORDS[finding.zone]}` : ''
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLocaleLowerCase('tr') + text.slice(1)
}
