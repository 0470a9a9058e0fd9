import { ADMINS, EVERYONE, type Grant, MANAGERS, SUPERADMIN, UPLOADERS, WRITERS } from './grants.ts'
import { PANEL_ADDRESSES } from './panel-addresses.ts'

/** What server and panel know about a kind of record. */
interface RecordRules {
  /** The actions that write no audit entry, with the roles that may do them. */
  reads: Record<string, Grant>
  /** The actions that write an audit entry, with the roles that may do them. `delete` works on a full disk, because it frees space. */
  changes: Record<string, Grant>
  /** True if calls name a record by its id. If it does not exist, they answer `<kind>_not_found`. */
  isNamedByCalls: boolean
  /** Its chapter of the API documentation. */
  chapter: string
  /** The name in the audit log: its own, that of its file, or only that of its turbine. */
  auditName: 'own' | 'file' | 'turbine'
  /** Where the panel shows it: on the page of its turbine, perhaps opened by this parameter of the address, or in a list that finds it by its name. */
  shownIn: { turbinePage: { openedBy?: string } } | { list: string }
}

/**
 * Every kind of record, under the name of its table in the database. Permissions, audit log, errors, the documentation of the API and
 * the links of the activity screen follow from it.
 *
 * @see CONTRIBUTING.md for the steps to add a kind
 */
export const RECORDS = {
  turbine: {
    reads: { read: EVERYONE, visit: EVERYONE },
    changes: { add: ADMINS, edit: SUPERADMIN, delete: SUPERADMIN },
    isNamedByCalls: true,
    chapter: 'Turbines',
    auditName: 'own',
    shownIn: { turbinePage: {} },
  },
  photo: {
    reads: { read: EVERYONE, look: UPLOADERS },
    // `move` is to another category, blade, room or year.
    changes: { add: UPLOADERS, edit: UPLOADERS, move: UPLOADERS, delete: MANAGERS },
    isNamedByCalls: true,
    chapter: 'Photos',
    auditName: 'file',
    shownIn: { turbinePage: { openedBy: 'photo' } },
  },
  report: {
    reads: { read: EVERYONE, cancel: UPLOADERS },
    changes: { add: UPLOADERS, edit: UPLOADERS, delete: MANAGERS },
    isNamedByCalls: true,
    chapter: 'Reports',
    auditName: 'file',
    shownIn: { turbinePage: {} },
  },
  comment: {
    reads: { read: EVERYONE },
    changes: { add: WRITERS, edit: WRITERS, delete: WRITERS },
    isNamedByCalls: true,
    chapter: 'Comments',
    auditName: 'turbine',
    shownIn: { turbinePage: {} },
  },
  finding: {
    reads: { read: EVERYONE },
    changes: { add: UPLOADERS, edit: UPLOADERS, delete: UPLOADERS },
    isNamedByCalls: true,
    chapter: 'Findings',
    auditName: 'own',
    shownIn: { turbinePage: {} },
  },
  inspection: {
    // `work` is to see what is not published, and to change the state as far as the changes below allow; `seal` is to get a version as a dossier.
    reads: { read: EVERYONE, seal: EVERYONE, work: UPLOADERS },
    changes: {
      edit: UPLOADERS,
      review: UPLOADERS,
      close: UPLOADERS,
      reopen: UPLOADERS,
      publish: UPLOADERS,
      withdraw: ADMINS,
    },
    // Calls name it by its turbine and its year.
    isNamedByCalls: false,
    chapter: 'Inspections',
    auditName: 'own',
    shownIn: { turbinePage: {} },
  },
  company: {
    reads: { read: MANAGERS },
    changes: { add: SUPERADMIN, edit: SUPERADMIN, delete: SUPERADMIN },
    isNamedByCalls: true,
    chapter: 'Companies',
    auditName: 'own',
    shownIn: { list: PANEL_ADDRESSES.companies },
  },
  user: {
    reads: { read: ADMINS },
    changes: {
      add: SUPERADMIN,
      edit: ADMINS,
      'set-password': SUPERADMIN,
      // Their own, or those of users whom they may edit.
      'set-notices': EVERYONE,
      delete: ADMINS,
    },
    isNamedByCalls: true,
    chapter: 'Users',
    auditName: 'own',
    shownIn: { list: PANEL_ADDRESSES.users },
  },
} as const satisfies Record<string, RecordRules>

type Records = typeof RECORDS
export type RecordKind = keyof Records
export const RECORD_KINDS = Object.keys(RECORDS) as RecordKind[]

/** The rules of a kind of record. */
export function rulesOf(kind: RecordKind): RecordRules {
  return RECORDS[kind]
}

/** The actions of a part of the table, such as `turbine.read`. */
type ActionsIn<Part extends 'reads' | 'changes'> = {
  [Kind in RecordKind]: `${Kind}.${keyof Records[Kind][Part] & string}`
}[RecordKind]
type RecordChange = ActionsIn<'changes'>
type RecordAction = ActionsIn<'reads'> | RecordChange

/** The kinds of which this is true. */
type KindsWith<Rules> = { [Kind in RecordKind]: Records[Kind] extends Rules ? Kind : never }[RecordKind]
/** The kinds that users delete. */
export type DeletableKind = KindsWith<{ changes: { delete: Grant } }>
/** The kinds that are files. The activity screen shows those that one user adds on one day in one line. */
export type FileKind = KindsWith<{ auditName: 'file' }>
export type RecordNotFound = `${KindsWith<{ isNamedByCalls: true }>}_not_found`

/** Who may do each action with a record. */
export const RECORD_PERMISSIONS = Object.fromEntries(
  RECORD_KINDS.flatMap((kind) => {
    const { reads, changes } = rulesOf(kind)
    return Object.entries({ ...reads, ...changes }).map(([verb, grant]) => [`${kind}.${verb}`, grant])
  }),
) as Record<RecordAction, Grant>

/** The actions with a record that write an audit entry. */
export const RECORD_CHANGES = RECORD_KINDS.flatMap((kind) =>
  Object.keys(rulesOf(kind).changes).map((verb) => `${kind}.${verb}`),
) as RecordChange[]

/** The errors for records that do not exist. */
export const RECORD_NOT_FOUND = RECORD_KINDS.filter((kind) => rulesOf(kind).isNamedByCalls).map(
  (kind) => `${kind}_not_found`,
) as RecordNotFound[]

/** The chapter of each kind in the documentation of the API. */
export const RECORD_CHAPTERS = Object.fromEntries(
  RECORD_KINDS.map((kind) => [kind, rulesOf(kind).chapter]),
) as Record<RecordKind, string>
