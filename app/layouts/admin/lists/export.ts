import { data, matchPath } from 'react-router'
import { accessRows } from '#app/features/accesses/admin/admin-access-list.server.ts'
import { ledgerRows } from '#app/features/accounting/admin/ledger-list.server.ts'
import { auditRows } from '#app/features/audit/admin/audit-list.server.ts'
import { bankLineRows } from '#app/features/bank-statements/admin/bank-line-list.server.ts'
import { clientRows } from '#app/features/clients/admin/client-list.server.ts'
import { companyRows } from '#app/features/clients/admin/company-list.server.ts'
import { dataRequestRows } from '#app/features/data-requests/admin/data-request-list.server.ts'
import { codeUseRows } from '#app/features/discounts/admin/code-use-list.server.ts'
import { discountRows } from '#app/features/discounts/admin/discount-list.server.ts'
import { orderRows } from '#app/features/orders/admin/order-list.server.ts'
import { chargebackRows } from '#app/features/payments/admin/chargeback-list.server.ts'
import { quotationRows } from '#app/features/quotations/admin/quotation-list.server.ts'
import { differenceRows } from '#app/features/reconciliation/admin/difference-list.server.ts'
import { taxDocumentRows } from '#app/features/tax-documents/admin/tax-document-list.server.ts'
import { sessionRows } from '#app/features/workshops/admin/session-list.server.ts'
import type { Route } from './+types/export'
import { adminExport } from './admin-list.server.ts'

/** Every declared list that has a file. */
const FILES = [
  { list: orderRows.list, file: adminExport(orderRows) },
  { list: quotationRows.list, file: adminExport(quotationRows) },
  { list: ledgerRows.list, file: adminExport(ledgerRows) },
  { list: chargebackRows.list, file: adminExport(chargebackRows) },
  { list: accessRows.list, file: adminExport(accessRows, { ofPeople: true }) },
  { list: clientRows.list, file: adminExport(clientRows, { ofPeople: true }) },
  { list: companyRows.list, file: adminExport(companyRows) },
  { list: discountRows.list, file: adminExport(discountRows) },
  { list: codeUseRows.list, file: adminExport(codeUseRows) },
  { list: auditRows.list, file: adminExport(auditRows) },
  { list: taxDocumentRows.list, file: adminExport(taxDocumentRows) },
  { list: differenceRows.list, file: adminExport(differenceRows) },
  { list: sessionRows.list, file: adminExport(sessionRows) },
  { list: dataRequestRows.list, file: adminExport(dataRequestRows) },
  { list: bankLineRows.list, file: adminExport(bankLineRows) },
]

/** The file of the list whose address this is, with `/export` after it. */
export async function loader(args: Route.LoaderArgs) {
  const found = FILES.find(({ list }) => matchPath(`${list.path}/export`, args.url.pathname))
  if (!found) throw data('Not found', 404)
  return found.file(args)
}
