import type { Finding } from '#domain/findings/finding.ts'
import { panoramaAddress, turbineAddress } from '#domain/panel-addresses.ts'

/** The address of a finding on its photo: in the 360° viewer if it is on a sphere. Without a photo, on the page of the turbine. */
export function lightboxAddress({ id, turbine_id, year, photo_id, shape }: Finding): string {
  const query = new URLSearchParams({ finding: String(id) })
  if (photo_id !== null) query.set('photo', String(photo_id))
  if (photo_id !== null && shape?.on === 'sphere') return `${panoramaAddress(turbine_id)}?${query}`
  query.set('year', String(year))
  return `${turbineAddress(turbine_id)}?${query}`
}
