import { createBrowserRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { Role } from '#domain/permissions.ts'
import type { Section } from '#panel/turbine-page/sections.ts'
import { useTabs } from '#panel/turbine-page/tabs/use-tabs.ts'
import { useAddressParams } from '#panel/ui/address/address-params.ts'
import { answeredTurbine } from '../../support/answered-turbine.ts'
import { callerOf, openScreen } from '../panel-screen.tsx'

const PAGE = '/dashboard/turbine/4'
const company_id = 3

/** Opens the tabs of a turbine at an address. */
function openTabs(role: Role, search = '', photo_count = 5) {
  window.history.replaceState(null, '', PAGE + search)
  let openSection: (section: Section) => void = () => {}
  let change: ReturnType<typeof useAddressParams>['change'] = () => {}
  const turbine = answeredTurbine(4, { company_id, photo_count })
  function Tabs() {
    const tabs = useTabs(turbine)
    openSection = tabs.openSection
    change = useAddressParams().change
    return <output>{tabs.tab}</output>
  }
  const { close } = openScreen(callerOf({ role, company_id }), <Tabs />, createBrowserRouter)
  return {
    close,
    open: (section: Section) => openSection(section),
    change: (params: Record<string, string | undefined>) => change(params, { flushSync: true }),
    tab: () => document.querySelector('output')?.textContent,
  }
}

describe('the page of a turbine', () => {
  it.each<[Role, string]>([
    ['customer', 'summary'],
    ['viewer', 'summary'],
    ['company_manager', 'summary'],
    ['operator', 'inspection'],
    ['admin', 'inspection'],
    ['superadmin', 'inspection'],
  ])('begins for a %s at the %s', (role, tab) => {
    expect(openTabs(role).tab()).toBe(tab)
  })

  it('begins at the photos if there are none, for those who may add them', () => {
    const operator = openTabs('operator', '', 0)
    expect(operator.tab()).toBe('photos')
    operator.close()
    expect(openTabs('customer', '', 0).tab()).toBe('summary')
  })

  it.each([
    ['?section=drone', 'photos'],
    ['?section=map', 'photos'],
    ['?section=photos&q=a', 'photos'],
    ['?section=findings', 'findings'],
    ['?section=reports', 'reports'],
    ['?section=inspection', 'inspection'],
    ['?a=3.2026', 'photos'],
    ['?looked=no', 'photos'],
    ['?findingStatus=all', 'findings'],
    ['?reports=2025', 'reports'],
    ['?photo=17', 'photos'],
    ['?compare=17,23', 'photos'],
    ['?finding=17', 'findings'],
    ['?section=nothing', 'summary'],
  ])('opens at %s the tab of %s', (search, tab) => {
    expect(openTabs('customer', search).tab()).toBe(tab)
  })

  it('stays on the tab that the user has opened, whatever the address gets later', () => {
    const { open, tab } = openTabs('customer', '?a=3.2026')
    open('summary')
    expect(tab()).toBe('summary')
    expect(window.location.search).toBe('?a=3.2026&section=summary')
  })

  it('names the tab in the address when a reload would open another one', async () => {
    const { change, tab } = openTabs('customer', '?photo=17')
    expect(window.location.search).toBe('?photo=17')
    change({ photo: undefined })
    await expect.poll(() => window.location.search).toBe('?section=map')
    expect(tab()).toBe('photos')
  })

  it('remembers with which of the two the team begins, and for no one else', () => {
    const first = openTabs('operator')
    first.open('summary')
    first.open('photos')
    first.close()
    const admin = openTabs('admin')
    expect(admin.tab()).toBe('summary')
    admin.close()
    expect(openTabs('customer').tab()).toBe('summary')
  })
})
