import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Cluster } from './clusters.ts'
import type { MapView } from './map-view.ts'

/**
 * The marker that is the map's tab stop. It is stored as the id of one of its turbines, because zooming splits and merges clusters. If the
 * focused marker disappears, the marker that now contains the turbine gets the focus, otherwise the map itself.
 */
export function useMapFocus(surface: RefObject<HTMLElement | null>, visible: Cluster[], view: MapView) {
  const [activeId, setActiveId] = useState<number | null>(null)
  const [focusVisible, setFocusVisible] = useState(false)
  const hadFocus = useRef(false)
  const active =
    visible.find((cluster) => hasTurbine(cluster, activeId)) ??
    visible.reduce<Cluster | undefined>(
      (best, cluster) => (best && distanceTo(best, view) <= distanceTo(cluster, view) ? best : cluster),
      undefined,
    )
  const key = active && clusterKey(active)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is checked after each change of the view
  useLayoutEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return
    const marker = key === undefined ? null : findMarker(surface.current, key)
    ;(marker ?? surface.current)?.focus({ preventScroll: true })
  }, [surface, key, visible])

  function focus(cluster: Cluster) {
    setActiveId(cluster.members[0]?.turbine.id ?? null)
    findMarker(surface.current, clusterKey(cluster))?.focus({ preventScroll: true })
  }

  return {
    active,
    /** The active marker if it has the keyboard focus. */
    focused: focusVisible ? active : undefined,
    focus,
    onFocus: (event: FocusEvent) => {
      hadFocus.current = true
      const marker = event.target.closest<HTMLElement>('[data-marker]')
      if (marker) setActiveId(Number(marker.dataset.marker))
      setFocusVisible(marker !== null && event.target.matches(':focus-visible'))
    },
    onBlur: () => {
      hadFocus.current = false
      setFocusVisible(false)
    },
  }
}

/** The id of one turbine of a cluster, which no other cluster of the view has. */
export function clusterKey({ members }: Cluster): number {
  return members[0]?.turbine.id ?? 0
}

export function hasTurbine({ members }: Cluster, id: number | null): boolean {
  return id !== null && members.some(({ turbine }) => turbine.id === id)
}

function findMarker(surface: HTMLElement | null, key: number): HTMLElement | null {
  return surface?.querySelector(`[data-marker="${key}"] > *`) ?? null
}

function distanceTo(cluster: Cluster, view: MapView): number {
  return Math.hypot(cluster.x - view.x, cluster.y - view.y)
}
