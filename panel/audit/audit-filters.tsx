import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type AuditEntry, readableAuditActions } from '#domain/audit.ts'
import { usersQuery } from '#panel/data/users.ts'
import { LoadFailure } from '#panel/frame/failures/load-failure.tsx'
import { useCaller } from '#panel/session/caller-context.ts'
import { Button } from '#panel/ui/button.tsx'
import { FilterDate } from '#panel/ui/fields/days/filter-date.tsx'
import { FilterSelect } from '#panel/ui/fields/filter-select.tsx'
import { ListToolbar } from '#panel/ui/tables/list-toolbar.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { useAuditAddress } from './audit-address.ts'

interface AuditFiltersProps {
  address: ReturnType<typeof useAuditAddress>
  /** The newest entry that passes the filters. It has the name of the record in the filter. */
  newest: AuditEntry | undefined
  /** The number of entries that pass the filters; undefined until it is known. */
  found: number | undefined
}

/** The filters of the log: user, action, days, and the record that was selected by a link. */
export function AuditFilters({ address, newest, found }: AuditFiltersProps) {
  const text = useText()
  const caller = useCaller()
  const { chosen, isFiltered, filter, clear } = address
  const users = useQuery(usersQuery)
  const subject = subjectOf()
  return (
    <ListToolbar found={isFiltered ? found : undefined} onReset={clear}>
      <FilterSelect
        label={text('audit.person')}
        all={text('filter.everyone')}
        value={chosen.user_id}
        options={people()}
        onChange={(value) => filter({ user_id: value })}
      />
      <FilterSelect
        label={text('audit.what')}
        all={text('filter.allActions')}
        value={chosen.action}
        options={readableAuditActions(caller).map((value) => ({
          value,
          label: text(`audit.action.${value}`),
        }))}
        onChange={(value) => filter({ action: value })}
      />
      <FilterDate
        label={text('audit.since')}
        value={chosen.from}
        onChange={(value) => filter({ from: value })}
      />
      <FilterDate label={text('audit.until')} value={chosen.to} onChange={(value) => filter({ to: value })} />
      {subject !== undefined && (
        <Button
          icon={X}
          onClick={() => filter({ turbine_id: undefined, record_kind: undefined, record_id: undefined })}
          aria-label={text('audit.record.remove', { name: subject })}
          className="max-w-80"
        >
          <span className="truncate">{text('audit.record.only', { name: subject })}</span>
        </Button>
      )}
      <LoadFailure query={users} title={text('users.failed')} className="order-last w-full" />
    </ListToolbar>
  )

  /** The options of the user filter. A deleted user is an option too while the filter has it. */
  function people() {
    const listed = (users.data ?? []).map(({ id, first_name, last_name }) => ({
      value: String(id),
      label: `${first_name} ${last_name}`,
    }))
    const { user_id } = chosen
    if (user_id === undefined || listed.some(({ value }) => value === user_id)) return listed
    return [{ value: user_id, label: newest?.user_name || newest?.user_email || user_id }, ...listed]
  }

  function subjectOf(): string | undefined {
    if (chosen.turbine_id !== undefined) return newest?.turbine_name || chosen.turbine_id
    if (chosen.record_id !== undefined) return newest?.record_name || chosen.record_id
    return undefined
  }
}
