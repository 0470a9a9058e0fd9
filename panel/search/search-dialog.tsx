import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { RotateCw, Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { SearchItem, SearchItems } from '#panel/frame/search-item.ts'
import { Button } from '#panel/ui/button.tsx'
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
  /**
   * True if the server searches this kind: its items are the answer to the text. They are not among the recent choices, because a stored
   * choice has no title, and asking the server for each one when the search opens would be slower than typing its code again.
   */
  isSearched?: boolean
}

interface SearchDialogProps {
  kinds: SearchKind[]
  query: string
  onQuery: (query: string) => void
  /** False while the items of kinds that the server searches are those of an earlier text. */
  isAsked: boolean
  userId: number
  onClose: () => void
}

/** The panel search: a field and the results by kind. It shows the recent choices until the user types. */
export function SearchDialog({ kinds, query, onQuery, isAsked, userId, onClose }: SearchDialogProps) {
  const text = useText()
  const field = useRef<HTMLInputElement>(null)
  const [recent] = useState(() => readRecent(userId))
  const isTyped = query.trim() !== ''
  const known = isAsked ? kinds : kinds.map((kind) => (kind.isSearched ? { ...kind, items: [] } : kind))
  const groups = isTyped ? foundGroups(known, query) : firstGroups(known, recent)
  const isLoading = (isTyped && !isAsked) || kinds.some(({ items, failed }) => !items && !failed)
  const failed = kinds.filter((kind) => kind.failed)

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
            onValueChange={onQuery}
            itemToStringValue={(item: SearchItem) => item.title(text)}
            autoHighlight="always"
            keepHighlight
          >
            <div className="relative border-b border-hairline">
              <Search aria-hidden className="absolute top-4 left-4 size-5 text-ink-faint" />
              <Autocomplete.Input
                ref={field}
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
                          if (!group.isSearched) storeRecent(userId, item.key)
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
            <div className="flex items-center justify-between gap-3 border-t border-hairline px-4 py-2 text-note text-ink-soft">
              <p role="status">{statusText()}</p>
              {failed.length > 0 && (
                <Button
                  size="small"
                  icon={RotateCw}
                  busy={failed.some(({ isFetching }) => isFetching)}
                  onClick={() => {
                    for (const { retry } of failed) retry()
                    // The button goes when the records are there.
                    field.current?.focus()
                  }}
                >
                  {text('common.retry')}
                </Button>
              )}
            </div>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )

  function statusText() {
    if (isLoading) return text('search.loading')
    const count = groups.reduce((sum, { items }) => sum + items.length, 0)
    const found = isTyped ? text('search.found', { n: count }) : text('search.keys')
    return failed.length > 0 ? `${text('search.failed')} ${found}` : found
  }
}

interface SearchGroup {
  title: MessageId
  items: SearchItem[]
  isSearched?: boolean | undefined
}

/** What the text finds of each kind, without empty groups. */
function foundGroups(kinds: SearchKind[], query: string): SearchGroup[] {
  return kinds
    .map(({ title, items = [], isSearched }) => ({
      title,
      isSearched,
      items: isSearched ? items.slice(0, GROUP_MAX) : rankItems(indexOf(items), query, GROUP_MAX),
    }))
    .filter(({ items }) => items.length > 0)
}

/** The groups until the user types, without empty ones. */
function firstGroups(kinds: SearchKind[], recent: string[]): SearchGroup[] {
  const all = new Map(kinds.flatMap(({ items = [] }) => items).map((item) => [item.key, item]))
  const groups: SearchGroup[] = [
    { title: 'search.recent', items: recent.flatMap((key) => all.get(key) ?? []) },
    ...kinds
      .filter(({ isShownFirst }) => isShownFirst)
      .map(({ title, items = [] }) => ({ title, items: items.filter(({ key }) => !recent.includes(key)) })),
  ]
  return groups.filter(({ items }) => items.length > 0)
}
