import type { SimulatorTables } from '#app/platform/payments/simulator/postgres-store.server.ts'
import type { Tables } from './tables.ts'

/** The tables that the application's roles see. */
export type DB = Tables & SimulatorTables
