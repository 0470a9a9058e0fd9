import { useMemo, useRef, useState } from 'react'
import { drawnLength } from '#domain/findings/blade-marks.ts'
import type { Finding } from '#domain/findings/finding.ts'
import { BLADES, type Blade } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { Card } from '#panel/ui/card.tsx'
import { useArrowFocus } from '#panel/ui/tables/use-arrow-focus.ts'
import { useElementSize } from '#panel/ui/use-element-size.ts'
import { useText } from '#panel/words/use-text.ts'
import { useOpenFinding } from '../open-finding.ts'
import { COLUMNS, COMPACT_COLUMNS, DrawnBlade, type MarkedBlade, stopOf } from './drawn-blade.tsx'
import { MarkMenu } from './mark-menu.tsx'
import { hasPlace, LANES, laneOf, placeMarks } from './place-marks.ts'

/** If a blade has more findings without a place than this, they share one mark for each side. */
const PLACELESS_MAX = 24

interface DrawnBladesProps {
  turbine: Turbine
  /** The findings that pass the filters. */
  findings: Finding[]
  /** True if the filters leave some findings out. */
  isNarrowed: boolean
  /** True for blades with photos in the year. */
  isInspected: (blade: Blade) => boolean
  /** One row for each blade, without sides. */
  isCompact?: boolean
}

/** The three blades with the findings where they are. It is one tab stop; arrow keys move between the marks. */
export function DrawnBlades(props: DrawnBladesProps) {
  const { turbine, findings, isNarrowed, isInspected, isCompact = false } = props
  const text = useText()
  const { openId, open } = useOpenFinding()
  const area = useRef<HTMLDivElement>(null)
  const ruler = useRef<HTMLDivElement>(null)
  const { width } = useElementSize(ruler)
  const [menu, setMenu] = useState<{ anchor: HTMLElement; findings: Finding[] }>()
  const length = drawnLength(turbine.blade_length, findings)
  const blades = useMemo(
    () => BLADES.map((blade) => markBlade(blade, findings, { length, width, isCompact })),
    [findings, length, width, isCompact],
  )
  const stops = blades.flatMap(({ lanes, placeless }) => [
    ...lanes.flatMap(({ marks }) => marks.map((mark) => stopOf(mark.findings))),
    ...placeless.map(stopOf),
  ])
  const { active, ...keys } = useArrowFocus(area, stops)
  const hasPlaces = findings.some(hasPlace)

  return (
    <Card className={isCompact ? 'px-5 py-3.5' : 'p-5'}>
      <div className={`grid ${isCompact ? COMPACT_COLUMNS : COLUMNS}`}>
        <span />
        <div ref={ruler} className="h-px" />
      </div>
      <div ref={area} {...keys} className={`grid grid-cols-1 ${isCompact ? 'gap-1.5' : 'gap-6'}`}>
        {blades.map((blade) => (
          <DrawnBlade
            key={blade.blade}
            {...blade}
            length={length}
            width={width}
            active={active}
            openId={openId}
            isNarrowed={isNarrowed}
            isInspected={isInspected(blade.blade)}
            isCompact={isCompact}
            hasScale={!isCompact || blade === blades.findLast(({ lanes }) => lanes.length > 0)}
            onOpen={(marked, anchor) => {
              const [only, ...others] = marked
              if (only && others.length === 0) open(only)
              else setMenu({ anchor, findings: marked })
            }}
          />
        ))}
      </div>
      {turbine.blade_length === null && hasPlaces && (
        <p className="mt-4 border-t border-hairline pt-3 text-note text-ink-soft">
          {text('findings.noLength')}
        </p>
      )}
      <MarkMenu opened={menu} onChoose={open} onClose={() => setMenu(undefined)} />
    </Card>
  )
}

/** How the blades are drawn. */
interface Drawing {
  /** In metres. */
  length: number
  /** In CSS pixels. */
  width: number
  isCompact: boolean
}

function markBlade(blade: Blade, all: readonly Finding[], drawing: Drawing): MarkedBlade {
  const { length, width, isCompact } = drawing
  const findings = all.filter((finding) => finding.blade === blade)
  const placed = findings.filter(hasPlace)
  const hasInside = placed.some(({ side }) => laneOf(side) === 'INSIDE')
  const lanes = isCompact
    ? [{ lane: 'ALL' as const, marks: placeMarks(placed, length, width) }]
    : LANES.filter((lane) => lane !== 'INSIDE' || hasInside).map((lane) => ({
        lane,
        marks: placeMarks(
          placed.filter(({ side }) => laneOf(side) === lane),
          length,
          width,
        ),
      }))
  const others = findings.filter((finding) => !hasPlace(finding))
  const together = Map.groupBy(others, ({ side }) => laneOf(side))
  const placeless = others.length > PLACELESS_MAX ? [...together.values()] : others.map((each) => [each])
  return { blade, findings, lanes: placed.length > 0 ? lanes : [], placeless }
}
