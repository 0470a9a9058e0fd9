import { createBrowserRouter } from 'react-router'
import { beforeEach, vi } from 'vitest'
import {
  defaultChoices,
  type Notification,
  type NotificationChoices,
  type NotificationsRead,
} from '#domain/notifications.ts'
import type { OwnUser } from '#domain/user.ts'
import { NotificationButton } from '#panel/frame/notifications/notification-button.tsx'
import { callerOf, click, openScreen } from '../panel-screen.tsx'

const PAGE_SIZE = 2

/** The server with the notifications of a user. */
export const server = {
  /** The unread ones first. */
  told: [] as Notification[],
  choices: {} as NotificationChoices,
  /** The paths of the calls that it answers with 500. */
  broken: [] as string[],
  /** What it was told to mark as read, and to store, in this order. */
  marked: [] as NotificationsRead[],
  stored: [] as NotificationChoices[],
  /** How many changes have reached it. */
  begun: 0,
  /** What its answers to changes wait for. */
  held: undefined as Promise<void> | undefined,
}

/** Sets the server up before each test of a file. */
export function serveNotifications() {
  beforeEach(() => {
    Object.assign(server, { told: [], broken: [], marked: [], stored: [], begun: 0, held: undefined })
    server.choices = { ...defaultChoices(), inspections: { mail: true } }
    vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
      const { pathname, searchParams } = new URL(url, location.origin)
      const path = `${method} ${pathname.replace('/api/notifications', '') || '/'}`
      if (method !== 'GET') {
        server.begun += 1
        await server.held
      }
      const sent = body === undefined ? undefined : JSON.parse(String(body))
      if (server.broken.includes(path))
        return Response.json(
          { success: false, error: 'internal_error', message: 'Bir hata oluştu.' },
          { status: 500 },
        )
      return Response.json({ success: true, ...answer(path, searchParams, sent) })
    })
  })
}

function answer(path: string, query: URLSearchParams, sent: unknown): object {
  switch (path) {
    case 'PUT /read':
      markAsRead(sent as NotificationsRead)
      return {}
    case 'PUT /choices':
      server.choices = sent as NotificationChoices
      server.stored.push(server.choices)
      return { data: server.choices }
    case 'GET /choices':
      return { data: server.choices }
    default:
      return list(Number(query.get('cursor')?.slice(2) ?? 0))
  }
}

function markAsRead(read: NotificationsRead) {
  server.marked.push(read)
  const isMarked = (id: number) => ('ids' in read ? read.ids.includes(id) : id <= read.up_to)
  server.told = server.told.map((told) => ({ ...told, read: told.read || isMarked(told.id) }))
}

function list(begin: number) {
  const end = begin + PAGE_SIZE
  return {
    data: server.told.slice(begin, end),
    next: end < server.told.length ? `0-${end}` : null,
    unread: server.told.filter(({ read }) => !read).length,
  }
}

/** A comment of another user about the turbine. */
export function told(id: number, read = false): Notification {
  return {
    id,
    at: '2026-11-21T12:00:00.000Z',
    read,
    turbine_id: 4,
    turbine_name: 'Yayla 7',
    kind: 'comment',
    record: { kind: 'comment', id },
    user_name: 'Cem Su',
    comment: `Yorum ${id}`,
    finding: null,
  }
}

/** A publication with its three worst findings. */
export const PUBLISHED: Notification = {
  ...told(9),
  kind: 'published',
  record: { kind: 'inspection', id: 2026 },
  version: 2,
  state: 'D',
  worst: [
    { id: 31, number: 'A-LE-001', type: 'crack-transverse', severity: 4 },
    { id: 32, number: 'B-PS-002', type: 'oil', severity: 3 },
    { id: 33, number: 'C-TE-001', type: 'oil', severity: null },
  ],
}

/** Opens a screen whose header has the bell. */
export function openBell(caller: OwnUser = callerOf()) {
  return openScreen(caller, <NotificationButton />, createBrowserRouter)
}

export const drawer = () => document.querySelector<HTMLElement>('[data-drawer]')
export const items = () => [...(drawer()?.querySelectorAll('li') ?? [])]
export const alerts = () => [...document.querySelectorAll('[role=alert]')].map((alert) => alert.textContent)
/** The bell, by the beginning of its name. */
export const bell = () => document.querySelector<HTMLButtonElement>('button[aria-label^=Bildirimler]')

/** Opens the drawer, and waits until it shows something of the server. */
export async function openDrawer() {
  bell()?.focus()
  bell()?.click()
  await vi.waitFor(() => {
    if (!drawer() || drawer()?.querySelector('[role=status]')) throw new Error('It is not loaded.')
  })
}

export async function openChoices() {
  await openDrawer()
  click('Bildirim ayarları')
}

/** The checkbox of a kind and a place. */
export const box = (name: string) => document.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`)
