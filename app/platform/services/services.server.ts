import type { Kysely } from 'kysely'
import { createContext, type RouterContextProvider } from 'react-router'
import type { Auth } from '#app/platform/auth/auth.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Settings } from '#app/platform/env/settings.server.ts'
import type { Log } from '#app/platform/log/log.server.ts'
import type { ObjectStore } from '#app/platform/objects/object-store.ts'
import type { Gateways } from '#app/platform/payments/gateways.ts'
import type { SimulatorGateway } from '#app/platform/payments/simulator/simulator-gateway.server.ts'
import type { PdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import type { UploadReader } from '#app/platform/uploads/upload-reader.server.ts'

/** What routes and use cases work with. One object per process, made at start and handed to each request's context. */
export type Services = {
  db: Kysely<DB>
  auth: Auth
  gateways: Gateways
  /** The simulated bank's own page; absent when real payments are on. */
  simulator: SimulatorGateway | undefined
  pdf: PdfRenderer
  uploads: UploadReader
  /** Undefined: all files are in the database. */
  objects: ObjectStore | undefined
  settings: Pick<
    Settings,
    'appUrl' | 'dataDir' | 'demo' | 'payments' | 'mailServer' | 'mailBounceKey' | 'staffSecondFactor'
  >
  log: Log
  now: () => Date
}

export const servicesContext = createContext<Services>()

/** The visitor's network address, worked out by the server from the socket and the configured proxies. */
export const clientAddressContext = createContext<string>()

/** @returns the replica's connections where this request may be answered from it, else the primary's. */
export const readsContext = createContext<() => Kysely<DB>>()

/**
 * Connections for what may be a few seconds old, and is not what this visitor has just written: public pages and reports. They refuse to
 * write.
 */
export const readsOf = (context: Readonly<RouterContextProvider>): Kysely<DB> => context.get(readsContext)()

export const servicesOf = (context: Readonly<RouterContextProvider>): Services => context.get(servicesContext)
