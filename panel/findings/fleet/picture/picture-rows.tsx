import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { TurbinePlaces } from '#domain/findings/finding-places.ts'
import { BLADES } from '#domain/photo.ts'
import { useIsPrinting } from '#panel/ui/tables/use-is-printing.ts'
import { useWindowRows } from '#panel/ui/tables/use-window-rows.ts'
import { useElementSize } from '#panel/ui/use-element-size.ts'
import { useText } from '#panel/words/use-text.ts'
import { PictureHead } from './picture-head.tsx'
import { PictureMark } from './picture-mark.tsx'
import { countMetres } from './picture-marks.ts'
import { PictureRow } from './picture-row.tsx'
import { makeScale, NAME_PX, pixelOf, ROW_PX, ticksOf } from './picture-scale.ts'
import { usePictureMark } from './use-picture-mark.ts'

interface PictureRowsProps {
  turbines: readonly TurbinePlaces[]
  /** The metres that must have room. */
  longest: number
}

/** One row for each turbine, of which only the visible ones are rendered. All have the same scale, so the same metre stands in one line. */
export function PictureRows({ turbines, longest }: PictureRowsProps) {
  const text = useText()
  const keysId = useId()
  const area = useRef<HTMLDivElement>(null)
  const { width } = useElementSize(area)
  const scale = useMemo(() => makeScale(width, longest), [width, longest])
  const counts = useMemo(() => countMetres(turbines, scale.metres), [turbines, scale.metres])
  const top = useTop(area)
  const isPrinting = useIsPrinting()
  const { first, last, scrollToRow } = useWindowRows({ count: turbines.length, pitch: ROW_PX, gap: 0, top })
  const { active, metre, isShown, onFocus, onBlur, onKeyDown, onPointerMove, onPointerLeave } =
    usePictureMark(area, turbines, scale, scrollToRow)
  const shown = isPrinting ? [0, turbines.length] : [first, last + 1]
  const activeTurbine = active && turbines[active.row]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot have its own head that sticks
    <div role="group" aria-label={text('fleet.view.picture')} aria-describedby={keysId}>
      <p id={keysId} className="sr-only">
        {text('fleet.picture.keys')}
      </p>
      <PictureHead scale={scale} counts={counts} metre={metre} />
      <div
        ref={area}
        onPointerMove={onPointerMove}
        onPointerLeave={onPointerLeave}
        style={{ height: turbines.length * ROW_PX }}
        className="relative"
      >
        {BLADES.map((blade) =>
          ticksOf(scale).map((tick) => (
            <span
              key={`${blade} ${tick}`}
              aria-hidden
              style={{ left: NAME_PX + pixelOf(scale, blade, tick) }}
              className="absolute inset-y-0 w-px bg-hairline"
            />
          )),
        )}
        {turbines.slice(...shown).map((turbine, index) => (
          <PictureRow
            key={turbine.turbine_id}
            turbine={turbine}
            scale={scale}
            top={((shown[0] ?? 0) + index) * ROW_PX}
          />
        ))}
        {metre !== undefined &&
          BLADES.map((blade) => (
            <span
              key={blade}
              aria-hidden
              style={{ left: NAME_PX + pixelOf(scale, blade, metre) }}
              className="pointer-events-none absolute inset-y-0 w-px bg-action/60 transition-none"
            />
          ))}
        {active && activeTurbine && (
          <PictureMark
            mark={active}
            turbine={activeTurbine}
            scale={scale}
            metre={metre}
            isShown={isShown}
            firstRow={first}
            onFocus={onFocus}
            onBlur={onBlur}
            onKeyDown={onKeyDown}
          />
        )}
      </div>
    </div>
  )
}

/** From the top of the page to the element, in CSS pixels. */
function useTop(area: { current: HTMLElement | null }): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    // If the content above grows, the page grows too.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    measure()
    return () => observer.disconnect()

    function measure() {
      if (area.current) setTop(area.current.getBoundingClientRect().top + window.scrollY)
    }
  }, [area])
  return top
}
