import { ListScreen } from '#app/kit/lists/list-screen.tsx'
import { adminList } from '#app/layouts/admin/lists/admin-list.server.ts'
import { withParts } from '#app/layouts/admin/parts-in-use.server.ts'
import { OrderTabs } from '#app/layouts/admin/section-tabs.tsx'
import type { Route } from './+types/tax-documents'
import { taxDocumentRows } from './tax-document-list.server.ts'
import { taxDocumentList } from './tax-document-list.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Documentos tributarios · Administración · Alhena' }]

export const handle = { period: taxDocumentList.period }

export const loader = adminList(taxDocumentRows, withParts)

export default function TaxDocuments({ loaderData: { data, inUse } }: Route.ComponentProps) {
  return (
    <ListScreen
      list={taxDocumentList}
      data={data}
      title="Órdenes"
      description="Las boletas, facturas y notas de crédito de las compras y sus reembolsos."
      tabs={<OrderTabs inUse={inUse} />}
    />
  )
}
