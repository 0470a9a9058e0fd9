import type { SharedContent, SharedFinding } from '../../domain/inspections/link.ts'
import type { Language } from '../../domain/text/language.ts'
import { dayInWords } from '../../domain/time/day-words.ts'
import { drawBlades } from './blade-drawing.ts'
import { element } from './element.ts'
import { showPhoto } from './finding-photo.ts'
import { findingClasses, letterGround } from './severity-classes.ts'
import { fill, placeText, type SharedWords, severityText } from './shared-words.ts'

/** The content of the page of an opened link. */
export function showContent(words: SharedWords, lang: Language, content: SharedContent): HTMLElement[] {
  const { kind, turbine_name, year, expires_at, findings } = content
  const day = dayInWords(lang, expires_at)
  const items = new Map(findings.map((finding) => [finding, showFinding(words, lang, content, finding)]))
  const lead = (finding: SharedFinding) => {
    items.get(finding)?.scrollIntoView()
    items.get(finding)?.focus({ preventScroll: true })
  }
  const head = element(
    'div',
    {},
    element('h1', { class: 'text-3xl font-semibold tracking-tight sm:text-4xl' }, turbine_name),
    element(
      'p',
      { class: 'mt-2 text-lg' },
      fill(kind === 'report' ? words.report : words.inspection, { year }),
    ),
    element('p', { class: 'mt-1 text-ink-soft' }, fill(words.until, { day })),
  )
  if (kind === 'report') return [head, ...showReports(words, lang, content)]
  const list = element('ol', { class: 'mt-4 grid gap-8' }, ...items.values())
  const section = element(
    'section',
    { 'aria-labelledby': 'findings', class: 'mt-12' },
    element('h2', { id: 'findings', class: 'text-xl font-semibold tracking-tight' }, words.findings),
    findings.length > 0 ? list : element('p', { class: 'mt-3 text-ink-soft' }, words.none),
  )
  return [
    head,
    showState(words, content),
    ...showReports(words, lang, content),
    drawBlades(words, content, lead),
    section,
  ]
}

/** The letter of the turbine after the inspection, with its sentence. */
function showState(words: SharedWords, { state, earlier }: SharedContent): HTMLElement {
  const letter = state ?? 'not_inspected'
  const isKnown = letter !== 'not_inspected'
  return element(
    'section',
    {
      'aria-labelledby': 'state',
      class: 'mt-8 flex items-start gap-4 rounded border border-hairline bg-surface p-5',
    },
    element(
      'p',
      {
        class: `grid size-14 shrink-0 place-items-center rounded text-3xl font-semibold ${letterGround(letter)}`,
      },
      isKnown ? letter : '–',
    ),
    element(
      'div',
      {},
      element('h2', { id: 'state', class: 'text-sm text-ink-soft' }, words.letter),
      element('p', { class: 'mt-1 text-lg' }, words.states[letter]),
      earlier > 0 && element('p', { class: 'mt-1 text-ink-soft' }, fill(words.earlier, { n: earlier })),
    ),
  )
}

function showReports(words: SharedWords, lang: Language, { id, reports }: SharedContent): HTMLElement[] {
  if (reports.length === 0) return []
  const megabytes = new Intl.NumberFormat(lang, { maximumFractionDigits: 1, style: 'unit', unit: 'megabyte' })
  return [
    element(
      'section',
      { 'aria-labelledby': 'reports', class: 'mt-10' },
      element('h2', { id: 'reports', class: 'text-xl font-semibold tracking-tight' }, words.reports),
      element(
        'ul',
        { class: 'mt-3 grid gap-2' },
        ...reports.map((report) =>
          element(
            'li',
            {},
            element(
              'a',
              {
                href: `/media/links/${id}/reports/${report.id}`,
                class: 'text-link break-words',
                download: '',
              },
              fill(words.download, { name: report.name }),
            ),
            element('span', { class: 'ml-2 text-ink-soft' }, megabytes.format(report.size / 1_000_000)),
          ),
        ),
      ),
    ),
  ]
}

function showFinding(
  words: SharedWords,
  lang: Language,
  content: SharedContent,
  finding: SharedFinding,
): HTMLElement {
  const { number, side, type, severity, text, is_solved } = finding
  const place = placeText(lang, finding)
  const facts = [
    severityText(words, severity),
    words.sides[side] ?? side,
    ...(place ? [fill(words.place, { place })] : []),
    ...(is_solved ? [words.solved] : []),
  ]
  return element(
    'li',
    {
      tabindex: -1,
      class: 'grid scroll-mt-4 gap-x-8 gap-y-4 border-t border-hairline pt-6 lg:grid-cols-[1fr_36rem]',
    },
    element(
      'div',
      { class: 'min-w-0' },
      element(
        'h3',
        { class: 'flex items-center gap-3 text-lg font-semibold' },
        element(
          'span',
          {
            class: `grid size-8 shrink-0 place-items-center rounded ${findingClasses(finding)}`,
            'aria-hidden': 'true',
          },
          String(severity ?? '–'),
        ),
        element('span', {}, `${number} ${words.types[type] ?? type}`),
      ),
      element('p', { class: 'mt-2 text-ink-soft' }, facts.join(' · ')),
      text !== '' && element('p', { class: 'mt-2 whitespace-pre-line' }, text),
    ),
    showPhoto(words, content, finding),
  )
}
