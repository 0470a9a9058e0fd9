import { type KeyboardEvent, type RefObject, useId, useMemo } from 'react'
import { fromCentre } from '#panel/ui/pointers.ts'
import { useText } from '#panel/words/use-text.ts'
import { type Cluster, clusterTurbines } from './clusters.ts'
import type { LocatedTurbine } from './located-turbines.ts'
import { MapControls } from './map-controls.tsx'
import { MAP_HEIGHT_CLASS } from './map-frame.ts'
import { MapLegend } from './map-legend.tsx'
import { MapMarker } from './map-marker.tsx'
import { fitView, isInView, panView, type Size, scaleOf, toPixels, zoomView } from './map-view.ts'
import { MarkerPopup } from './marker-popup.tsx'
import { directionOf, nextMarker } from './next-marker.ts'
import { OutlinesLayer } from './outlines-layer.tsx'
import { clusterKey, hasTurbine, useMapFocus } from './use-map-focus.ts'
import { useMapGestures } from './use-map-gestures.ts'
import type { useMapView } from './use-map-view.ts'

/** Markers are at least about this far apart, in pixels, so that none covers another one. */
const MARKER_DISTANCE_PX = 64
const ZOOM_STEP = 2
/** How far Shift and an arrow key move the map, as a fraction of its size. */
const PAN_PART = 0.25
/** A cluster that cannot be enlarged at least this much cannot be split. */
const SPLIT_MIN = 1.05

/** Single turbines show their names from this scale on, in pixels per kilometre. Few names of provinces are then in view. */
const NAMES_SCALE = 10

interface MapSurfaceProps {
  ref: RefObject<HTMLElement | null>
  size: Size
  located: LocatedTurbine[]
  mapView: ReturnType<typeof useMapView>
  /** The turbine under the pointer, in the list or on the map. */
  pointedId: number | null
  onPoint: (id: number | null) => void
  /** Called with a turbine of a cluster that no zoom can split. */
  onListCluster: (id: number) => void
}

/** The map itself: dragging and Shift with arrow keys move it, the wheel, + and − zoom, arrow keys move the focus between its markers. */
export function MapSurface(props: MapSurfaceProps) {
  const { ref, size, located, mapView, pointedId, onPoint, onListCluster } = props
  const { view, move, moveTo } = mapView
  const text = useText()
  const hint = useId()
  const gestures = useMapGestures(ref, size, move)
  const scale = scaleOf(view, size)
  // Clusters change only at half steps of the zoom, so that markers do not jump with each turn of the wheel.
  const level = Math.round(Math.log2(scale) * 2) / 2
  const clusters = useMemo(() => clusterTurbines(located, MARKER_DISTANCE_PX / 2 ** level), [located, level])
  const visible = clusters.filter((cluster) => isInView(cluster, view, size))
  const { active, focused, focus, onFocus, onBlur } = useMapFocus(ref, visible, view)
  const pointed = visible.find((cluster) => hasTurbine(cluster, pointedId))
  const explained = pointed ?? focused

  function openCluster({ members }: Cluster) {
    const target = fitView(
      members.map(({ place }) => place),
      size,
    )
    const [first] = members
    if (view.width / target.width >= SPLIT_MIN) moveTo(target)
    else if (first) onListCluster(first.turbine.id)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const direction = directionOf(event.key)
    if (direction) {
      const next = event.shiftKey ? undefined : active && nextMarker(visible, active, direction)
      if (next) focus(next)
      else
        moveTo(panView(view, size, direction.x * size.width * PAN_PART, direction.y * size.height * PAN_PART))
    } else if (event.key === '+' || event.key === '=') moveTo(zoomView(view, size, ZOOM_STEP))
    else if (event.key === '-') moveTo(zoomView(view, size, 1 / ZOOM_STEP))
    else if (event.key === '0') moveTo(null)
    else return
    event.preventDefault()
  }

  return (
    <div className={`relative min-h-0 overflow-clip rounded border border-hairline ${MAP_HEIGHT_CLASS}`}>
      <section
        ref={ref}
        aria-label={text('map.label')}
        aria-describedby={hint}
        tabIndex={active ? -1 : 0}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={onBlur}
        onDoubleClick={(event) =>
          moveTo(zoomView(view, size, ZOOM_STEP, fromCentre(event, event.currentTarget)))
        }
        {...gestures}
        className="absolute inset-0 cursor-grab touch-none overflow-clip bg-surface-sunken outline-none select-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus active:cursor-grabbing"
      >
        <p id={hint} className="sr-only">
          {text('map.keys')}
        </p>
        <OutlinesLayer view={view} size={size} />
        <ul>
          {visible.map((cluster) => {
            const key = clusterKey(cluster)
            const { x, y } = toPixels(cluster, view, size)
            return (
              <li
                key={key}
                data-marker={key}
                style={{ left: x, top: y }}
                onPointerEnter={() => onPoint(key)}
                onPointerLeave={() => onPoint(null)}
                className="absolute"
              >
                <MapMarker
                  cluster={cluster}
                  tabIndex={cluster === active ? 0 : -1}
                  pointed={cluster === pointed}
                  named={scale >= NAMES_SCALE}
                  onOpenCluster={openCluster}
                />
              </li>
            )
          })}
        </ul>
        {explained && <MarkerPopup cluster={explained} view={view} size={size} />}
      </section>
      <MapLegend scale={scale} />
      <MapControls
        onZoomIn={() => moveTo(zoomView(view, size, ZOOM_STEP))}
        onZoomOut={() => moveTo(zoomView(view, size, 1 / ZOOM_STEP))}
        onFit={() => moveTo(null)}
      />
    </div>
  )
}
