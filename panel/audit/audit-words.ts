import type { IntlShape } from 'react-intl'
import type { AuditEntry, AuditRecordKind, Reassignment } from '#domain/audit.ts'
import { differingFields, type PhotoPlace, type RecordedMove } from '#domain/pictures/photo-move.ts'
import type { MessageId } from '#panel/words/messages.ts'
import { roomName } from '#panel/words/room-name.ts'
import type { Text } from '#panel/words/use-text.ts'

/**
 * The labels of fields whose message is not called `<kind>.<field>`, such as `turbine.bladeLength` for `blade_length`. Every kind is here,
 * also without such fields, so that nobody forgets to think of a new one.
 */
const OTHER_LABELS: Record<AuditRecordKind, Record<string, MessageId>> = {
  turbine: {
    turbine_name: 'turbine.name',
    location: 'turbine.place',
    site_name: 'turbine.site',
    rooms: 'turbine.roomCount',
    company_id: 'turbine.company',
  },
  company: {
    contact_email: 'company.email',
    deadline_2_months: 'company.deadlines',
    deadline_3_months: 'company.deadlines',
    deadline_4_months: 'company.deadlines',
    deadline_5_months: 'company.deadlines',
  },
  user: {
    company_id: 'user.company',
    is_active: 'user.account',
    notification_choices: 'notifications.choices',
    inspection_notices: 'audit.field.notices',
    language: 'account.language',
    other_session: 'sessions.title',
    other_sessions: 'sessions.title',
    passkey: 'factor.passkey',
    recovery: 'factor.codes.title',
    totp: 'factor.totp',
  },
  comment: { comment: 'audit.field.comment' },
  photo: {
    scale: 'marks.tool.reference',
    category: 'list.type',
    blade: 'photos.bladeChoice',
    room: 'photos.room',
    year: 'photos.year',
  },
  report: { name: 'reports.name', year: 'reports.year' },
  inspection: {},
  link: {},
  contact: {},
  finding: {
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
    status: 'turbine.status',
    year: 'findings.year',
    found_on: 'findings.foundOn',
    own_due_on: 'findings.dueOn',
    due_reason: 'findings.dueReason',
    earlier_id: 'findings.earlier',
  },
}

/**
 * The message with the label of a field, as forms show it; undefined for a field that records do not have any more.
 *
 * @param messages all texts of a language
 */
export function labelOf(kind: AuditRecordKind, field: string, messages: object): MessageId | undefined {
  const name = `${kind}.${field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}`
  return OTHER_LABELS[kind][field] ?? (name in messages ? (name as MessageId) : undefined)
}

/** The changed fields of an entry in words; empty if the name of the action is enough. */
export function changedWords(intl: IntlShape, text: Text, entry: AuditEntry): string {
  const { action, changed, moved, reassigned, record_kind } = entry
  if (moved) return movedWords(text, moved)
  if (action === 'session.open') return changed.length > 0 ? text('audit.withMailedPassword') : ''
  if (action === 'comment.edit') return ''
  const listed = reassigned ? changed.filter((name) => name !== 'role' && name !== 'company_id') : changed
  const names = listed.map((name) => {
    const label = labelOf(record_kind, name, intl.messages)
    return label ? text(label) : name
  })
  // Several fields may have one name, such as the ends of a range.
  const all = [...new Set(names), ...(reassigned ? [reassignedWords(text, reassigned)] : [])]
  return intl.formatList(all, { type: 'unit', style: 'narrow' })
}

/** The former and the new role and company of a user, as far as they differ. */
export function reassignedWords(text: Text, { from, to }: Reassignment): string {
  const words = ({ role, company_name }: Reassignment['from']) =>
    [
      from.role !== to.role && text(`role.${role}`),
      // A company that the reader does not see has no name.
      from.company_id !== to.company_id && (company_name || text('audit.otherCompany')),
    ]
      .filter(Boolean)
      .join(' · ')
  return `${words(from)} → ${words(to)}`
}

/** Where a photo was and where it is then, as far as both differ. */
export function movedWords(text: Text, { from, to }: RecordedMove): string {
  const fields = differingFields(from, to)
  const words = (place: PhotoPlace) => fields.map((field) => placeWords(text, place, field)).join(' · ')
  return `${words(from)} → ${words(to)}`
}

function placeWords(
  text: Text,
  { category, blade, room, year }: PhotoPlace,
  field: keyof PhotoPlace,
): string {
  switch (field) {
    case 'category':
      return text(`category.${category}`)
    case 'blade':
      return blade === null ? text('photos.bladeless') : text('photos.blade', { blade })
    case 'room':
      return room === null ? text('move.noRoom') : roomName(text, room)
    case 'year':
      return String(year)
  }
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
