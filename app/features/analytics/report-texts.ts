import { formatDay } from '#app/kernel/dates.ts'
import { formatInteger, formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import { type Bar, changeOf, type Kpi } from './figures.ts'

/** The eight figures of specification 2, section 2, and what each of them counts. */
export const KPI_TEXTS: Readonly<Record<Kpi['key'], { label: string; counts: string }>> = {
  revenue: { label: 'Ingresos', counts: 'Órdenes pagadas, IVA incluido' },
  orders: { label: 'Órdenes', counts: 'Pagadas' },
  average: { label: 'Valor promedio', counts: 'Por orden pagada' },
  conversion: { label: 'Conversión', counts: 'Órdenes por cada 100 visitas medidas' },
  views: { label: 'Vistas del listado', counts: 'De visitas que aceptaron medición' },
  cart: { label: 'Agregados al carrito', counts: 'De visitas que aceptaron medición' },
  business: { label: '% Empresa', counts: 'De las órdenes pagadas' },
  completion: { label: 'Completitud', counts: 'De los accesos entregados' },
}

const decimal = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 1 })

/** A figure as people read it; a dash where it can't be told. */
export function kpiText({ value, unit }: Pick<Kpi, 'value' | 'unit'>): string {
  if (value === undefined) return '–'
  if (unit === 'pesos') return formatPesos(pesos(value))
  return unit === 'percent' ? `${decimal.format(value)}%` : formatInteger(value)
}

/** `+12,5% que antes`, `−3 puntos que antes`, or that there is nothing to compare with. */
export function changeText(kpi: Kpi): string {
  const change = changeOf(kpi)
  if (change === undefined) return 'Sin período anterior para comparar'
  if (change === 0) return 'Igual que el período anterior'
  const size = decimal.format(Math.abs(change))
  const unit = kpi.unit === 'percent' ? (size === '1' ? ' punto' : ' puntos') : '%'
  return `${change > 0 ? '+' : '−'}${size}${unit} que el período anterior`
}

/** The days of a bar. */
export const barText = ({ from, to }: Bar): string =>
  from === to ? formatDay(from) : `${formatDay(from)} al ${formatDay(to)}`
