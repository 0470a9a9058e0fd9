import { Id } from '#domain/fields.ts'
import type { Finding } from '#domain/findings/finding.ts'
import { findingAddress } from '#domain/panel-addresses.ts'
import { useAddressLayer } from '#panel/ui/address/address-layer.ts'
import { useAddressParams } from '#panel/ui/address/address-params.ts'

/** The address of a finding on the page of its turbine, in its year. */
export function findingPlace({ id, turbine_id, year }: Pick<Finding, 'id' | 'turbine_id' | 'year'>): string {
  return `${findingAddress(turbine_id, id)}&year=${year}&section=findings`
}

/** The finding in the address: `?finding=17`. */
export const FINDING_PARAM = 'finding'
/** The open drawer of the page, such as the comments. */
const PANEL = 'panel'

/**
 * The finding in the address (`?finding=17`), and functions to change it. Going from one finding to another replaces the history entry.
 * Opening one closes the comments of the turbine, because both are drawers at the same place.
 */
export function useOpenFinding() {
  const { value, open, show, close } = useAddressLayer(FINDING_PARAM, [PANEL])
  const { get } = useAddressParams()
  const id = Id.safeParse(value).data
  return {
    /** Undefined if no finding is open. */
    openId: id,
    /** True if the comments or a photo cover the drawer of the finding. */
    isCovered: get(PANEL) !== undefined || get('photo') !== undefined || get('compare') !== undefined,
    open: (finding: { id: number }) =>
      void (id === undefined ? open(String(finding.id)) : show(String(finding.id), { [PANEL]: undefined })),
    close: () => void close(),
  }
}
