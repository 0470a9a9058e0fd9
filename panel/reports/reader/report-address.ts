import { useAddressLayer } from '#panel/ui/address/address-layer.ts'

/** The report that is read, and the page of it, counted from 1. */
export const READ_REPORT = 'report'
export const READ_PAGE = 'page'

/** The report that is open for reading, as a layer in the address (`?report=7&page=3`): Back closes it, and a reload opens it again. */
export function useReportLayer() {
  return useAddressLayer(READ_REPORT, [READ_PAGE])
}

/** The button that opens a report, if the page shows it. */
export function findReadButton(id: number): HTMLElement | undefined {
  return document.querySelector<HTMLElement>(`[data-read-report="${id}"]`) ?? undefined
}
