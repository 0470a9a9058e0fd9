import type { FiledFinding } from './finding-pages.ts'

/**
 * The findings as GeoJSON, in parts. The geometry is the turbine's location, null without coordinates; the property `shape` is the mark on
 * the photo.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7946
 */
export async function* findingGeoJson(
  pages: AsyncIterable<FiledFinding[]>,
): AsyncGenerator<string, undefined> {
  yield '{"type":"FeatureCollection","features":['
  let separator = '\n'
  for await (const page of pages) {
    yield page.map((each) => `${separatorBefore()}${JSON.stringify(featureOf(each))}`).join('')
  }
  yield '\n]}\n'

  function separatorBefore(): string {
    const before = separator
    separator = ',\n'
    return before
  }
}

function featureOf({ finding, coordinates, photo, earlier }: FiledFinding) {
  const { id, thumb_url: _, ...properties } = finding
  return {
    type: 'Feature',
    id,
    geometry: coordinates === null ? null : { type: 'Point', coordinates: lonLat(coordinates) },
    properties: { ...properties, photo_name: photo?.name ?? null, earlier_number: earlier },
  }
}

/** GeoJSON has the longitude first. */
function lonLat(coordinates: string): number[] {
  return coordinates.split(',').map(Number).reverse()
}
