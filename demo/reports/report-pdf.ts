import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { SEVERITIES } from '#domain/findings/finding-type.ts'
import { BLADES } from '#domain/photo.ts'
import { capitalizePlace } from '#domain/text/turkish.ts'
import { DEFAULT_TIME_ZONE } from '#domain/time/today.ts'
import { ReportWords } from '#server/features/inspections/description/report-words.ts'
import { monthsOf, severityWords, typeName } from '../damages.ts'
import type { PlannedFinding } from '../finding-plan.ts'
import { drawBladeSketch } from './blade-sketch.ts'
import type { PlannedReport } from './report-plan.ts'
import { drawTable } from './report-table.ts'
import { severityColour } from './severity-colour.ts'

const require = createRequire(import.meta.url)
const FONTS = {
  regular: require.resolve('@expo-google-fonts/geist/400Regular/Geist_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/geist/600SemiBold/Geist_600SemiBold.ttf'),
}

/** The size of A4 and the margin around the text, in points. */
const PAGE = { width: 595.28, height: 841.89, margin: 48 }
const TEXT_WIDTH = PAGE.width - 2 * PAGE.margin

const INK = '#14272b'
const SOFT = '#50646a'
const BRAND = '#005b67'

export interface Authors {
  /** Whose turbine it is. */
  company: string
  /** Who wrote the report. */
  author: string
}

/** Writes a report as an A4 PDF in Turkish. */
export async function writeReport(
  report: PlannedReport,
  { company, author }: Authors,
): Promise<Uint8Array<ArrayBuffer>> {
  const document = new PDFDocument({
    size: 'A4',
    margins: { top: PAGE.margin, left: PAGE.margin, right: PAGE.margin, bottom: 64 },
    bufferPages: true,
    lang: 'tr',
    displayTitle: true,
    info: {
      Title: `${report.turbine.turbine_name} denetim raporu ${report.year}`,
      Author: author,
      CreationDate: report.written,
    },
  })
  const bytes = buffer(document)
  document.registerFont('regular', FONTS.regular).registerFont('bold', FONTS.bold)
  drawHead(document, report)
  drawFacts(document, report, company, author)
  drawSummary(document, report)
  document.addPage()
  drawFindings(document, report.findings)
  drawSeverities(document)
  drawFooters(document, report)
  document.end()
  return Uint8Array.from(await bytes)
}

function drawHead(document: PDFKit.PDFDocument, { turbine, year }: PlannedReport): void {
  drawMark(document, PAGE.margin, PAGE.margin)
  document
    .font('bold')
    .fontSize(15)
    .fillColor(BRAND)
    .text('Kanat', PAGE.margin + 32, PAGE.margin + 3)
  document
    .font('regular')
    .fontSize(9)
    .fillColor(SOFT)
    .text(`Rapor no ${turbine.code}-${year}`, PAGE.margin, PAGE.margin + 8, {
      width: TEXT_WIDTH,
      align: 'right',
    })
  document
    .font('bold')
    .fontSize(25)
    .fillColor(INK)
    .text('Kanat denetim raporu', PAGE.margin, PAGE.margin + 48)
  document
    .font('regular')
    .fontSize(13)
    .fillColor(SOFT)
    .text(`${turbine.turbine_name} · ${turbine.site_name} · ${year}`)
    .moveDown(1.2)
}

/** The logo: three blades on a square. */
function drawMark(document: PDFKit.PDFDocument, left: number, top: number): void {
  document.save().translate(left, top).roundedRect(0, 0, 24, 24, 5).fill(BRAND)
  document.translate(12, 13.2).scale(0.585)
  for (const turn of [0, 120, 240]) {
    document
      .save()
      .rotate(turn)
      .path('M-1.1-2.6-.5-16.6c.03-.6.66-.62.78-.05C1.2-12.6 3.5-8.2 3.1-4.3 2.9-2.6 1.2-2.3-1.1-2.6Z')
      .fill('#fff')
      .restore()
  }
  document.circle(0, 0, 1.7).fill('#fff').restore()
}

function drawFacts(
  document: PDFKit.PDFDocument,
  { turbine, photos, written }: PlannedReport,
  company: string,
  author: string,
): void {
  const times = photos.map(({ taken }) => taken.getTime())
  const [first, last] = [Math.min(...times), Math.max(...times)].map((time) => asDay(new Date(time)))
  const facts = [
    ['Türbin', `${turbine.turbine_name} (${turbine.code})`],
    ['İşletmeci', company],
    ['Saha', turbine.location],
    ['İl', capitalizePlace(turbine.city)],
    ['Koordinat', turbine.coordinates.replace(',', ', ')],
    ['Denetim', first === last ? `${first}` : `${first} – ${last}`],
    ['Yöntem', methodsOf(photos)],
    ['Hazırlayan', `${author}, ${asDay(written)}`],
  ]
  const column = TEXT_WIDTH / 2
  const top = document.y
  facts.forEach(([name = '', value = ''], index) => {
    const x = PAGE.margin + (index % 2) * column
    const y = top + Math.floor(index / 2) * 34
    document.font('regular').fontSize(8.5).fillColor(SOFT).text(name, x, y)
    document
      .font('bold')
      .fontSize(10)
      .fillColor(INK)
      .text(value, x, y + 11, { width: column - 12, height: 14, ellipsis: true })
  })
  document.x = PAGE.margin
  document.y = top + 4 * 34 + 6
}

const METHODS = { drone: 'drone', operator: 'ip erişimi', robot: 'iç robot', panorama: '360° iç görüntü' }

function methodsOf(photos: PlannedReport['photos']): string {
  const cameras = new Set(photos.map(({ motif }) => motif.camera))
  const methods = (Object.keys(METHODS) as (keyof typeof METHODS)[]).filter((camera) => cameras.has(camera))
  const text = methods.map((camera) => METHODS[camera]).join(', ')
  return text.charAt(0).toLocaleUpperCase('tr') + text.slice(1)
}

function drawSummary(document: PDFKit.PDFDocument, { findings, photos }: PlannedReport): void {
  heading(document, 'Özet')
  document
    .font('regular')
    .fontSize(10.5)
    .fillColor(INK)
    .text(summaryOf(findings, photos.length), { lineGap: 3 })
    .moveDown(1)
  heading(document, 'Bulguların yeri')
  drawBladeSketch(document, findings, { left: PAGE.margin, width: TEXT_WIDTH })
  heading(document, 'Kanatlara göre')
  drawTable(document, {
    left: PAGE.margin,
    columns: [
      { title: 'Kanat', width: 50 },
      { title: 'Fotoğraf', width: 64 },
      { title: 'Bulgu', width: 54 },
      { title: 'Değerlendirme', width: TEXT_WIDTH - 168 },
    ],
    rows: BLADES.map((blade) => {
      const own = findings.filter((finding) => finding.blade === blade)
      const seen = photos.filter((photo) => photo.blade === blade).length
      return { cells: [blade, String(seen), String(own.length), verdictOn(own, seen)] }
    }),
  })
}

function summaryOf(findings: PlannedFinding[], photos: number): string {
  const worst = worstOf(findings)
  if (!worst) {
    return `Bu denetimde ${photos} fotoğraf çekilmiştir. Bakılan kanatlarda onarım gerektiren bir durum görülmemiştir.`
  }
  const begin = `Bu denetimde ${photos} fotoğraf çekilmiş, ${findings.length} bulgu kaydedilmiştir.`
  const urgent = findings.filter(({ severity }) => (severity ?? 0) >= 4)
  if (urgent.length === 0) {
    return `${begin} En yüksek derece ${worst.severity ?? 'verilmemiştir'}: ${worst.blade} kanadı, “${worst.text}”. Acil müdahale gerektiren bir bulgu yoktur; türbin çalışmaya devam edebilir.`
  }
  const most = `${begin} Bunlardan ${urgent.length} tanesi derece 4 veya üzeridir. En önemlisi ${worst.blade} kanadında: “${worst.text}”.`
  if (worst.severity === 5) return `${most} Türbin durdurulmuştur; onarılmadan çalıştırılmamalıdır.`
  return `${most} Türbin çalışmaya devam edebilir; bu bulgular ${monthsOf(4)} ay içinde onarılmalıdır.`
}

function verdictOn(findings: PlannedFinding[], photos: number): string {
  if (photos === 0) return 'Bu denetimde bakılmadı.'
  const worst = worstOf(findings)
  if (!worst) return 'Bulgu yok.'
  if (worst.severity === null) return `Derecelendirilmedi: ${worst.text}`
  return `En yüksek derece ${worst.severity} (${severityWords(worst.severity).name.toLocaleLowerCase('tr')}): ${worst.text}`
}

function worstOf(findings: PlannedFinding[]): PlannedFinding | undefined {
  return findings.toSorted((a, b) => (b.severity ?? 0) - (a.severity ?? 0))[0]
}

function drawFindings(document: PDFKit.PDFDocument, findings: PlannedFinding[]): void {
  heading(document, 'Bulgular')
  if (findings.length === 0) {
    document
      .font('regular')
      .fontSize(10.5)
      .fillColor(INK)
      .text('Bu denetimde bulgu kaydedilmemiştir.')
      .moveDown(1.5)
    return
  }
  drawTable(document, {
    left: PAGE.margin,
    columns: [
      { title: 'No', width: 24 },
      { title: 'Kanat', width: 38 },
      { title: 'Bölge', width: 36 },
      { title: 'Der.', width: 30 },
      { title: 'Bulgu', width: 136 },
      { title: 'Öneri', width: 114 },
      { title: 'Fotoğraf', width: TEXT_WIDTH - 378 },
    ],
    rows: findings.map(({ blade, zone, severity, type, text, advice, photos }, index) => ({
      colour: severityColour(severity),
      cells: [
        String(index + 1),
        blade,
        zone,
        String(severity ?? '–'),
        `${typeName(type)}: ${text}`,
        advice,
        photosOf(photos),
      ],
    })),
  })
}

function photosOf([first = '', ...others]: string[]): string {
  const name = first.replace(/\.jpg$/, '')
  return others.length === 0 ? name : `${name} ve ${others.length} fotoğraf daha`
}

function drawSeverities(document: PDFKit.PDFDocument): void {
  if (document.y > PAGE.height - 230) document.addPage()
  heading(document, 'Dereceler')
  for (const severity of SEVERITIES) {
    const { name, meaning } = severityWords(severity)
    const y = document.y
    document.circle(PAGE.margin + 6, y + 6, 4).fill(severityColour(severity))
    document
      .font('bold')
      .fontSize(9)
      .fillColor(INK)
      .text(`${severity} ${name}`, PAGE.margin + 18, y)
    document
      .font('regular')
      .fillColor(SOFT)
      .text(meaning, PAGE.margin + 90, y)
    document.y = y + 17
  }
  document.x = PAGE.margin
}

function drawFooters(document: PDFKit.PDFDocument, { turbine, year }: PlannedReport): void {
  const { count } = document.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page)
    // Text below the bottom margin would open a page of its own.
    document.page.margins.bottom = 0
    const y = PAGE.height - 42
    document
      .moveTo(PAGE.margin, y - 8)
      .lineTo(PAGE.width - PAGE.margin, y - 8)
      .lineWidth(0.5)
      .stroke('#cfd9da')
    document
      .font('regular')
      .fontSize(8)
      .fillColor(SOFT)
      .text('Örnek veri: bu rapor Kanat’ın tanıtımı için üretilmiştir.', PAGE.margin, y)
      .text(`${turbine.code}-${year} · ${page + 1} / ${count}`, PAGE.margin, y, {
        width: TEXT_WIDTH,
        align: 'right',
      })
  }
}

function heading(document: PDFKit.PDFDocument, text: string): void {
  document.font('bold').fontSize(12.5).fillColor(BRAND).text(text, PAGE.margin).moveDown(0.5)
}

function asDay(date: Date): string {
  return new ReportWords('tr').dayOf(date.toISOString(), DEFAULT_TIME_ZONE)
}
