import type { MovementKind, ReconciledGateway, ReportSource } from '#app/platform/database/values.ts'

/** Bytes that a report may have. */
export const MAX_REPORT_BYTES = 4 * 1024 * 1024

export const SOURCE_NAMES: Readonly<Record<ReportSource, string>> = {
  sales: 'Reporte de ventas',
  settlement: 'Liquidación de abonos',
}

export const GATEWAY_NAMES: Readonly<Record<ReconciledGateway, string>> = {
  webpay: 'Transbank',
  simulator: 'Banco simulado',
}

export const MOVEMENT_NAMES: Readonly<Record<MovementKind, string>> = {
  sale: 'Venta',
  refund: 'Anulación',
  charge: 'Cobro',
  retention: 'Retención',
}

export const REPORT_TOO_LARGE = 'El archivo pesa más de 4 MB. Descarga un período más corto.'
