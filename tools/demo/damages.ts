import type { FindingSide, Severity } from '#domain/findings/finding-type.ts'
import type { Motif } from './plans/photo-plan.ts'

/** Along the blade, from the hub outwards. */
export const ZONES = ['Kök', 'Orta', 'Uç'] as const
export type Zone = (typeof ZONES)[number]

/** What a finding says about a damage of a picture. */
export interface Damage {
  /** An id of `content/findings/types.json`, as the drawing has it. */
  type: string
  /** In its newest state. */
  severity: Severity
  /** The zone of the blade, if the photo has no room. */
  zone: Zone
  text: string
  advice: string
  /** Undefined where the room decides. */
  side?: FindingSide
}

const LEADING_EDGE_REPAIR = 'Hücum kenarı onarımı ve koruyucu kaplama'
const DRY_AND_FILL = 'Zımpara, dolgu, boya'
const LAMINATE_REPAIR = 'Ultrasonik ölçüm, lamine onarımı'
const FIND_LEAK = 'Kaynağın bulunması, temizlik'
const STIFFEN_WEB = 'Perdenin takviyesi'

/** The damages in the picture of each subject. Undamaged subjects are not in the list. */
const DAMAGES: Record<string, Damage[]> = {
  'nose-worn': [
    damage('le-erosion', 3, 'Uç', 'Hücum kenarında boya ve jelkot aşınması', LEADING_EDGE_REPAIR, 'LE'),
  ],
  'nose-pitted': [
    damage('pitting', 2, 'Uç', 'Hücum kenarında yaygın çukurcuklar', LEADING_EDGE_REPAIR, 'LE'),
  ],
  'nose-bare': [
    damage('le-erosion', 4, 'Uç', 'Hücum kenarında lamine kadar inen aşınma', LEADING_EDGE_REPAIR, 'LE'),
  ],
  'nose-close': [
    damage('le-erosion', 3, 'Uç', 'Hücum kenarında lifleri açan jelkot kaybı', LEADING_EDGE_REPAIR, 'LE'),
  ],
  'nose-first-pits': [damage('pitting', 1, 'Uç', 'Hücum kenarında ilk çukurcuklar', 'İzleme', 'LE')],
  'nose-tape-torn': [
    damage('lep-damage', 2, 'Uç', 'Koruyucu bantta yırtık ve kalkma', 'Bandın yenilenmesi', 'LE'),
  ],
  'tip-lightning': [
    damage(
      'lightning-strike',
      4,
      'Uç',
      'Paratoner alıcısı çevresinde yıldırım hasarı',
      'Alıcı ve iletken ölçümü, onarım',
    ),
    damage('le-erosion', 2, 'Uç', 'Hücum kenarında bandın altında aşınma', LEADING_EDGE_REPAIR, 'LE'),
  ],
  'lightning-close': [
    damage('lightning-strike', 4, 'Uç', 'Yıldırım izi ve yanık jelkot', 'Lamine onarımı, iletken ölçümü'),
  ],
  'tail-teeth': [
    damage(
      'crack-longitudinal',
      3,
      'Orta',
      'Firar kenarında boyuna çatlak',
      'Çatlağın açılıp yeniden yapıştırılması',
      'TE',
    ),
  ],
  'root-oil': [damage('oil', 2, 'Kök', 'Göbekten gelen yağ sızıntısı', FIND_LEAK)],
  'root-bolts': [damage('oil', 2, 'Kök', 'Kök halkasından sızan yağ', FIND_LEAK)],
  'oil-close': [damage('oil', 2, 'Kök', 'Yüzeyde yağ izi', FIND_LEAK)],
  'paint-lost': [damage('coating-loss', 2, 'Orta', 'Boya dökülmesi', DRY_AND_FILL)],
  'crack-across': [damage('crack-transverse', 4, 'Orta', 'Kabukta enine çatlak', LAMINATE_REPAIR)],
  'crack-along': [
    damage('crack-longitudinal', 3, 'Orta', 'Kabukta boyuna çatlak', 'Derinlik ölçümü, lamine onarımı'),
  ],
  'gelcoat-net': [damage('gelcoat-crack', 1, 'Orta', 'Jelkotta ağ biçiminde kılcal çatlaklar', 'İzleme')],
  'mid-box': [bondCrack(3)],
  'bond-torn': [bondCrack(4)],
  'box-ahead': [bondCrack(3)],
  'mid-nose': [damage('delamination', 4, 'Orta', 'İç yüzeyde laminede ayrılma', LAMINATE_REPAIR, 'NOSE')],
  'nose-milky': [
    damage('delamination', 3, 'Orta', 'İç yüzeyde laminede ayrılma başlangıcı', 'Ultrasonik ölçüm', 'NOSE'),
  ],
  'mid-tail': [webCrack('Orta', 'TAIL')],
  'web-cracked': [webCrack('Orta', 'TAIL')],
  'tip-box': [webCrack('Uç', 'BOX')],
  'tip-narrow': [webCrack('Uç', 'BOX')],
}

function damage(
  type: string,
  severity: Severity,
  zone: Zone,
  text: string,
  advice: string,
  side?: FindingSide,
): Damage {
  return { type, severity, zone, text, advice, ...(side && { side }) }
}

function bondCrack(severity: Severity): Damage {
  const text = 'Gövde kirişi yapıştırma hattında açılma'
  return damage('bond-open', severity, 'Orta', text, 'Yapıştırıcı enjeksiyonu', 'BOX')
}

function webCrack(zone: Zone, side: FindingSide): Damage {
  return damage('web-damage', 3, zone, 'Kiriş perdesinde çatlak', STIFFEN_WEB, side)
}

/** The damages in a picture, the most important one first. */
export function damagesIn({ subject }: Pick<Motif, 'subject'>): Damage[] {
  return DAMAGES[subject] ?? []
}
