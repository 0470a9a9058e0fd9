import type { Notification } from './notifications.ts'

/**
 * Every address of the panel, for its router, its links, the server and development. `:id` is one path segment. The server answers 404 for
 * all other addresses.
 */
export const PANEL_ADDRESSES = {
  signIn: '/login',
  passwordReset: '/password-reset',
  invitation: '/invitation',
  account: '/dashboard/account',
  // Of earlier versions.
  ownPassword: '/dashboard/password',
  turbines: '/dashboard',
  turbine: '/dashboard/turbine/:id',
  panorama: '/dashboard/turbine/:id/360-view',
  operatorPhotos: '/turbine/:id/operator-photos',
  dronePhotos: '/turbine/:id/drone-photos',
  users: '/dashboard/users',
  companies: '/dashboard/companies',
  audit: '/dashboard/audit',
  system: '/dashboard/system',
  findings: '/dashboard/findings',
  inspections: '/dashboard/inspections',
} as const

// No id has a control character, such as a line break, which `[^/]` and `$` would accept.
const PATTERNS = Object.values(PANEL_ADDRESSES).map(
  (address) => new RegExp(`^${address.replaceAll(':id', '[^/\\p{Cc}]+')}$`, 'u'),
)

/** True for an address of the panel, which the server answers with the panel's shell. */
export function isPanelAddress(path: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(path))
}

/** The address of the turbine list, filtered by company. */
export function turbinesOfCompanyAddress(companyId: number): string {
  return `${PANEL_ADDRESSES.turbines}?company=${companyId}`
}

/** The address of the user list, filtered by company. */
export function usersOfCompanyAddress(companyId: number): string {
  return `${PANEL_ADDRESSES.users}?company=${companyId}`
}

/** The filters of the audit log, under their API names. */
interface AuditSubject {
  user_id?: number
  turbine_id?: number
  record_kind?: string
  record_id?: string
}

/** The address of the audit log of a user, a turbine or another record. */
export function auditAddress(subject: AuditSubject): string {
  const query = new URLSearchParams(Object.entries(subject).map(([name, value]) => [name, String(value)]))
  return `${PANEL_ADDRESSES.audit}?${query}`
}

/** The address of the page of the turbine `id`. */
export function turbineAddress(id: number): string {
  return PANEL_ADDRESSES.turbine.replace(':id', String(id))
}

/** The address of a finding on the page of its turbine. */
export function findingAddress(turbineId: number, findingId: number): string {
  return `${turbineAddress(turbineId)}?finding=${findingId}`
}

/** The address of a photo on the page of its turbine. */
export function photoAddress(turbineId: number, photoId: number): string {
  return `${turbineAddress(turbineId)}?photo=${photoId}`
}

/** The address of an inspection as work on the page of its turbine. */
export function inspectionAddress(turbineId: number, year: number): string {
  return `${turbineAddress(turbineId)}?year=${year}&section=inspection`
}

/** The address of what a published inspection says, on the page of its turbine. */
export function publishedAddress(turbineId: number, year: number): string {
  return `${turbineAddress(turbineId)}?year=${year}&section=summary`
}

/** The address of the reports of a year on the page of their turbine. */
function reportsAddress(turbineId: number, year: number): string {
  return `${turbineAddress(turbineId)}?reports=${year}`
}

/** The address of the 360° viewer of the turbine `id`. */
export function panoramaAddress(id: number): string {
  return PANEL_ADDRESSES.panorama.replace(':id', String(id))
}

/** The address of the page with the drone photos of the turbine `id`. */
export function dronePhotosAddress(id: number): string {
  return PANEL_ADDRESSES.dronePhotos.replace(':id', String(id))
}

/** The address of the page with the operator photos of the turbine `id`. */
export function operatorPhotosAddress(id: number): string {
  return PANEL_ADDRESSES.operatorPhotos.replace(':id', String(id))
}

/** The address of the record of a notification. */
export function notificationAddress(notification: Notification): string {
  const { turbine_id } = notification
  switch (notification.kind) {
    case 'published':
      return publishedAddress(turbine_id, notification.record.id)
    case 'review_late':
      return inspectionAddress(turbine_id, notification.record.id)
    case 'comment':
      return notification.finding
        ? findingAddress(turbine_id, notification.finding.id)
        : `${turbineAddress(turbine_id)}?panel=comments`
    case 'due':
      return findingAddress(turbine_id, notification.finding.id)
    case 'report_ready':
      return reportsAddress(turbine_id, notification.year)
    case 'upload_ready':
      return photoAddress(turbine_id, notification.record.id)
  }
}
