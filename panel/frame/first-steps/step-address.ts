import type { FirstStep, FirstSteps } from '#domain/installation/first-steps.ts'
import { PANEL_ADDRESSES, turbineAddress } from '#domain/panel-addresses.ts'
import { formAddress } from '#panel/ui/address/form-layer.ts'

/** Where a step is done. Undefined while it needs an earlier one: without a turbine, there is no place for photos. */
export function stepAddress(step: FirstStep, { turbine_id }: FirstSteps): string | undefined {
  if (step === 'company') return formAddress(PANEL_ADDRESSES.companies, 'add')
  if (step === 'turbines') return formAddress(PANEL_ADDRESSES.turbines, 'add')
  if (step === 'people') return formAddress(PANEL_ADDRESSES.users, 'add')
  if (step === 'photos') return turbine_id === null ? undefined : turbineAddress(turbine_id)
  return PANEL_ADDRESSES.system
}
