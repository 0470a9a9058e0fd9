import { drawnLength, middleOf, placeMarks } from '../../domain/findings/blade-marks.ts'
import type { SharedContent, SharedFinding } from '../../domain/inspections/link.ts'
import type { Blade } from '../../domain/photo.ts'
import { BLADE_LENGTH, BLADE_OUTLINE, BLADE_WIDTH } from '../../panel/ui/drawings/blade-outline.ts'
import { element } from './element.ts'
import { findingClasses } from './severity-classes.ts'
import { fill, markName, type SharedWords } from './shared-words.ts'

// The list of the domain would bring the library of its schemas along.
const BLADES: readonly Blade[] = ['A', 'B', 'C']

/** The width of a mark, in CSS pixels: large enough for a finger. */
const MARK_PX = 28
const ROOM = { single: MARK_PX, several: MARK_PX }

/** The three blades from root to tip, with the findings whose place is known. A mark leads to its finding. */
export function drawBlades(
  words: SharedWords,
  { blade_length, findings }: SharedContent,
  show: (finding: SharedFinding) => void,
): HTMLElement {
  const length = drawnLength(blade_length, findings)
  const placed = findings.filter(({ from_m }) => from_m !== null)
  return element(
    'section',
    { 'aria-labelledby': 'blades', class: 'mt-10' },
    element('h2', { id: 'blades', class: 'text-xl font-semibold tracking-tight' }, words.blades),
    element(
      'p',
      { class: 'label mt-3 flex justify-between', 'aria-hidden': 'true' },
      element('span', {}, words.root),
      element('span', {}, words.tip),
    ),
    ...BLADES.map((blade) => {
      const outline = element(
        'svg',
        {
          viewBox: `0 0 ${BLADE_LENGTH} ${BLADE_WIDTH}`,
          preserveAspectRatio: 'none',
          class: 'h-10 w-full',
          'aria-hidden': 'true',
        },
        element('path', { d: BLADE_OUTLINE, class: 'fill-surface-sunken stroke-hairline-strong' }),
      )
      const row = element('div', { class: 'relative' }, outline)
      const ofBlade = placed.filter((finding) => finding.blade === blade)
      new ResizeObserver(() => {
        row.replaceChildren(outline, ...drawMarks(words, ofBlade, length, row.clientWidth, show))
      }).observe(row)
      return element(
        'div',
        { role: 'group', 'aria-label': fill(words.blade, { blade }), class: 'mt-2' },
        element('p', { class: 'text-sm font-medium' }, fill(words.blade, { blade })),
        row,
      )
    }),
  )
}

function drawMarks(
  words: SharedWords,
  findings: readonly SharedFinding[],
  length: number,
  width: number,
  show: (finding: SharedFinding) => void,
): HTMLElement[] {
  return placeMarks(findings, (finding) => Math.min(1, middleOf(finding) / length), width, ROOM).map(
    ({ left, items }) => {
      const [worst] = [...items].sort((a, b) => (b.severity ?? 0) - (a.severity ?? 0)) as [SharedFinding]
      const name =
        items.length > 1
          ? `×${items.length}: ${items.map((item) => markName(words, item)).join(', ')}`
          : markName(words, worst)
      const mark = element(
        'button',
        {
          type: 'button',
          title: name,
          'aria-label': name,
          class: `absolute top-1.5 grid size-7 cursor-pointer place-items-center rounded text-sm font-semibold ${findingClasses(worst)}`,
        },
        items.length > 1 ? `×${items.length}` : String(worst.severity ?? '–'),
      )
      mark.style.left = `${left}px`
      mark.addEventListener('click', () => show(worst))
      return mark
    },
  )
}
