import { describe, expect, it } from 'vitest'
import { clusterName, worstState } from '#panel/turbine-list/map/cluster-statuses.ts'
import { clusterTurbines } from '#panel/turbine-list/map/clusters.ts'
import { locateTurbines } from '#panel/turbine-list/map/located-turbines.ts'
import { fitView, isInView, panView, toPixels, zoomView } from '#panel/turbine-list/map/map-view.ts'
import { nextMarker } from '#panel/turbine-list/map/next-marker.ts'
import outlines from '#panel/turbine-list/map/outlines.json' with { type: 'json' }
import { project, readCoordinates, unproject } from '#panel/turbine-list/map/projection.ts'
import { answeredTurbine } from '../../support/answered-turbine.ts'

const SIZE = { width: 1000, height: 600 }

const turbine = (id: number, coordinates: string | null) => answeredTurbine(id, { coordinates })

/** Turbines spread over western Türkiye, always the same. */
function manyTurbines(count: number) {
  return locateTurbines(
    Array.from({ length: count }, (_, id) =>
      turbine(
        id,
        `${(38 + Math.sin(id * 12.9) * 1.5).toFixed(4)},${(29 + Math.sin(id * 78.2) * 2).toFixed(4)}`,
      ),
    ),
  ).located
}

it('a cluster shows the state that needs attention first', () => {
  const located = (['B', 'D', 'not_inspected'] as const).map((state, id) => ({
    turbine: answeredTurbine(id + 1, { state }),
    place: { x: 0, y: 0 },
  }))
  const [cluster] = clusterTurbines(located, 10)
  expect(cluster && worstState(cluster)).toBe('D')
  const text = ((id: string, values?: object) => `${id} ${JSON.stringify(values ?? {})}`) as never
  expect(cluster && clusterName(text, cluster)).toContain('D · state.D')
})

describe('the projection', () => {
  it('has the unit kilometre, and its inverse returns the same degrees', () => {
    const izmir = project({ lat: 38.42, lon: 27.14 })
    const ankara = project({ lat: 39.93, lon: 32.86 })
    // The great-circle distance of both cities is 521 km.
    expect(Math.hypot(ankara.x - izmir.x, ankara.y - izmir.y)).toBeCloseTo(521, -1)
    const { lat, lon } = unproject(izmir)
    expect(lat).toBeCloseTo(38.42, 6)
    expect(lon).toBeCloseTo(27.14, 6)
  })

  it('places every city near its province', () => {
    expect(outlines.labels).toHaveLength(81)
    const konya = project({ lat: 37.87, lon: 32.49 })
    const nearest = outlines.labels.toSorted(
      (a, b) => Math.hypot(a.x - konya.x, a.y - konya.y) - Math.hypot(b.x - konya.x, b.y - konya.y),
    )
    expect(nearest[0]?.name).toBe('Konya')
  })

  it.each(['', '38.42', '38,27,4', 'a,b', '91,27', '38,181'])('does not read %j as coordinates', (text) => {
    expect(readCoordinates(text)).toBeUndefined()
  })
})

it('separates turbines without coordinates and turbines abroad', () => {
  const { located, unlocated } = locateTurbines([
    turbine(1, '38.42,27.14'),
    turbine(2, null),
    turbine(3, '52.5,13.4'),
    turbine(4, '-90,0'),
  ])
  expect(located.map(({ turbine }) => turbine.id)).toEqual([1])
  expect(unlocated.map(({ turbine, reason }) => [turbine.id, reason])).toEqual([
    [2, 'none'],
    [3, 'outside'],
    [4, 'outside'],
  ])
})

describe('clusters', () => {
  it.each([0, 1, 24, 1000, 10_000])('contain all of %i turbines and keep the minimum distance', (count) => {
    const clusters = clusterTurbines(manyTurbines(count), 20)
    expect(
      clusters.flatMap(({ members }) => members.map(({ turbine }) => turbine.id)).sort((a, b) => a - b),
    ).toEqual(Array.from({ length: count }, (_, id) => id))
    for (const [index, one] of clusters.entries()) {
      for (const other of clusters.slice(index + 1)) {
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(20)
      }
    }
  })

  it('merge turbines at the same place, for any distance', () => {
    const { located } = locateTurbines([turbine(1, '38.42,27.14'), turbine(2, '38.42,27.14')])
    expect(clusterTurbines(located, 0.001)).toHaveLength(1)
  })
})

describe('the view', () => {
  const places = manyTurbines(100).map(({ place }) => place)

  it('fits all turbines, and the whole country without any', () => {
    const fitted = fitView(places, SIZE)
    expect(places.every((place) => isInView(place, fitted, SIZE))).toBe(true)
    const country = fitView([], SIZE)
    for (const corner of ['41.95,26.5', '36.0,36.1', '37.1,44.6', '40.1,25.8']) {
      expect(isInView(project(readCoordinates(corner) ?? { lat: 0, lon: 0 }), country, SIZE)).toBe(true)
    }
  })

  it('keeps the place under the pointer when it zooms', () => {
    const view = fitView(places, SIZE)
    const place = places[0] ?? { x: 0, y: 0 }
    const before = toPixels(place, view, SIZE)
    const at = { x: before.x - SIZE.width / 2, y: before.y - SIZE.height / 2 }
    const after = toPixels(place, zoomView(view, SIZE, 3, at), SIZE)
    expect(after.x).toBeCloseTo(before.x, 6)
    expect(after.y).toBeCloseTo(before.y, 6)
  })

  it('stays inside of the drawn area', () => {
    const far = panView(fitView(places, SIZE), SIZE, 100_000, -100_000)
    expect(panView(far, SIZE, 50, -50)).toEqual(far)
    expect(zoomView(far, SIZE, 1e9).width).toBe(1)
  })
})

it('an arrow key finds the nearest marker in its direction', () => {
  const markers = [
    { x: 10, y: 0, name: 'near' },
    { x: 30, y: 2, name: 'far' },
    { x: 1, y: 40, name: 'below' },
  ]
  expect(nextMarker(markers, { x: 0, y: 0 }, { x: 1, y: 0 })?.name).toBe('near')
  expect(nextMarker(markers, { x: 0, y: 0 }, { x: 0, y: 1 })?.name).toBe('below')
  expect(nextMarker(markers, { x: 0, y: 0 }, { x: -1, y: 0 })).toBeUndefined()
})
