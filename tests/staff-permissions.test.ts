import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { drawPermissions, PERMISSIONS_SQL } from './staff-permissions.ts'

it('the database has the permissions of the staff that the program declares', () => {
  expect(readFileSync(PERMISSIONS_SQL, 'utf8'), 'run `npm run staff-permissions`').toBe(drawPermissions())
})
