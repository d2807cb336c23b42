import { taxDocumentRows } from '#app/features/tax-documents/tax-document-list.server.ts'
import { taxDocumentList } from '#app/features/tax-documents/tax-document-list.tsx'
import { ListScreen } from '#app/lists/list-screen.tsx'
import { adminList } from '#app/routes/admin/lists/admin-list.server.ts'
import type { Route } from './+types/tax-documents'
import { FinanceTabs } from './finance-tabs.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Documentos tributarios · Administración · Alhena' }]

export const handle = { period: taxDocumentList.period }

export const loader = adminList(taxDocumentRows)

export default function TaxDocuments({ loaderData: { data } }: Route.ComponentProps) {
  return (
    <ListScreen
      list={taxDocumentList}
      data={data}
      title="Documentos tributarios"
      description="Las boletas, facturas y notas de crédito de las compras y sus reembolsos."
      summary={<FinanceTabs />}
    />
  )
}
