import { SEVERITIES } from '#domain/findings/finding-type.ts'
import type { FindingPart, ReportDocument } from '#server/features/reports/pdf/report-document.ts'

/** The part of a finding. A test names only the values that it is about. */
export function findingPart(id: number, fields: Partial<FindingPart> = {}): FindingPart {
  const severity = SEVERITIES[id % 5] ?? null
  return {
    destination: `finding-${id}`,
    number: `A-LE-${String(id).padStart(3, '0')}`,
    title: 'Hücum kenarı erozyonu',
    status: 'Açık',
    severity,
    severityName: `Derece ${severity}`,
    isSolved: false,
    photo: null,
    crop: null,
    facts: [
      { name: 'Kanat', value: 'A' },
      { name: 'Kökten uzaklık', value: '34,6–37,1 m' },
    ],
    paragraphs: ['Boya ve jelkot yer yer kalkmış.'],
    history: null,
    ...fields,
  }
}

/** A report with these findings. */
export function reportDocument(parts: FindingPart[]): ReportDocument {
  const state = { letter: 'C', severity: 3 as const, name: 'Onarım gerekiyor', sentence: 'Bir bulgu var.' }
  const table = {
    columns: [{ title: 'Bulgu', share: 1 }],
    rows: parts.map(({ number }) => [{ text: number }]),
  }
  const marks = parts.map(({ number, destination, severity, isSolved }, index) => ({
    at: (index % 20) / 20,
    extents: [{ from: (index % 20) / 20, to: (index % 20) / 20 }],
    lane: 'leading' as const,
    label: number.slice(2),
    name: number.slice(2),
    destination,
    severity,
    isSolved,
  }))
  return {
    language: 'tr',
    extent: 'full',
    title: 'Yayla 7 denetim raporu 2026',
    number: 'T07-2026-1',
    author: 'Ada Yel, Bora Enerji',
    createdAt: '2026-09-12T09:30:00.000Z',
    pageWords: 'Sayfa {page} / {pages}',
    draft: null,
    cover: {
      kind: 'Denetim raporu 2026',
      turbine: 'Yayla 7',
      place: 'Karaburun',
      release: 'Sürüm 1 · yayınlandı 12 Eylül 2026',
      state,
      counts: [{ severity: 3, name: 'Orta', count: parts.length }],
      worst: { title: 'En ağır bulgular', findings: [] },
      news: [],
      facts: [],
      picture: null,
    },
    contents: { title: 'İçindekiler', destination: 'contents' },
    summary: {
      title: 'Özet',
      destination: 'summary',
      state,
      paragraphs: [],
      counts: [{ severity: 3, name: 'Orta', count: parts.length }],
      blades: { title: 'Kanatlar', table },
      actions: { title: 'Yapılacak işler', text: '', table },
      notSeen: { title: 'İncelenemeyen yerler', paragraphs: [] },
    },
    changes: null,
    bladeMaps: {
      title: 'Kanat haritaları',
      destination: 'blade-maps',
      text: '',
      root: 'Kök',
      tip: 'Uç',
      crowded: 'Tek işarette toplanan bulgular:',
      blades: [{ name: 'A kanadı', alt: 'A kanadı', ticks: [], marks, note: '' }],
    },
    findings: { title: 'Bulgular', none: 'Bulgu yok.', destination: 'findings', parts },
    photos: { title: 'Fotoğraflar', destination: 'photos', text: '', table: { ...table, isCompact: true } },
    method: { title: 'Yöntem ve ölçek', destination: 'method', parts: [] },
  }
}
