import type { User } from '#domain/user.ts'

export function userName({ first_name, last_name }: Pick<User, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim()
}
