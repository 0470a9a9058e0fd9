import severities from '#content/findings/severities.json' with { type: 'json' }
import { severityColour } from '#server/report-pdf/page-style.ts'
import type { Motif } from '../photo-plan.ts'

/** How much a finding matters: from 1, which is only watched, to 5, for which the turbine stops. */
export type Category = 1 | 2 | 3 | 4 | 5

export const CATEGORIES = Object.fromEntries(
  severities.map(({ severity, months, tr }) => [
    severity,
    {
      name: tr.name,
      meaning: meaningOf(tr.action, months),
      months,
      colour: severityColour(severity as Category),
    },
  ]),
) as Record<Category, { name: string; meaning: string; months: number | null; colour: string }>

/** What to do and by when, as the table of severities says it. */
function meaningOf(action: string, months: number | null): string {
  if (months === null) return `${action}.`
  return months === 0 ? `${action}, hemen.` : `${action}, ${months} ay içinde.`
}

/** Along the blade, from the hub outwards. */
export const ZONES = ['Kök', 'Orta', 'Uç'] as const
export type Zone = (typeof ZONES)[number]

interface Damage {
  text: string
  category: Category
  advice: string
  /** The zone of the blade, if the photo has no room. */
  zone: Zone
}

const LEADING_EDGE_REPAIR = 'Hücum kenarı onarımı ve koruyucu kaplama'
const DRY_AND_FILL = 'Zımpara, dolgu, boya'

/** The finding for each subject of a picture. Undamaged subjects are not in the list. */
const DAMAGES: Record<string, Damage> = {
  'nose-worn': damage(3, 'Uç', 'Hücum kenarında boya ve jelkot aşınması', LEADING_EDGE_REPAIR),
  'nose-pitted': damage(2, 'Uç', 'Hücum kenarında yaygın çukurcuklar', LEADING_EDGE_REPAIR),
  'nose-bare': damage(4, 'Uç', 'Hücum kenarında lamine kadar inen aşınma', LEADING_EDGE_REPAIR),
  'nose-close': damage(3, 'Uç', 'Hücum kenarında lifleri açan jelkot kaybı', LEADING_EDGE_REPAIR),
  'nose-first-pits': damage(1, 'Uç', 'Hücum kenarında ilk çukurcuklar', 'İzleme'),
  'nose-tape-torn': damage(2, 'Uç', 'Koruyucu bantta yırtık ve kalkma', 'Bandın yenilenmesi'),
  'tip-lightning': damage(
    4,
    'Uç',
    'Paratoner alıcısı çevresinde yıldırım hasarı',
    'Alıcı ve iletken ölçümü, onarım',
  ),
  'lightning-close': damage(4, 'Uç', 'Yıldırım izi ve yanık jelkot', 'Lamine onarımı, iletken ölçümü'),
  'tail-teeth': damage(3, 'Orta', 'Firar kenarında boyuna çatlak', 'Çatlağın açılıp yeniden yapıştırılması'),
  'root-oil': damage(2, 'Kök', 'Göbekten gelen yağ sızıntısı', 'Kaynağın bulunması, temizlik'),
  'oil-close': damage(2, 'Kök', 'Yüzeyde yağ izi', 'Kaynağın bulunması, temizlik'),
  'paint-lost': damage(2, 'Orta', 'Boya dökülmesi', DRY_AND_FILL),
  'crack-across': damage(4, 'Orta', 'Kabukta enine çatlak', 'Ultrasonik ölçüm, lamine onarımı'),
  'crack-along': damage(3, 'Orta', 'Kabukta boyuna çatlak', 'Derinlik ölçümü, lamine onarımı'),
  'gelcoat-net': damage(1, 'Orta', 'Jelkotta ağ biçiminde kılcal çatlaklar', 'İzleme'),
  'mid-box': damage(3, 'Orta', 'Gövde kirişi yapıştırma hattında çatlak', 'Yapıştırıcı enjeksiyonu'),
  'mid-nose': damage(4, 'Orta', 'İç yüzeyde laminede ayrılma', 'Ultrasonik ölçüm, lamine onarımı'),
  'mid-tail': damage(3, 'Orta', 'Kiriş perdesinde çatlak', 'Perdenin takviyesi'),
  'tip-box': damage(3, 'Uç', 'Kiriş perdesinde çatlak', 'Perdenin takviyesi'),
  'bond-torn': damage(4, 'Orta', 'Yapıştırma hattında açılma', 'Yapıştırıcı enjeksiyonu'),
  'nose-milky': damage(3, 'Orta', 'İç yüzeyde laminede ayrılma başlangıcı', 'Ultrasonik ölçüm'),
  'web-cracked': damage(3, 'Orta', 'Kiriş perdesinde çatlak', 'Perdenin takviyesi'),
}

function damage(category: Category, zone: Zone, text: string, advice: string): Damage {
  return { category, zone, text, advice }
}

/** The finding in a picture; undefined if there is none. */
export function damageIn({ subject }: Motif): Damage | undefined {
  return DAMAGES[subject]
}
