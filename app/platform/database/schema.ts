import type { SimulatorTables } from '#app/platform/payments/simulator/postgres-store.server.ts'
import type { AccessesTables } from './tables/accesses.ts'
import type { AccountingTables } from './tables/accounting.ts'
import type { AnalyticsTables } from './tables/analytics.ts'
import type { BankStatementsTables } from './tables/bank-statements.ts'
import type { CatalogueTables } from './tables/catalogue.ts'
import type { ContentTables } from './tables/content.ts'
import type { DataRequestsTables } from './tables/data-requests.ts'
import type { IdentityTables } from './tables/identity.ts'
import type { IntegrationsTables } from './tables/integrations.ts'
import type { OrdersTables } from './tables/orders.ts'
import type { OrganisationsTables } from './tables/organisations.ts'
import type { QuotationsTables } from './tables/quotations.ts'
import type { ReconciliationTables } from './tables/reconciliation.ts'
import type { RecordsTables } from './tables/records.ts'
import type { ReviewsTables } from './tables/reviews.ts'
import type { TaxDocumentsTables } from './tables/tax-documents.ts'
import type { WorkshopsTables } from './tables/workshops.ts'

/** The tables that the application's role sees; columns are the specification's. */
export type DB = IdentityTables &
  CatalogueTables &
  OrdersTables &
  OrganisationsTables &
  BankStatementsTables &
  TaxDocumentsTables &
  QuotationsTables &
  ReconciliationTables &
  AccessesTables &
  ReviewsTables &
  WorkshopsTables &
  AnalyticsTables &
  AccountingTables &
  RecordsTables &
  ContentTables &
  IntegrationsTables &
  DataRequestsTables &
  SimulatorTables
