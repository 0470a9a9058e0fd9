import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { may } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { companiesQuery } from '#panel/data/companies.ts'
import { LoadFailure } from '#panel/frame/failures/load-failure.tsx'
import { useCaller } from '#panel/session/caller-context.ts'
import { useFormLayer } from '#panel/ui/address/form-layer.ts'
import { Button } from '#panel/ui/button.tsx'
import { lazyDialog } from '#panel/ui/late-scripts/lazy-part.tsx'
import { useText } from '#panel/words/use-text.ts'

const ShareLinkDialog = lazyDialog(() => import('./share-link-dialog.tsx'))

interface ShareLinkProps {
  turbine: Turbine
  year: number
}

/** The button that shares what is published of a year with people without an account, if the company allows it. */
export function ShareLink({ turbine, year }: ShareLinkProps) {
  const text = useText()
  const caller = useCaller()
  const form = useFormLayer()
  const isPermitted = may(caller, 'link.add', turbine.company_id)
  const companies = useQuery({ ...companiesQuery, enabled: isPermitted })
  if (isPermitted && companies.error)
    return <LoadFailure query={companies} title={text('companies.failed')} />
  if (!isPermitted || !companies.data?.find(({ id }) => id === turbine.company_id)?.links_allowed) return null
  const name = `link-${year}`
  return (
    <>
      <Button icon={Link2} onClick={() => form.open(name)}>
        {text('links.share')}
      </Button>
      {form.value === name && <ShareLinkDialog turbine={turbine} year={year} onClose={form.close} />}
    </>
  )
}
