import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, use, useEffect, useState } from 'react'
import { createBrowserRouter, matchPath, Navigate, Outlet, type RouteObject, useLocation } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { makeQueryClient } from '#panel/api/query-client.ts'
import { DesktopOnly } from '#panel/frame/desktop-only.tsx'
import { NotFoundScreen, UnexpectedErrorScreen } from '#panel/frame/error-screens.tsx'
import { PermittedScreen } from '#panel/frame/permitted-screen.tsx'
import { ProtectedRoute } from '#panel/frame/protected-route.tsx'
import { SearchSlot } from '#panel/frame/search-slot.ts'
import { DossierNotices } from '#panel/inspections/dossiers/dossier-notices.tsx'
import { WhenStaged } from '#panel/outbox/when-staged.tsx'
import { firstTexts } from '#panel/preferences/language.ts'
import { PreferencesProvider } from '#panel/preferences/preferences-provider.tsx'
import { ReportNotices } from '#panel/reports/making/report-notices.tsx'
import { clearOnNewUser } from '#panel/session/cached-answers.ts'
import { FormerToasts } from '#panel/session/former-toasts.tsx'
import { type SignInPictures, SignInPicturesContext } from '#panel/session/sign-in-pictures.ts'
import TurbinesPage from '#panel/turbine-list/turbines-page.tsx'
import { PanoramaPage } from '#panel/turbine-page/panorama/lazy-panorama-page.ts'
import { useScrollReturn } from '#panel/ui/address/scroll-return.ts'
import { useOnePressOfEnter } from '#panel/ui/dialogs/held-enter.ts'
import { lazyDialog, lazyPage, lazyPart } from '#panel/ui/late-scripts/lazy-part.tsx'
import { useReloadWhenOutdated } from '#panel/ui/late-scripts/new-version.ts'
import { PartBoundary } from '#panel/ui/late-scripts/part-boundary.tsx'
import { LeaveGuard } from '#panel/ui/layers/leave-guard.tsx'
import { preloadToasts, ToastLayer } from '#panel/ui/layers/toast.tsx'
import { TooltipLayer } from '#panel/ui/layers/tooltip-layer.tsx'
import { LoadingScreen } from '#panel/ui/loading-screen.tsx'

const SearchEverywhere = lazyDialog(() => import('#panel/search-everywhere.tsx'))
const SignInPage = lazyPage(() => import('#panel/session/sign-in-page.tsx'))
const PasswordResetPage = lazyPage(() => import('#panel/account/password-reset-page.tsx'))
const ChoosePasswordPage = lazyPage(() => import('#panel/account/choose-password-page.tsx'))
const AccountPage = lazyPage(() => import('#panel/account/account-page.tsx'))
const EnrolFactorPage = lazyPage(() => import('#panel/account/enrol-factor-page.tsx'))
const InvitationPage = lazyPage(() => import('#panel/account/invitation-page.tsx'))
const AuditPage = lazyPage(() => import('#panel/audit/audit-page.tsx'))
const CompaniesPage = lazyPage(() => import('#panel/companies/companies-page.tsx'))
const FirstStepList = lazyPart(() => import('#panel/installation/first-step-list.tsx'))
const FleetPage = lazyPage(() => import('#panel/findings/fleet/fleet-page.tsx'))
const InspectionsPage = lazyPage(() => import('#panel/inspections/board/inspections-page.tsx'))
const SystemPage = lazyPage(() => import('#panel/installation/system-page.tsx'))
const UsersPage = lazyPage(() => import('#panel/users/users-page.tsx'))
const TurbinePage = lazyPage(() => import('#panel/turbine-page/turbine-page.tsx'))
const WaitingSender = lazyPart(() => import('#panel/findings/outbox/waiting-sender.tsx'))
const DecisionSender = lazyPart(() => import('#panel/inspections/decisions/decision-sender.tsx'))
const CategoryPhotosPage = lazyPage(() => import('#panel/turbine-page/photo-pages/category-photos-page.tsx'))

/** Milliseconds from the first user input until the scripts of the next screens load, so that loading does not delay the reaction to that input. */
const LOAD_NEXT_MS = 300

// The script of the screen loads while the server checks the session.
const PAGES = [
  [PANEL_ADDRESSES.turbine, TurbinePage],
  [PANEL_ADDRESSES.panorama, PanoramaPage],
  [PANEL_ADDRESSES.findings, FleetPage],
  [PANEL_ADDRESSES.inspections, InspectionsPage],
] as const
for (const [address, page] of PAGES) if (matchPath(address, window.location.pathname)) page.preload()

const ROUTES: RouteObject[] = [
  {
    element: <EveryScreen />,
    errorElement: <UnexpectedErrorScreen />,
    children: [
      { path: PANEL_ADDRESSES.signIn, element: <SignInPage /> },
      { path: PANEL_ADDRESSES.passwordReset, element: <PasswordResetPage /> },
      { path: PANEL_ADDRESSES.invitation, element: <InvitationPage /> },
      {
        element: (
          <ProtectedRoute
            choosePassword={<ChoosePasswordPage />}
            enrolFactor={(onDone) => <EnrolFactorPage onDone={onDone} />}
            background={
              <WhenStaged>
                <WaitingSender />
                <DecisionSender />
              </WhenStaged>
            }
          />
        ),
        children: [
          { path: PANEL_ADDRESSES.turbines, element: <FirstScreen /> },
          { path: PANEL_ADDRESSES.turbine, element: <TurbinePage /> },
          { path: PANEL_ADDRESSES.panorama, element: <PanoramaPage /> },
          { path: PANEL_ADDRESSES.dronePhotos, element: <CategoryPhotosPage key="drone" category="drone" /> },
          {
            path: PANEL_ADDRESSES.operatorPhotos,
            element: <CategoryPhotosPage key="operator" category="operator" />,
          },
          { path: PANEL_ADDRESSES.account, element: <AccountPage /> },
          {
            path: PANEL_ADDRESSES.ownPassword,
            element: <Navigate to={PANEL_ADDRESSES.account} replace />,
          },
          {
            path: PANEL_ADDRESSES.findings,
            element: (
              <PermittedScreen action="finding.read">
                <FleetPage />
              </PermittedScreen>
            ),
          },
          {
            path: PANEL_ADDRESSES.inspections,
            element: (
              <PermittedScreen action="inspection.read">
                <InspectionsPage />
              </PermittedScreen>
            ),
          },
          {
            path: PANEL_ADDRESSES.companies,
            element: (
              <PermittedScreen action="company.edit">
                <CompaniesPage />
              </PermittedScreen>
            ),
          },
          {
            path: PANEL_ADDRESSES.users,
            element: (
              <PermittedScreen action="user.read">
                <UsersPage />
              </PermittedScreen>
            ),
          },
          {
            path: PANEL_ADDRESSES.audit,
            element: (
              <PermittedScreen action="audit.read">
                <AuditPage />
              </PermittedScreen>
            ),
          },
          {
            path: PANEL_ADDRESSES.system,
            element: (
              <PermittedScreen action="installation.read">
                <SystemPage />
              </PermittedScreen>
            ),
          },
        ],
      },
      { path: '*', element: <NotFoundScreen /> },
    ],
  },
]

/**
 * The list of the turbines. It is loaded with the panel, because most users see it first. Most of them open a turbine after it, so the
 * scripts of the turbine's page, of the search and of toasts load after the first input.
 */
function FirstScreen() {
  useEffect(() => {
    const controller = new AbortController()
    const options = { once: true, signal: controller.signal }
    const loadNext = () => setTimeout(preloadNext, LOAD_NEXT_MS)
    for (const event of ['pointermove', 'keydown']) window.addEventListener(event, loadNext, options)
    return () => controller.abort()
  }, [])
  return (
    <PartBoundary shape="page">
      <TurbinesPage firstSteps={<FirstStepList />} />
    </PartBoundary>
  )
}

function preloadNext() {
  TurbinePage.preload()
  SearchEverywhere.preload()
  void preloadToasts()
}

function EveryScreen() {
  useScrollReturn()
  useOnePressOfEnter()
  useReloadWhenOutdated(useLocation().pathname)
  return (
    <DesktopOnly>
      <Suspense fallback={<LoadingScreen />}>
        <Outlet />
      </Suspense>
      <LeaveGuard />
      <ReportNotices />
      <DossierNotices />
      <FormerToasts />
    </DesktopOnly>
  )
}

/** The root component of the panel. The site mounts it on every panel address. */
export default function Panel({ pictures }: { pictures: SignInPictures }) {
  // An `await` in the module would divide the scripts of the panel into many more, which are larger together.
  use(firstTexts)
  const [router] = useState(() => createBrowserRouter(ROUTES))
  const [queryClient] = useState(() => clearOnNewUser(makeQueryClient()))
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <PreferencesProvider>
          {/* One stacking context, so that portals lie above it. */}
          <div className="isolate">
            <SignInPicturesContext value={pictures}>
              <SearchSlot value={SearchEverywhere}>
                <RouterProvider router={router} />
              </SearchSlot>
            </SignInPicturesContext>
          </div>
          <TooltipLayer />
          <ToastLayer />
        </PreferencesProvider>
      </QueryClientProvider>
    </CSPProvider>
  )
}
