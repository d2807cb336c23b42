import { AUDIT_FILTERS } from '#app/features/audit/audit.ts'
import { actionText, entityText } from '#app/features/audit/audit-texts.ts'
import { compareTexts } from '#app/kernel/spanish-order.ts'
import { ListScreen } from '#app/kit/lists/list-screen.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { adminList } from '#app/layouts/admin/lists/admin-list.server.ts'
import type { Route } from './+types/list'
import { auditChoices, auditRows } from './audit-list.server.ts'
import { auditList } from './audit-list.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Auditoría · Administración · Alhena' }]

/** The page has a period. */
export const handle = { period: auditList.period }

const loadList = adminList(auditRows, async ({ tx, query, range }) => {
  const { actions, entities, people } = await auditChoices(tx, query.actor)
  const references = {
    [AUDIT_FILTERS.action]: choicesOf(actions, actionText),
    [AUDIT_FILTERS.entity]: choicesOf(entities, entityText),
    [AUDIT_FILTERS.actor]: people.map(({ id, name, email }) => ({
      value: id,
      label: email === null ? name : `${name} (${email})`,
    })),
  }
  return { references, period: range.label }
})

const choicesOf = (codes: readonly string[], textOf: (code: string) => string) =>
  codes.map(value => ({ value, label: textOf(value) })).toSorted((one, other) => compareTexts(one.label, other.label))

export async function loader(args: Route.LoaderArgs) {
  const { data, references, period } = await loadList(args)
  // Only what changed is named here; the values are on the entry's own page.
  const rows = data.page.rows.map(({ before, after, ...entry }) => entry)
  return { data: { ...data, page: { ...data.page, rows } }, references, period }
}

export default function AdminAudit({ loaderData: { data, references, period } }: Route.ComponentProps) {
  return (
    <ListScreen
      list={auditList}
      data={data}
      title="Auditoría"
      description={`Quién hizo qué, cuándo, con el antes y el después. Nadie puede cambiar ni borrar este registro. ${period}.`}
      references={references}
      actions={
        <ButtonLink to={`?${AUDIT_FILTERS.action}=access_refused`} variant="secondary">
          Accesos rechazados
        </ButtonLink>
      }
    />
  )
}
