import type { IntlShape } from 'react-intl'
import type { AuditEntry } from '#domain/audit.ts'
import type { MessageId } from '#panel/words/messages.ts'
import type { Text } from '#panel/words/use-text.ts'

/** The names of the fields of all records, as forms show them. */
const FIELD_WORDS: Record<string, MessageId> = {
  turbine_name: 'turbine.name',
  city: 'turbine.city',
  code: 'turbine.code',
  location: 'turbine.place',
  site_name: 'turbine.site',
  coordinates: 'turbine.coordinates',
  rooms: 'turbine.roomCount',
  blade_length: 'turbine.bladeLength',
  status: 'turbine.status',
  company_id: 'turbine.company',
  name: 'company.name',
  contact_email: 'company.email',
  authorized_number: 'company.authorizedNumber',
  phone: 'company.phone',
  address: 'company.address',
  time_zone: 'company.timeZone',
  deadline_2_months: 'company.deadlines',
  deadline_3_months: 'company.deadlines',
  deadline_4_months: 'company.deadlines',
  deadline_5_months: 'company.deadlines',
  first_name: 'user.firstName',
  last_name: 'user.lastName',
  email: 'user.email',
  role: 'user.role',
  is_active: 'user.account',
  comment: 'audit.field.comment',
  blade: 'findings.blade',
  side: 'findings.side',
  room: 'findings.room',
  type: 'findings.type',
  severity: 'findings.severity',
  photo_id: 'findings.photoField',
  shape: 'findings.shape',
  from_m: 'findings.place',
  to_m: 'findings.place',
  positions_m: 'findings.place',
  length_mm: 'findings.measure.length_mm',
  width_mm: 'findings.measure.width_mm',
  area_cm2: 'findings.measure.area_cm2',
  opening_mm: 'findings.measure.opening_mm',
  diameter_mm: 'findings.measure.diameter_mm',
  depth_mm: 'findings.measure.depth_mm',
  count: 'findings.measure.count',
  text: 'findings.text',
  year: 'findings.year',
  found_on: 'findings.foundOn',
  own_due_on: 'findings.dueOn',
  due_reason: 'findings.dueReason',
  earlier_id: 'findings.earlier',
  first_day: 'inspection.firstDay',
  last_day: 'inspection.lastDay',
  methods: 'inspection.methods',
  inspector: 'inspection.inspector',
  weather: 'inspection.weather',
  camera: 'inspection.camera',
  not_seen: 'inspection.notSeen',
}

/** The changed fields of an entry in words; empty if the name of the action is enough. */
export function changedWords(intl: IntlShape, text: Text, { action, changed }: AuditEntry): string {
  if (action === 'session.open') return changed.length > 0 ? text('audit.withMailedPassword') : ''
  if (action === 'comment.edit') return ''
  const names = changed.map((name) => {
    const id = FIELD_WORDS[name]
    return id ? text(id) : name
  })
  // Several fields may have one name, such as the ends of a range.
  return intl.formatList([...new Set(names)], { type: 'unit', style: 'narrow' })
}

/** Who did it: the current name, the e-mail address of a deleted user, or a text that says that nobody was signed in. */
export function personWords(text: Text, entry: AuditEntry): string {
  if (entry.user_id !== null) return entry.user_name || entry.user_email
  return text(entry.address === 'local' ? 'audit.server' : 'audit.nobody')
}

/** The IP address of the client; a dash for the server itself and for unknown addresses. */
export function addressWords({ address }: AuditEntry): string {
  return address === 'local' || address === 'unknown' ? '–' : address
}

/** True if the record is the user who did it. */
export function isOneself({ record_kind, record_id, user_id }: AuditEntry): boolean {
  return record_kind === 'user' && record_id === String(user_id)
}
