import { PANEL_ADDRESSES, turbineAddress } from '#domain/panel-addresses.ts'
import { type Action, type Caller, hasPermission } from '#domain/permissions.ts'
import type { SearchItem } from '#panel/frame/search-item.ts'
import { formAddress } from '#panel/ui/address/form-layer.ts'
import type { MessageId } from '#panel/words/messages.ts'
import type { Text } from '#panel/words/use-text.ts'

interface OfferedAction {
  action: Action
  address: string
  /** The section of a turbine's page that does it for the open turbine. At `address`, the user first chooses the inspection. */
  section?: string
  label: MessageId
  /** Other words for it, which are not shown. */
  words: MessageId
}

/** What users can do from every screen: the forms that have an address, and the lists that begin a task. */
const ACTIONS: OfferedAction[] = [
  {
    action: 'turbine.add',
    address: formAddress(PANEL_ADDRESSES.turbines, 'add'),
    label: 'turbine.add',
    words: 'search.words.add',
  },
  {
    action: 'turbine.add',
    address: formAddress(PANEL_ADDRESSES.turbines, 'import'),
    label: 'turbines.import.title',
    words: 'search.words.import',
  },
  {
    action: 'user.add',
    address: formAddress(PANEL_ADDRESSES.users, 'add'),
    label: 'user.add',
    words: 'search.words.add',
  },
  {
    action: 'company.add',
    address: formAddress(PANEL_ADDRESSES.companies, 'add'),
    label: 'company.add',
    words: 'search.words.add',
  },
  {
    action: 'inspection.edit',
    address: PANEL_ADDRESSES.inspections,
    section: 'reports',
    label: 'reports.make',
    words: 'search.words.report',
  },
  {
    action: 'inspection.publish',
    address: `${PANEL_ADDRESSES.inspections}?waits=team`,
    section: 'inspection',
    label: 'search.action.publish',
    words: 'search.words.publish',
  },
  {
    action: 'inspection.review',
    address: `${PANEL_ADDRESSES.inspections}?waits=reviewer`,
    label: 'search.action.review',
    words: 'search.words.review',
  },
  {
    action: 'finding.read',
    address: `${PANEL_ADDRESSES.findings}?overdue=true`,
    label: 'search.action.overdue',
    words: 'search.words.overdue',
  },
  {
    action: 'password.change',
    address: PANEL_ADDRESSES.account,
    label: 'frame.account',
    words: 'search.words.password',
  },
]

/** A turbine whose page is open. */
export interface OpenTurbine {
  id: number
  /** The year in its address, if any. */
  year: string | null
}

/** What the caller's role may do, as items of the panel search. */
export function actionItems(caller: Caller, text: Text, open: OpenTurbine | undefined): SearchItem[] {
  return ACTIONS.filter(({ action }) => hasPermission(caller, action)).map(
    ({ address, section, label, words }) => ({
      key: `action.${label}`,
      address: open && section ? sectionAddress(open, section) : address,
      title: () => text(label),
      note: section && !open ? text('search.action.choose') : '',
      searched: [text(label), text(words)],
    }),
  )
}

function sectionAddress({ id, year }: OpenTurbine, section: string): string {
  return `${turbineAddress(id)}?${new URLSearchParams({ ...(year && { year }), section })}`
}
