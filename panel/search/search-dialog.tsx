import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { SearchItem, SearchItems } from '#panel/frame/search-item.ts'
import { BACKDROP_CLASS } from '#panel/ui/dialog-parts.ts'
import type { MessageId } from '#panel/words/messages.ts'
import { useText } from '#panel/words/use-text.ts'
import { indexOf, rankItems } from './rank-items.ts'
import { readRecent, storeRecent } from './recent-choices.ts'

/** The largest number of results of one kind. */
const GROUP_MAX = 6

/** A kind of items, such as turbines. */
export interface SearchKind extends SearchItems {
  title: MessageId
  /** True if all items of this kind are shown until the user types. */
  isShownFirst?: boolean
}

interface SearchDialogProps {
  kinds: SearchKind[]
  userId: number
  onClose: () => void
}

/** The panel search: a field and the results by kind. It shows the recent choices until the user types. */
export function SearchDialog({ kinds, userId, onClose }: SearchDialogProps) {
  const text = useText()
  const [query, setQuery] = useState('')
  const [recent] = useState(() => readRecent(userId))
  const groups = groupsFor(kinds, query, recent)
  const isLoading = kinds.some(({ items, failed }) => !items && !failed)
  const isFailed = kinds.some(({ failed }) => failed)

  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP_CLASS} />
        <Dialog.Popup
          aria-label={text('search.title')}
          className="fixed top-[12vh] left-1/2 z-dialog grid max-h-[76vh] w-[640px] max-w-[calc(100vw-3rem)] -translate-x-1/2 grid-rows-[auto_1fr_auto] overflow-clip rounded border border-hairline bg-surface shadow-raised transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <Autocomplete.Root
            open
            inline
            items={groups}
            filter={null}
            value={query}
            onValueChange={setQuery}
            itemToStringValue={(item: SearchItem) => item.title(text)}
            autoHighlight="always"
            keepHighlight
          >
            <div className="relative border-b border-hairline">
              <Search aria-hidden className="absolute top-4 left-4 size-5 text-ink-faint" />
              <Autocomplete.Input
                aria-label={text('search.title')}
                placeholder={text('search.hint')}
                className="h-13 w-full bg-transparent pr-4 pl-12 text-lead text-ink outline-none placeholder:text-ink-faint"
              />
            </div>
            <Autocomplete.List className="min-h-0 overflow-y-auto overscroll-contain py-1 outline-none empty:hidden">
              {(group: SearchGroup) => (
                <Autocomplete.Group key={group.title} items={group.items} className="py-1">
                  <Autocomplete.GroupLabel className="px-4 py-1 text-caption font-medium text-ink-faint">
                    {text(group.title)}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(item: SearchItem) => (
                      <Autocomplete.Item
                        key={item.key}
                        value={item}
                        onClick={() => {
                          storeRecent(userId, item.key)
                          onClose()
                        }}
                        render={<Link to={item.address} tabIndex={-1} />}
                        className="flex cursor-pointer items-baseline gap-3 px-4 py-2 outline-none select-none data-highlighted:bg-action-soft"
                      >
                        <span className="truncate text-body font-medium text-ink">{item.title(text)}</span>
                        {item.note !== '' && (
                          <span className="ml-auto max-w-[60%] shrink-0 truncate text-note text-ink-soft">
                            {item.note}
                          </span>
                        )}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
            <div className="border-t border-hairline px-4 py-2 text-note text-ink-soft">
              <p role="status">{statusText()}</p>
            </div>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )

  function statusText() {
    if (isLoading) return text('search.loading')
    const count = groups.reduce((sum, { items }) => sum + items.length, 0)
    const found = query.trim() === '' ? text('search.keys') : text('search.found', { n: count })
    return isFailed ? `${text('search.failed')} ${found}` : found
  }
}

interface SearchGroup {
  title: MessageId
  items: SearchItem[]
}

/** The groups to show, without empty ones. */
function groupsFor(kinds: SearchKind[], query: string, recent: string[]): SearchGroup[] {
  if (query.trim() !== '') {
    return kinds
      .map(({ title, items = [] }) => ({ title, items: rankItems(indexOf(items), query, GROUP_MAX) }))
      .filter(({ items }) => items.length > 0)
  }
  const all = new Map(kinds.flatMap(({ items = [] }) => items).map((item) => [item.key, item]))
  const groups: SearchGroup[] = [
    { title: 'search.recent', items: recent.flatMap((key) => all.get(key) ?? []) },
    ...kinds
      .filter(({ isShownFirst }) => isShownFirst)
      .map(({ title, items = [] }) => ({ title, items: items.filter(({ key }) => !recent.includes(key)) })),
  ]
  return groups.filter(({ items }) => items.length > 0)
}
