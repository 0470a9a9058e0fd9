import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { Notification, NotificationChoices, type NotificationsRead } from '#domain/notifications.ts'
import { api } from '#panel/api/api-client.ts'
import { askAgain } from '#panel/api/query-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'

/** The time after which an open screen asks again, in milliseconds. */
const ASK_EVERY_MS = 60_000

const Page = z.object({
  data: z.array(Notification),
  next: z.string().nullable(),
  unread: z.int(),
})
const Done = z.object({ success: z.literal(true) })
const Choices = z.object({ data: NotificationChoices })

export const notificationKeys = {
  all: () => ['notifications'] as const,
  choices: () => ['notifications', 'choices'] as const,
}

/** What the user is told of, the unread ones first; the first page says how many are unread. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: [...notificationKeys.all(), 'list'],
  queryFn: ({ pageParam, signal }) =>
    readAnswer(api.notifications.$get({ query: { cursor: pageParam } }, { init: { signal } }), Page),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
  // The first time, as soon as the server says.
  refetchInterval: (query) =>
    askAgain(query, query.state.data === undefined ? false : ASK_EVERY_MS) || ASK_EVERY_MS,
  staleTime: ASK_EVERY_MS,
})

/** Keeps the newest page of the list, whose pages are all loaded again together. */
export function forgetOlderPages(queryClient: QueryClient): void {
  queryClient.setQueryData(notificationsQuery.queryKey, (shown) =>
    shown && shown.pages.length > 1
      ? { pages: shown.pages.slice(0, 1), pageParams: shown.pageParams.slice(0, 1) }
      : shown,
  )
}

export const choicesQuery = queryOptions({
  queryKey: notificationKeys.choices(),
  queryFn: async ({ signal }) =>
    (await readAnswer(api.notifications.choices.$get({}, { init: { signal } }), Choices)).data,
})

export async function putRead(json: NotificationsRead): Promise<void> {
  await readAnswer(api.notifications.read.$put({ json }), Done)
}

export async function putChoices(json: NotificationChoices): Promise<NotificationChoices> {
  return (await readAnswer(api.notifications.choices.$put({ json }), Choices)).data
}
