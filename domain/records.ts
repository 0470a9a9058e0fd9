import { ADMINS, EVERYONE, type Grant, MANAGERS, SUPERADMIN, UPLOADERS, WRITERS } from './access/grants.ts'
import { PANEL_ADDRESSES } from './panel-addresses.ts'

/** What server and panel know about a kind of record. */
interface RecordRules {
  /** The unaudited actions, with their roles. */
  reads: Record<string, Grant>
  /** The audited actions, with their roles. `delete` works on a full disk, because it frees space. */
  changes: Record<string, Grant>
  /** True if calls name a record by its id. A missing one gets `<kind>_not_found`. */
  isNamedByCalls: boolean
  /** Its chapter of the API documentation. */
  chapter: string
  /** The name in the audit log: its own, its file's, or its turbine's. */
  auditName: 'own' | 'file' | 'turbine'
  /**
   * Where the panel shows it: on the page of its turbine, optionally opened by this query parameter, or in a list that finds it by name.
   */
  shownIn: { turbinePage: { openedBy?: string } } | { list: string }
}

/**
 * Every kind of record, by its table name. Permissions, audit log, errors, the API documentation and the links of the activity screen
 * derive from it.
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
    // `work` covers unpublished data, and state changes as far as the changes below allow; `seal` is to get a version as a dossier.
    reads: { read: EVERYONE, seal: EVERYONE, work: UPLOADERS },
    changes: {
      edit: UPLOADERS,
      review: UPLOADERS,
      close: UPLOADERS,
      reopen: UPLOADERS,
      publish: UPLOADERS,
      withdraw: ADMINS,
    },
    // Calls name it by turbine and year.
    isNamedByCalls: false,
    chapter: 'Inspections',
    auditName: 'own',
    shownIn: { turbinePage: {} },
  },
  link: {
    reads: { read: MANAGERS },
    changes: { add: MANAGERS, delete: MANAGERS },
    isNamedByCalls: true,
    chapter: 'Links',
    auditName: 'turbine',
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
      'reset-factor': SUPERADMIN,
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

/** The kinds with this property. */
type KindsWith<Rules> = { [Kind in RecordKind]: Records[Kind] extends Rules ? Kind : never }[RecordKind]
/** The kinds that users delete. */
export type DeletableKind = KindsWith<{ changes: { delete: Grant } }>
/** The kinds that are files. The activity screen shows a user's additions of a day in one line. */
export type FileKind = KindsWith<{ auditName: 'file' }>
export type RecordNotFound = `${KindsWith<{ isNamedByCalls: true }>}_not_found`

/** The roles of each action with a record. */
export const RECORD_PERMISSIONS = Object.fromEntries(
  RECORD_KINDS.flatMap((kind) => {
    const { reads, changes } = rulesOf(kind)
    return Object.entries({ ...reads, ...changes }).map(([verb, grant]) => [`${kind}.${verb}`, grant])
  }),
) as Record<RecordAction, Grant>

/** The audited actions with a record. */
export const RECORD_CHANGES = RECORD_KINDS.flatMap((kind) =>
  Object.keys(rulesOf(kind).changes).map((verb) => `${kind}.${verb}`),
) as RecordChange[]

/** The errors for missing records. */
export const RECORD_NOT_FOUND = RECORD_KINDS.filter((kind) => rulesOf(kind).isNamedByCalls).map(
  (kind) => `${kind}_not_found`,
) as RecordNotFound[]

/** The API documentation chapter of each kind. */
export const RECORD_CHAPTERS = Object.fromEntries(
  RECORD_KINDS.map((kind) => [kind, rulesOf(kind).chapter]),
) as Record<RecordKind, string>
