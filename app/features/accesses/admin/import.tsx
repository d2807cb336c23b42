import { redirect } from 'react-router'
import { readUpload } from '#app/features/accesses/invitations/invitation-list.server.ts'
import { ListTemplate, ListUpload } from '#app/features/accesses/invitations/list-upload.tsx'
import { requireRole } from '#app/features/identity/session.server.ts'
import { countOf } from '#app/kernel/format.ts'
import { answerRefusals } from '#app/kit/forms/answer-form.server.ts'
import { readId } from '#app/kit/lists/list-address.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/import'
import { findImportSource, storeImport } from './access-import.server.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Importar accesos · Administración · Alhena' }]

const readSource = (url: URL) => ({
  importId: readId(url.searchParams.get('lista')),
  itemId: readId(url.searchParams.get('item')),
})

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db } = servicesOf(args.context)
  return findImportSource(db, { actor: { kind: 'admin', userId: user.id }, ...readSource(args.url) })
}

export async function action(args: Route.ActionArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, uploads } = servicesOf(args.context)
  const form = await postedForm(args.request)
  const people = form.get('people')
  return answerRefusals(
    async () => {
      const list = await readUpload(uploads, form, user.id)
      const actor = { kind: 'admin', userId: user.id } as const
      const { item } = await findImportSource(db, { actor, ...readSource(args.url) })
      return redirect(`/admin/access/import/${await storeImport(db, { actor, itemId: item?.id, ...list })}`)
    },
    { people: typeof people === 'string' ? people : '' },
  )
}

const EXAMPLE = 'Nombre;Apellido;Email;Cargo;Área\nCamila;Pérez;camila@empresa.cl;Gerente;Operaciones'

/** 'Importar CSV' and 'Agregar Participantes': first the people, then the item, then the dry run. */
export default function AccessImportPage({ loaderData: { item, people }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title="Importar accesos"
        description={
          item
            ? `${item.product}, de ${item.client} (${item.order_number}): ${countOf(item.free, 'asiento libre', 'asientos libres')}.`
            : 'Agrega personas a una compra con asientos libres. Nada se envía hasta que confirmes.'
        }
        before={<Breadcrumbs items={[{ label: 'Accesos', to: '/admin/access' }, { label: 'Importar' }]} />}
      />
      {actionData && (
        <Alert tone="error" className="mb-6">
          {actionData.text}
        </Alert>
      )}
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Panel title="Personas">
          <ListUpload
            people={actionData?.people ?? people}
            placeholder={EXAMPLE}
            hint="Una persona por línea; las columnas van separadas por punto y coma, coma o tabulador."
          />
        </Panel>
        <ListTemplate text="Cinco columnas: Nombre, Apellido, Email, Cargo y Área. Los títulos pueden ir en cualquier orden." />
      </div>
    </>
  )
}
