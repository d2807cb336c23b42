import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PERMISSIONS, STAFF_SCOPES } from '#app/features/identity/staff/permissions.ts'

// `npm run staff-permissions` carries the permissions of the staff into the schema. A test compares them.

export const PERMISSIONS_SQL = 'db/schema/30-staff-permissions.sql'

/** The table of permissions with its rows. No row: nothing; the scope `admin` needs none. */
export function drawPermissions(): string {
  const scopes = STAFF_SCOPES.filter(scope => scope !== 'admin')
  const lines = Object.entries(PERMISSIONS).flatMap(([area, may]) => {
    const rows = scopes.filter(scope => may[scope] !== 'none').map(scope => `('${area}', '${scope}', '${may[scope]}')`)
    return rows.length > 0 ? [`  ${rows.join(', ')}`] : []
  })
  return `-- Which part of the back office each scope of the staff may read and write. No row: nothing. The scope 'admin' needs none.
-- Written by \`npm run staff-permissions\` from app/features/identity/staff/permissions.ts; change that instead.
create table private.staff_permissions (
  area text not null,
  scope text not null check (scope in (${scopes.map(scope => `'${scope}'`).join(', ')})),
  access text not null check (access in ('read', 'write')),
  primary key (area, scope)
);

insert into private.staff_permissions (area, scope, access) values
${lines.join(',\n')};
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PERMISSIONS_SQL, drawPermissions())
