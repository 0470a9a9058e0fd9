import { expect, it } from 'vitest'
import { isOwnName, NOTICE_FILE } from '#server/infrastructure/disk/data-folder.ts'
import { BEGUN } from '#server/infrastructure/disk/marker-file.ts'

it.each([NOTICE_FILE, 'installation', `installation${BEGUN}`])('%s is of Kanat', (name) => {
  expect(isOwnName(name)).toBe(true)
})

it('what somebody else has written is not', () => {
  expect(isOwnName(`kanat.db${BEGUN}`)).toBe(false)
})
