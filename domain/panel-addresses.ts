/**
 * Every address of the panel, for its router, its links, the server and development. `:id` stands for one part of an address.
 * An address that is not here answers 404.
 */
export const PANEL_ADDRESSES = {
  signIn: '/login',
  passwordReset: '/password-reset',
  turbines: '/dashboard',
  turbine: '/dashboard/turbine/:id',
  panorama: '/dashboard/turbine/:id/360-view',
  operatorPhotos: '/turbine/:id/operator-photos',
  dronePhotos: '/turbine/:id/drone-photos',
  users: '/dashboard/users',
  companies: '/dashboard/companies',
} as const

const PATTERNS = Object.values(PANEL_ADDRESSES).map(
  (address) => new RegExp(`^${address.replaceAll(':id', '[^/]+')}$`),
)

/** True for the path of an address of the panel, which the panel's one shell answers. */
export function isPanelAddress(path: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(path))
}

/** Where the page of the turbine `id` is. */
export function turbineAddress(id: number): string {
  return PANEL_ADDRESSES.turbine.replace(':id', String(id))
}
