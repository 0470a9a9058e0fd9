import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'

/** Every address of the panel, with an id where it takes one. */
export const EVERY_PANEL_ADDRESS = Object.values(PANEL_ADDRESSES).map((address) =>
  address.replace(':id', '7'),
)

/** Addresses that are similar to those of the panel but are not its addresses. */
export const NO_PANEL_ADDRESS = [
  ...EVERY_PANEL_ADDRESS.flatMap((address) => [`${address}/nothing`, `/en${address}`]),
  '/dashboards',
  '/logins',
  '/dashboard/turbine',
  '/turbine/7',
  '/turbine//drone-photos',
  '/turbine/7/8/drone-photos',
  '/panel',
  '/panel/index.html',
]
