import { type CSSProperties, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { Turbine } from '#domain/turbine.ts'
import { useElementSize } from '#panel/ui/use-element-size.ts'
import { useText } from '#panel/words/use-text.ts'
import { locateTurbines } from './located-turbines.ts'
import { MAP_FRAME_CLASS } from './map-frame.ts'
import { MapSurface } from './map-surface.tsx'
import { fitView, isInView, SURROUNDINGS_KM } from './map-view.ts'
import { TurbineLinks } from './turbine-links.tsx'
import { useMapView } from './use-map-view.ts'
import { useRoomBelow } from './use-room-below.ts'

/** The turbines on a map of Türkiye, and beside it a list of those in view and of those that the map cannot show. */
export default function TurbineMap({ turbines }: { turbines: Turbine[] }) {
  const text = useText()
  const frame = useRef<HTMLDivElement>(null)
  const surface = useRef<HTMLElement>(null)
  const list = useRef<HTMLElement>(null)
  const room = useRoomBelow(frame)
  const size = useElementSize(surface)
  const { located, unlocated } = useMemo(() => locateTurbines(turbines), [turbines])
  const fitted = useMemo(
    () =>
      fitView(
        located.map(({ place }) => place),
        size,
        SURROUNDINGS_KM,
      ),
    [located, size],
  )
  const mapView = useMapView(fitted, size)
  const [pointedId, setPointedId] = useState<number | null>(null)

  // The list is updated with a low priority, so that the map follows the pointer without a delay.
  const listedView = useDeferredValue(mapView.view)
  const listed = useMemo(
    () => located.filter(({ place }) => isInView(place, listedView, size)).map(({ turbine }) => turbine),
    [located, listedView, size],
  )
  const unlocatedTurbines = useMemo(() => unlocated.map(({ turbine }) => turbine), [unlocated])
  const reasons = useMemo(
    () => new Map(unlocated.map(({ turbine, reason }) => [turbine.id, reason])),
    [unlocated],
  )

  return (
    <div
      ref={frame}
      style={room > 0 ? ({ '--map-room': `${room}px` } as CSSProperties) : undefined}
      className={MAP_FRAME_CLASS}
    >
      <MapSurface
        ref={surface}
        size={size}
        located={located}
        mapView={mapView}
        pointedId={pointedId}
        onPoint={setPointedId}
        onListCluster={(id) =>
          focusRow(
            list.current,
            listed.findIndex((turbine) => turbine.id === id),
          )
        }
      />
      <section
        ref={list}
        aria-label={text('map.list')}
        className="flex min-h-0 flex-col overflow-clip rounded border border-hairline bg-surface"
      >
        <p role="status" className="border-b border-hairline px-4 py-2.5 text-note font-medium text-ink-soft">
          {text('map.inView', { n: listed.length })}
        </p>
        <TurbineLinks
          label={text('map.list')}
          turbines={listed}
          onPoint={setPointedId}
          className="min-h-0 flex-1 max-xl:max-h-90"
        />
        {unlocated.length > 0 && (
          <details className="group/unlocated shrink-0 border-t border-hairline" open={located.length === 0}>
            <summary className="cursor-pointer px-4 py-2.5 text-note font-medium text-ink-soft hover:text-ink">
              {text('map.unlocated', { n: unlocated.length })}
            </summary>
            <TurbineLinks
              label={text('map.unlocated', { n: unlocated.length })}
              turbines={unlocatedTurbines}
              note={({ id }) => (
                <span className="text-caption text-ink-faint">
                  {text(reasons.get(id) === 'outside' ? 'map.unlocated.outside' : 'map.unlocated.none')}
                </span>
              )}
              className="max-h-75 border-t border-hairline"
            />
          </details>
        )}
      </section>
    </div>
  )
}

/** Moves the focus to a row of the list, for turbines whose cluster no zoom can split. */
function focusRow(list: HTMLElement | null, index: number) {
  const row =
    list?.querySelector<HTMLElement>(`[data-row="${index}"] a`) ?? list?.querySelector<HTMLElement>('a')
  row?.focus()
}
