import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { type Action, type Caller, hasPermission } from '#domain/permissions.ts'
import type { SearchItem } from '#panel/frame/search-item.ts'
import { formAddress } from '#panel/ui/address/form-layer.ts'
import type { MessageId } from '#panel/words/messages.ts'
import type { Text } from '#panel/words/use-text.ts'

interface OfferedAction {
  action: Action
  address: string
  label: MessageId
  /** Other words for it, which are not shown. */
  words: MessageId
}

/** What users can do from every screen: the forms that have an address. */
const ACTIONS: OfferedAction[] = [
  {
    action: 'turbine.add',
    address: formAddress(PANEL_ADDRESSES.turbines, 'add'),
    label: 'turbine.add',
    words: 'search.words.add',
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
    action: 'password.change',
    address: PANEL_ADDRESSES.account,
    label: 'frame.account',
    words: 'search.words.password',
  },
]

/** What the caller's role may do, as items of the panel search. */
export function actionItems(caller: Caller, text: Text): SearchItem[] {
  return ACTIONS.filter(({ action }) => hasPermission(caller, action)).map(
    ({ action, address, label, words }) => ({
      key: `action.${action}`,
      address,
      title: () => text(label),
      note: '',
      searched: [text(label), text(words)],
    }),
  )
}
