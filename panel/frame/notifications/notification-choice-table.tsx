import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Settings2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { NOTIFICATION_KINDS, type NotificationChoices } from '#domain/notifications.ts'
import { hasPermission } from '#domain/permissions.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { choicesQuery, notificationKeys, putChoices } from '#panel/data/notifications.ts'
import { LoadFailure } from '#panel/frame/failures/load-failure.tsx'
import { useCaller } from '#panel/session/caller-context.ts'
import { Button } from '#panel/ui/button.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'

const PLACES = ['bell', 'mail'] as const
type Place = (typeof PLACES)[number]

/** The list of waiting inspections is chosen here too. It is in the mail alone. */
const CHOSEN = [...NOTIFICATION_KINDS, 'inspections'] as const
/** The kinds that only those are told of who work on inspections. */
const OF_TEAM: readonly string[] = ['review_late', 'report_ready', 'upload_ready', 'inspections']

/** The choice of what the user is told of where, folded up. Each change is stored at once. */
export function NotificationChoiceTable() {
  const text = useText()
  const id = useId()
  const isInTeam = hasPermission(useCaller(), 'inspection.work')
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({ ...choicesQuery, enabled: isOpen })
  const { wanted, change } = useChangeChoices()
  const choices = wanted ?? query.data
  const kinds = CHOSEN.filter((kind) => isInTeam || !OF_TEAM.includes(kind))

  return (
    <section className="max-h-3/5 shrink-0 overflow-y-auto overscroll-contain border-t border-hairline px-3 py-2">
      <Button
        variant="ghost"
        size="small"
        icon={Settings2}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {text('notifications.choices')}
      </Button>
      {isOpen && (
        <div id={id} className="px-2 pt-1 pb-2">
          <LoadFailure query={query} title={text('notifications.choices.failed')} />
          {choices && renderTable(choices)}
          {!choices && query.isLoading && (
            <div role="status" className="grid gap-3 py-2">
              <span className="sr-only">{text('notifications.choices.loading')}</span>
              {kinds.map((kind) => (
                <Skeleton key={kind} className="h-5" />
              ))}
            </div>
          )}
        </div>
      )}
    </section>
  )

  function renderTable(choices: NotificationChoices) {
    return (
      <>
        <table aria-label={text('notifications.choices')} className="w-full text-body text-ink">
          <thead>
            <tr className="text-note text-ink-soft">
              <th scope="col" className="sr-only">
                {text('notifications.kind')}
              </th>
              {PLACES.map((place) => (
                <th key={place} scope="col" className="w-20 py-1 text-center font-medium">
                  {text(`notifications.place.${place}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map((kind) => (
              <tr key={kind} className="border-t border-hairline">
                <th scope="row" className="py-1.5 text-left font-normal">
                  {text(`notifications.kind.${kind}`)}
                </th>
                {PLACES.map((place) => (
                  <td key={place}>{renderBox(choices, kind, place)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <p className="border-t border-hairline pt-2 text-note text-ink-soft">
          {text('notifications.mailHint')}
        </p>
      </>
    )
  }

  function renderBox(choices: NotificationChoices, kind: keyof NotificationChoices, place: Place) {
    const values: Partial<Record<Place, boolean>> = choices[kind]
    const value = values[place]
    if (value === undefined) return null
    return (
      <label className="grid cursor-pointer place-items-center py-2">
        <input
          type="checkbox"
          aria-label={`${text(`notifications.kind.${kind}`)}, ${text(`notifications.place.${place}`)}`}
          checked={value}
          onChange={() => change({ ...choices, [kind]: { ...values, [place]: !value } })}
          className="size-4 cursor-pointer accent-action"
        />
      </label>
    )
  }
}

/**
 * Stores choices one after the other, because each has all kinds: one that arrives late would undo a newer one.
 *
 * @returns what the user wants while it is not stored
 */
function useChangeChoices() {
  const text = useText()
  const queryClient = useQueryClient()
  const caller = useCaller()
  const [wanted, setWanted] = useState<NotificationChoices>()
  const sending = useRef<Promise<unknown>>(Promise.resolve())
  const { mutateAsync } = useApiMutation<NotificationChoices, NotificationChoices>({
    name: (choices) => ['user.set-notices', caller.id, choices],
    call: putChoices,
    // Without it, the old choice would be shown until the query is answered again.
    onSuccess: (stored) => void queryClient.setQueryData(choicesQuery.queryKey, stored),
    invalidates: () => [notificationKeys.all()],
    failureToast: (error) => ({ title: text('notices.failed'), message: errorText(text, error) }),
  })
  function change(choices: NotificationChoices) {
    setWanted(choices)
    const sent: Promise<unknown> = sending.current
      .then(() => mutateAsync(choices))
      // The toast has said it.
      .catch(() => undefined)
      .then(() => sending.current === sent && setWanted(undefined))
    sending.current = sent
  }
  return { wanted, change }
}
